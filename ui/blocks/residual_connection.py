"""Pre-norm and post-norm order of one residual on the same numbers."""

from model.lab.feed_forward import EXAMPLE, check_network, random_network
from model.lab.matrices import Matrix
from model.lab.residual_connection import compute_residual
from model.lab.translator_inputs import read_feed_forward_inputs
from model.runs.training_run import TrainingRun
from model.transformer.config import Norm
from ui.blocks.number_sources import choose_numbers
from ui.blocks.sentence_choice import SentenceChoice
from ui.widgets import texts
from ui.widgets.matrix_view import add_titled_line, show_matrix

_FORMULAS = {Norm.PRE: ("norm(x)", "f(norm(x))", "x + f(norm(x))"), Norm.POST: ("f(x)", "x + f(x)", "norm(x + f(x))")}
_NOTES = {
    Norm.PRE: "the residual stream itself is never normalized and keeps what it contained",
    Norm.POST: "every sum is normalized: what it contained is scaled with it each time",
}


def show(run: TrainingRun) -> None:
    """Show every stage of the residual in both orders."""
    numbers = choose_numbers(run, "residual", EXAMPLE, random_network, check_network, _read_translator)
    if numbers is None:
        return
    texts.show("residual_formula")
    for number, norm in enumerate(Norm, start=1):
        stages = compute_residual(numbers.matrices, norm)
        shown = (stages.normed, stages.update, stages.output)
        if norm is Norm.POST:
            shown = (stages.update, stages.summed, stages.output)
        with add_titled_line(f"{number} {norm.value.capitalize()}-norm", _NOTES[norm], f"order_{norm.value}"):
            order = f"in {norm.value}-norm order"
            show_matrix("x", numbers.matrices["X"], f"{norm.value}_x", f"x {order}", rows=numbers.tokens)
            for place, (formula, values) in enumerate(zip(_FORMULAS[norm], shown, strict=True)):
                name = formula.replace("norm", r"\mathrm{norm}")
                show_matrix(name, values, f"{norm.value}_{place}", f"{formula} {order}", rows=numbers.tokens)


def _read_translator(choice: SentenceChoice) -> dict[str, Matrix]:
    return read_feed_forward_inputs(
        choice.snapshot.translator, choice.streams, choice.part, choice.layer, with_norm=True
    )
