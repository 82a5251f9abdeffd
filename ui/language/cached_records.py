"""Records of a language model: text that it generates, and its score of a sentence."""

from model.data.sentence import Sentence
from model.inference import sentence_scoring
from model.inference.generated_text import GeneratedText
from model.inference.sampling import Sampling
from model.inference.sentence_scoring import ScoredSentence
from model.inference.text_generation import generate
from model.training.snapshot import LanguageSnapshot
from ui.runs.record_cache import cache_records


@cache_records(max_entries=150)  # some 10 kB each, 0.2 MB for the longest texts
def generate_text(
    snapshot: LanguageSnapshot, prompt: Sentence, sampling: Sampling | None, *, may_end: bool = True
) -> GeneratedText:
    """Generate text after a prompt, greedily if there is no sampling."""
    return generate(snapshot.text_generator, prompt.words, texts=prompt.texts, sampling=sampling, may_end=may_end)


@cache_records(max_entries=100)
def score_sentence(snapshot: LanguageSnapshot, words: tuple[str, ...], texts: tuple[str, ...]) -> ScoredSentence:
    """Score every token of a whole sentence."""
    return sentence_scoring.score_sentence(snapshot.text_generator, words, texts=texts)
