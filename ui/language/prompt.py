"""The prompt of the language model, which is not the sentence of the translator."""

from model.data.sentence import Sentence
from model.data.typed_sentence import read_sentence
from model.data.vocabulary import Vocabulary
from ui.widgets import link_keys, sentence_box, token_chips


def type_prompt(vocabulary: Vocabulary) -> Sentence:
    """Show the box of the prompt, its tokens, and completions for the word being typed; return the prompt."""
    prompt = read_sentence(sentence_box.type_prompt(), vocabulary)
    completions = token_chips.show_sentence(prompt, "Prompt", "unknown", note="unknown words are read as <unk>")
    with completions:
        sentence_box.offer_completions(prompt, vocabulary, link_keys.PROMPT)
    return prompt
