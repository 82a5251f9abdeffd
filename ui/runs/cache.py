"""What all visitors share, bounded and keyed by content; everything kept here is immutable or a training run."""

import streamlit as st

from model.corpus import Corpus, Pair, toy_corpus
from model.corpus.statistics import CorpusStatistics
from model.corpus.tsv import CorpusError, read_tsv
from model.data.typed_sentence import Sentence
from model.data.word_pieces import between_tokens, joined
from model.inference.attention_maps import AttentionMaps
from model.inference.generated_text import Reading, Writing
from model.inference.greedy_decoding import translate
from model.inference.sampling import Sampling
from model.inference.teacher_forcing import forced as model_forced
from model.inference.text_generation import read, write
from model.inference.translation import Translation
from model.lab import residual_stream as streams
from model.lab.attention_inputs import AttentionInputs
from model.lab.padded_batch import PaddedBatch, encode_batch
from model.lab.translator_inputs import read_attention_inputs as model_taken
from model.runs.language_run import LanguageRun
from model.runs.registry import RunRegistry
from model.runs.training_cost import CorpusSize
from model.runs.training_run import TrainingRun
from model.storage import cache_folder, runs_folder
from model.training.bleu import Decoded, decode
from model.training.language_loop import LANGUAGE_TRAINING, LanguageSnapshot
from model.training.snapshot import Snapshot
from model.transformer.config import LanguageConfig, Norm
from model.transformer.kind import Kind
from ui.runs.visitor_files import Shelves

_MOST_RECORDS = 150  # of one kind: some 10 kB each, and 5 MB for long sentences under the biggest models


@st.cache_resource(show_spinner=False)
def corpus() -> Corpus:
    """The toy corpus."""
    return toy_corpus()


@st.cache_resource(show_spinner="Opening the model …")
def runs() -> RunRegistry:
    """All trainings of translators in this process; those that an earlier process did not end go on."""
    opened = RunRegistry(runs_folder(), corpus())
    opened.default()
    opened.take_up()
    return opened


@st.cache_resource(show_spinner=False)
def shelves() -> Shelves:
    """What each visitor has."""
    return Shelves(cache_folder() / "visitors")


def corpus_statistics(corpus: Corpus) -> CorpusStatistics:
    """A corpus in numbers."""
    return _corpus_statistics(corpus.digest, corpus)


@st.cache_resource(show_spinner=False, max_entries=20)
def _corpus_statistics(corpus_digest: str, _corpus: Corpus) -> CorpusStatistics:
    return CorpusStatistics.of(_corpus)


def corpus_size(corpus: Corpus) -> CorpusSize:
    """What a corpus asks of a model."""
    return _corpus_size(corpus.digest, corpus)


@st.cache_resource(show_spinner="Counting …", max_entries=20)
def _corpus_size(corpus_digest: str, _corpus: Corpus) -> CorpusSize:
    return CorpusSize.of(_corpus)


@st.cache_resource(show_spinner="Reading the corpus …", max_entries=4)
def own_corpus(content: str, name: str, _data: bytes) -> Corpus | tuple[str, ...]:
    """A corpus that a visitor brought, named by its content; or all that is wrong with it, a sentence each."""
    try:
        return read_tsv(_data, name)
    except CorpusError as error:
        return error.problems


def translation(snapshot: Snapshot, sentence: Sentence) -> Translation:
    """The record of one sentence under one snapshot."""
    return _translation(snapshot.serial, sentence.words, sentence.texts, snapshot)


@st.cache_resource(show_spinner=False, max_entries=_MOST_RECORDS)
def _translation(serial: int, words: tuple[str, ...], texts: tuple[str, ...], _snapshot: Snapshot) -> Translation:
    return translate(_snapshot.translator, words, texts=texts)


def forced(snapshot: Snapshot, words: tuple[str, ...], tokens: tuple[str, ...]) -> AttentionMaps:
    """The attention of one snapshot that is fed a given translation."""
    return _forced(snapshot.serial, words, tokens, snapshot)


@st.cache_resource(show_spinner=False, max_entries=100)
def _forced(serial: int, words: tuple[str, ...], tokens: tuple[str, ...], _snapshot: Snapshot) -> AttentionMaps:
    return model_forced(_snapshot.translator, words, tokens)


def decoded(run: TrainingRun, snapshot: Snapshot, n_sentences: int) -> Decoded:
    """How good the translations of the first held-out sentences are as text."""
    return _decoded(snapshot.serial, n_sentences, run.corpus, snapshot)


@st.cache_resource(show_spinner=False, max_entries=200)
def _decoded(serial: int, n_sentences: int, _corpus: Corpus, _snapshot: Snapshot) -> Decoded:
    return decode(_snapshot.translator, _corpus.held_out[:n_sentences])


def gold_alignment(run: TrainingRun, translation: Translation, sentence: Sentence) -> Pair | None:
    """The links between tokens, where the corpus knows the sentence and the model got it right."""
    pair = _gold(run.corpus.digest, tuple(joined(sentence.words).split()), run.corpus)
    said = joined(translation.words)
    said = said if run.corpus.is_raw_text else said.lower()
    if pair is None or said != " ".join(pair.target):
        return None
    source, target = sentence.words, translation.words
    return Pair(source, target, between_tokens(pair.alignment, source, target))


def is_taught(run: TrainingRun, sentence: Sentence) -> bool:
    """Whether a sentence is one that the grammar of the toy corpus makes; of a corpus that was brought, any may be."""
    return run.corpus.is_raw_text or _gold(run.corpus.digest, sentence.words, run.corpus) is not None


@st.cache_resource(show_spinner=False, max_entries=2000)
def _gold(corpus_digest: str, words: tuple[str, ...], _corpus: Corpus) -> Pair | None:
    return _corpus.find_pair(words)


def taken(snapshot: Snapshot, words: tuple[str, ...], kind: Kind, layer: int) -> AttentionInputs:
    """The numbers that one attention works on for a sentence."""
    return _taken(snapshot.serial, words, kind, layer, snapshot)


@st.cache_resource(show_spinner=False, max_entries=50)
def _taken(serial: int, words: tuple[str, ...], kind: Kind, layer: int, _snapshot: Snapshot) -> AttentionInputs:
    return model_taken(_snapshot.translator, words, kind, layer)


@st.cache_resource(show_spinner=False, max_entries=2)
def language_run(*, is_causal: bool) -> LanguageRun:
    """The one training of the language model with, or without, its causal mask."""
    return LanguageRun(corpus(), LanguageConfig(is_causal=is_causal), LANGUAGE_TRAINING, cache_folder())


def writing(
    snapshot: LanguageSnapshot,
    sentence: Sentence,
    sampling: Sampling | None,
    *,
    may_end: bool = True,
) -> Writing:
    """What a language model makes of a beginning, under one snapshot."""
    return _writing(snapshot.serial, sentence.words, sentence.texts, sampling, may_end, snapshot)


@st.cache_resource(show_spinner=False, max_entries=_MOST_RECORDS)
def _writing(
    serial: int, words: tuple[str, ...], texts: tuple[str, ...], sampling: Sampling | None,
    may_end: bool, _snapshot: LanguageSnapshot,
) -> Writing:  # fmt: skip
    return write(_snapshot.writer, words, texts=texts, sampling=sampling, may_end=may_end)


def reading(snapshot: LanguageSnapshot, words: tuple[str, ...], texts: tuple[str, ...]) -> Reading:
    """How a language model reads a whole sentence, under one snapshot."""
    return _reading(snapshot.serial, words, texts, snapshot)


@st.cache_resource(show_spinner=False, max_entries=100)
def _reading(serial: int, words: tuple[str, ...], texts: tuple[str, ...], _snapshot: LanguageSnapshot) -> Reading:
    return read(_snapshot.writer, words, texts=texts)


def stream(snapshot: Snapshot, sentence: Sentence) -> streams.ResidualStreams:
    """Every stage of every block, while a sentence is read."""
    shown = translation(snapshot, sentence)
    return _stream(snapshot.serial, sentence.words, sentence.texts, snapshot, shown)


@st.cache_resource(show_spinner=False, max_entries=50)
def _stream(
    serial: int, words: tuple[str, ...], texts: tuple[str, ...], _snapshot: Snapshot, _translation: Translation
) -> streams.ResidualStreams:
    return streams.record_streams(_snapshot.translator, words, _translation)


def fresh_stream(
    snapshot: Snapshot, sentence: Sentence, norm: Norm, n_layers: int, seed: int
) -> streams.ResidualStreams:
    """The same by an untrained model, which is fed the trained one's translation."""
    shown = translation(snapshot, sentence)
    return _fresh_stream(snapshot.serial, sentence.words, sentence.texts, norm, n_layers, seed, snapshot, shown)


@st.cache_resource(show_spinner=False, max_entries=20)
def _fresh_stream(
    serial: int, words: tuple[str, ...], texts: tuple[str, ...], norm: Norm, n_layers: int, seed: int,
    _snapshot: Snapshot, _translation: Translation,
) -> streams.ResidualStreams:  # fmt: skip
    translator = _snapshot.translator
    return streams.record_streams(
        translator, words, _translation, streams.build_untrained(translator, norm, n_layers, seed)
    )


def together(snapshot: Snapshot, sentences: tuple[Sentence, ...]) -> PaddedBatch:
    """Several sentences through the encoder at once."""
    words, shown = tuple(each.words for each in sentences), tuple(each.texts for each in sentences)
    return _together(snapshot.serial, words, shown, snapshot)


@st.cache_resource(show_spinner=False, max_entries=50)
def _together(
    serial: int, words: tuple[tuple[str, ...], ...], texts: tuple[tuple[str, ...], ...],
    _snapshot: Snapshot,
) -> PaddedBatch:  # fmt: skip
    return encode_batch(_snapshot.translator, words, texts)
