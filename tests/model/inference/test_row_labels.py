"""Labels of the rows of a map."""

from model.inference.row_labels import label_steps


def test_an_arrow_leads_from_the_token_fed_to_the_token_generated_in_every_script() -> None:
    assert label_steps(["<bos>", "le"], ["le", "chat"]) == ("<bos> → le", "le → chat")
    fed, generated = "الولد", "يشرب"
    assert label_steps([fed], [generated]) == (f"\u2068{fed}\u2069 → \u2068{generated}\u2069",)
    assert label_steps([fed], ["<eos>"]) == (f"\u2068{fed}\u2069 → <eos>",)
