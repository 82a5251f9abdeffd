"""Tests of visitors at the same time."""

from tests.browser.conftest import Visit


def test_two_visitors_type_different_sentences_at_once(visit: Visit) -> None:
    sentences = {"first": "the cat sees a dog ", "second": "i do not eat meat "}
    screens = {name: visit("/?sentence=the%20girl%20") for name in sentences}
    for screen in screens.values():
        screen.settled()
        screen.press("Control+a")
    for place in range(max(map(len, sentences.values()))):
        for name, sentence in sentences.items():
            if place < len(sentence):
                screens[name].page.keyboard.type(sentence[place])
    for name, sentence in sentences.items():
        view = screens[name].until(lambda view, sentence=sentence: view.columns == sentence.split())
        assert (view.sentence, view.tokens) == (sentence, sentence.split())
    first, second = (screen.settled() for screen in screens.values())
    assert first.translation == ["le", "chat", "voit", "un", "chien", "·"]
    assert second.translation == ["je", "ne", "mange", "pas", "de", "viande", "·"]


def test_choices_of_one_visitor_are_not_the_other_s(visit: Visit) -> None:
    one, other = visit("/?sentence=i%20eat%20fish%20"), visit("/?sentence=i%20eat%20fish%20")
    before = other.settled()
    one.settled()
    one.slide("layer", "ArrowRight")
    one.choose("encoder")
    one.until(lambda view: view.layer == 2 and view.map.rows == ["i", "eat", "fish"])
    one.settled()
    assert other.settled() == before
    other.toggle("stretch")
    assert other.until(lambda view: view.stretch and view.map.brightest < 1).kind == "cross"
    assert one.settled().kind == "encoder"
