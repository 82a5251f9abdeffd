"""The sources of a building block's numbers: an example, random numbers, the translator, a file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from model.lab.matrices import MAX_SIZE, Check, Matrix
from model.runs.training_run import TrainingRun
from ui.blocks.sentence_choice import SentenceChoice, choose_sentence
from ui.widgets import link_keys
from ui.widgets.matrix_transfer import get_uploaded
from ui.widgets.number_box import choose_number
from ui.widgets.number_picker import FILE, RANDOM, TRANSLATOR, NumberSource, pick_numbers

_HAND = "By hand"


@dataclass(frozen=True, slots=True)
class BlockNumbers:
    """The matrices a view computes with.

    Attributes:
        matrices: by name.
        tokens: one for each row of X; empty for plain numbers.
    """

    matrices: Mapping[str, Matrix]
    tokens: tuple[str, ...] = ()

    def name_rows(self, name: str) -> tuple[str, ...]:
        """Return a token for each row of a matrix; nothing if its rows stand for no tokens."""
        return self.tokens if name == "X" else ()


def choose_numbers(
    run: TrainingRun,
    name: str,
    example: Mapping[str, Matrix],
    draw_random: Callable[[int, int, int], dict[str, Matrix]],
    check: Check,
    read_translator: Callable[[SentenceChoice], dict[str, Matrix]],
) -> BlockNumbers | None:
    """Show the choice of numbers; None if there is nothing to compute with yet.

    Args:
        run: of the translator.
        name: of the upload and of downloaded files.
        example: small enough to compute by hand.
        draw_random: makes matrices from a seed, a number of rows and a width.
        check: accepts or refuses edited and uploaded matrices.
        read_translator: returns the matrices of the chosen block.
    """

    def load_random() -> BlockNumbers:
        n_rows = choose_number("Rows", link_keys.LENGTH, 1, MAX_SIZE, 4)
        width = choose_number("Width", link_keys.WIDTH, 1, MAX_SIZE, 4)
        return BlockNumbers(draw_random(choose_number("Seed", link_keys.SEED, 0, 9999, 0), n_rows, width))

    def load_translator() -> BlockNumbers | None:
        choice = choose_sentence(run)
        return None if choice is None else BlockNumbers(read_translator(choice), choice.stream.tokens)

    def load_upload() -> BlockNumbers | None:
        matrices = get_uploaded(name)
        return BlockNumbers(matrices) if matrices else None

    sources = [
        NumberSource(_HAND, lambda: BlockNumbers(example)),
        NumberSource(RANDOM, load_random),
        NumberSource(TRANSLATOR, load_translator),
        NumberSource(FILE, load_upload),
    ]
    picked = pick_numbers(sources, link_keys.SOURCE, name=name, check=check, width=210)
    return picked and BlockNumbers(picked[1], picked[0].tokens)
