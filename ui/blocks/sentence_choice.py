"""The choice of a sentence, and of the stack and layer of the translator that reads it."""

from dataclasses import dataclass

from model.data.sentence import Sentence
from model.data.typed_sentence import read_sentence
from model.lab.residual_stream import PARTS, ResidualStream, ResidualStreams
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.blocks.cached_records import record_trained_streams
from ui.runs import example_sentences
from ui.widgets import link_keys, sentence_box, token_chips
from ui.widgets.number_box import choose_number
from ui.widgets.option_choice import choose_option


@dataclass(frozen=True, slots=True)
class SentenceChoice:
    """A sentence in the translator, with one chosen block.

    Attributes:
        snapshot: of the translator.
        sentence: as the translator reads it.
        streams: recorded while it reads the sentence.
        part: "encoder" or "decoder".
        layer: counted from 0.
    """

    snapshot: Snapshot
    sentence: Sentence
    streams: ResidualStreams
    part: str
    layer: int

    @property
    def stream(self) -> ResidualStream:
        """The stream of the chosen part."""
        return self.streams[self.part]


def choose_sentence(run: TrainingRun, *, has_layer: bool = True) -> SentenceChoice | None:
    """Show the choice of a sentence and a block; None if there is nothing to read."""
    text = sentence_box.type_short_sentence(example_sentences.choose_example(run))
    part = choose_option("Stack", PARTS, link_keys.PART)
    layer = choose_number("Layer", link_keys.LAYER, 1, run.description.model.n_layers, 1) if has_layer else 1
    snapshot = run.state.snapshot
    if snapshot is None:
        return None
    sentence = read_sentence(text, snapshot.translator.source)
    if not sentence.tokens:
        return None
    token_chips.show_input_remark(sentence)
    return SentenceChoice(snapshot, sentence, record_trained_streams(snapshot, sentence), part, layer - 1)
