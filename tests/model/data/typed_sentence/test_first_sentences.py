"""Sentences that people type first, and the words that the model reads."""

from itertools import pairwise

import pytest

from model.corpus.lexicon.known_words import ENGLISH_WORDS
from model.data.typed_sentence import read_finished_sentence, read_sentence
from model.data.vocabulary import Vocabulary

KNOWN = Vocabulary(sorted(ENGLISH_WORDS))
FIRST_SENTENCES = {
    "hello": "hello",
    "I have 2 dogs, 10 cats and 42 fish": "i have two dogs ten cats and 42 fish",
    "1 cat": "one cat",
    "Hello world!": "hello world",
    "Hello, my name is Anna.": "hello my name is anna",
    "Good morning, Paul": "good morning paul",
    "I am a student": "i am a student",
    "I'm tired.": "i am tired",
    "I’m not hungry": "i am not hungry",
    "My name’s Zorbin": "my name is zorbin",
    "where is the cat?": "where is the cat",
    "Where's the cat ?": "where is the cat",
    "What's this?": "what is this",
    "What's your name?": "what is your name",
    "Who's that?": "who is that",
    "How's Anna?": "how is anna",
    "Let's go!": "let us go",
    "LET'S EAT": "let us eat",
    "Anna's cat is black.": "anna 's cat is black",
    "Anna's small cat sleeps": "anna 's small cat sleeps",
    "Anna's very small cat": "anna 's very small cat",
    "Anna's tired": "anna is tired",
    "Anna's in the garden": "anna is in the garden",
    "Anna's reading a book": "anna is reading a book",
    "Anna's not here": "anna is not here",
    "Anna's zorbin sleeps": "anna 's zorbin sleeps",
    "my brother's friend's car": "my brother 's friend 's car",
    "My mother's a teacher": "my mother is a teacher",
    "the cat's black": "the cat is black",
    "it's cold": "it is cold",
    "That's my dog.": "that is my dog",
    "There's a cat in the garden": "there is a cat in the garden",
    "I don't like cats": "i do not like cats",
    "She doesn't eat fish.": "she does not eat fish",
    "he can't swim": "he can not swim",
    "He cannot swim": "he can not swim",
    "They aren't happy": "they are not happy",
    "We didn't see him": "we did not see him",
    "It wasn't me": "it was not me",
    "I won't come": "i will not come",
    "we'll eat": "we will eat",
    "You're nice": "you are nice",
    "I'd like a coffee": "i would like a coffee",
    "I've two cats": "i have two cats",
    "I wanna sleep": "i want to sleep",
    "We're gonna eat…": "we are going to eat",
    "“To be, or not to be?”": "to be or not to be",
}


@pytest.mark.parametrize(("text", "words"), FIRST_SENTENCES.items())
def test_a_first_sentence_is_read(text: str, words: str) -> None:
    assert read_finished_sentence(text, KNOWN).words == tuple(words.split())


@pytest.mark.parametrize("text", FIRST_SENTENCES)
def test_the_words_read_while_typing_are_those_read_before_and_new_ones(text: str) -> None:
    """Only ``'s`` may turn from "is" to a possessive, and a contraction may replace the word it begins with."""
    read = [read_sentence(text[:length], KNOWN).words for length in range(len(text) + 1)]
    for before, after in pairwise(read):
        kept = before[: len(after)]
        changed = [place for place, word in enumerate(kept) if word != after[place]]
        assert len(before) - len(after) <= 1
        assert all(place == len(before) - 1 or (kept[place], after[place]) == ("is", "'s") for place in changed)
