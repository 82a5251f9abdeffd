"""Records of the encoder and decoder blocks while sentences are read."""

from model.data.sentence import Sentence
from model.lab.padded_batch import PaddedBatch, encode_batch
from model.lab.residual_stream import ResidualStreams, build_untrained, record_streams
from model.training.snapshot import Snapshot
from model.transformer.config import Norm
from ui.runs.cached_records import compute_translation
from ui.runs.record_cache import cache_records


@cache_records(max_entries=6)  # some 200 kB each, and up to 60 MB under the biggest models
def record_trained_streams(snapshot: Snapshot, sentence: Sentence) -> ResidualStreams:
    """Record the residual streams of a snapshot that reads a sentence and its translation."""
    return record_streams(snapshot.translator, sentence.words, compute_translation(snapshot, sentence))


@cache_records(max_entries=4)  # up to 120 MB each, for twice as many layers
def record_untrained_streams(
    snapshot: Snapshot, sentence: Sentence, norm: Norm, n_layers: int, seed: int
) -> ResidualStreams:
    """Record the residual streams of an untrained model that is fed the snapshot's translation."""
    untrained = build_untrained(snapshot.translator, norm, n_layers, seed)
    translation = compute_translation(snapshot, sentence)
    return record_streams(snapshot.translator, sentence.words, translation, untrained)


@cache_records(max_entries=20)  # up to 10 MB each under the biggest models
def encode_sentences(snapshot: Snapshot, sentences: tuple[Sentence, ...]) -> PaddedBatch:
    """Encode several sentences as one padded batch."""
    words, texts = tuple(each.words for each in sentences), tuple(each.texts for each in sentences)
    return encode_batch(snapshot.translator, words, texts)
