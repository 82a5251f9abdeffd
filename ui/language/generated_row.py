"""A row of generated tokens with their probabilities."""

from figures.share_text import format_share
from model.data.vocabulary import SPECIALS
from model.inference.generated_text import GeneratedText
from ui.widgets.token_chips import LATER, chip, show_row


def show_generated_text(
    text: GeneratedText, step: int | None = None, *, name: str = "Generated", has_prompt: bool = False
) -> None:
    """Show the tokens generated up to a step, with their probabilities; later ones are dots.

    Args:
        text: the prompt and the tokens generated.
        step: counted from 1, and a click on a token chooses its step; None to show all tokens and mark none as current.
        name: label of the row.
        has_prompt: True to show the prompt before the tokens.
    """
    chips = [chip(token, "prompt") for token in text.prompt] if has_prompt else []
    for number, generated in enumerate(text.steps, start=1):
        if step is not None and number > step:
            chips.append(chip(LATER, "later", note=f"step {number}", step=number))
            continue
        look = ["current"] if number == step else []
        look += ["special"] if generated.token in SPECIALS else []
        below = format_share(generated.probability)
        chips.append(chip(generated.token, *look, below=below, step=None if step is None else number))
    show_row(name, chips, "" if text.is_complete else f"stopped at its limit of {len(text.steps)} tokens")
