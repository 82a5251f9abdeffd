"""Tests of the grammar as a whole: what is drawn is parsed as the same pair, and nothing else is."""

import random
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.corpus import Pair, is_beginning, is_sentence, parse, sample_pair
from model.corpus.grammar import listener
from model.corpus.grammar.sentence import MAX_WORDS, STRUCTURES, find_relations, find_wrong_article
from model.corpus.grammar.speaker import draw
from model.corpus.lexicon.known_words import ENGLISH_WORDS
from model.corpus.pair import write_pharaoh


def test_equal_seeds_draw_equal_sentences() -> None:
    one, other = random.Random(7), random.Random(7)
    assert [sample_pair(one) for _ in range(200)] == [sample_pair(other) for _ in range(200)]
    assert sample_pair(random.Random(1)) != sample_pair(random.Random(2))


def test_every_drawn_sentence_parses_to_itself(pairs: tuple[Pair, ...]) -> None:
    for pair in {pair.source: pair for pair in pairs[:6000]}.values():
        assert parse(pair.source) == pair


def test_every_beginning_of_a_drawn_sentence_is_one(pairs: tuple[Pair, ...]) -> None:
    for pair in pairs[:300]:
        for n in range(1, len(pair.source) + 1):
            words = pair.source[:n]
            assert is_beginning(words) or words[-1] in ("a", "an"), words


def test_every_beginning_of_a_drawn_sentence_is_a_sentence_or_refused(pairs: tuple[Pair, ...]) -> None:
    for pair in pairs[:1000]:
        for n in range(1, len(pair.source)):
            found = parse(pair.source[:n])
            assert found is None or len(found.source) == n
            assert all(max(each.dependent, each.head) < n for each in find_relations(pair.source[:n]))


def test_every_word_is_linked_and_every_link_is_inside(pairs: tuple[Pair, ...]) -> None:
    for pair in pairs:
        assert {target for _, target in pair.alignment} == set(range(len(pair.target)))
        assert {source for source, _ in pair.alignment} == set(range(len(pair.source)))


@pytest.mark.parametrize("number", range(len(STRUCTURES)))
def test_every_structure_is_drawn_and_parsed(number: int) -> None:
    rule, share = STRUCTURES[number]
    assert share >= 1
    words, _ = draw(rule, random.Random(number))
    spelled = ["an" if w == "a" and after[0] in "aeiou" else w for w, after in pairwise([*words, "."])]
    assert parse(spelled) is not None


@pytest.mark.parametrize(
    ("english", "alignment"),
    [
        ("he sees them", "0-0 1-2 2-1"),
        ("i eat fish", "0-0 1-1 2-2 2-3"),
        ("we drink water", "0-0 1-1 2-2 2-3 2-4"),
        ("the small black dog sleeps", "0-0 1-1 2-3 3-2 4-4"),
        ("she does not like cats", "0-0 1-1 1-3 2-1 2-3 3-1 3-2 4-4 4-5"),
        ("i do not see a cat", "0-0 1-1 1-3 2-1 2-3 2-4 3-1 3-2 4-4 5-5"),
        ("she sees small cats", "0-0 1-1 2-2 2-3 3-2 3-4"),
        ("the cat is not very black", "0-0 1-1 2-2 2-3 3-2 3-4 4-5 5-6"),
        ("does anna see it", "0-0 0-1 1-1 1-2 2-4 3-3"),
        ("does anna like it", "0-0 0-1 1-1 1-2 2-3 3-4"),
        ("the red car and a dog", "0-0 1-2 2-1 3-3 4-4 5-5"),
        ("anna 's cat sleeps", "0-3 1-0 1-2 2-1 3-4"),
        ("the boy 's dog", "0-2 1-3 2-0 2-2 3-1"),
        ("he is sleeping", "0-0 1-1 2-1"),
        ("she ate", "0-0 1-1 1-2"),
        ("did she eat", "0-0 0-1 0-3 1-1 1-2 2-4"),
        ("i want to sleep", "0-0 1-1 2-2 3-2"),
        ("let us sing", "0-0 1-0 2-0"),
        ("please do not open it", "0-0 0-1 0-2 0-3 1-4 1-7 2-4 2-7 3-6 4-4 4-5"),
        ("yes i sing", "0-0 1-1 2-2"),
        ("my name is anna", "0-0 1-1 1-2 2-1 2-2 3-3"),
        ("there is a cat", "0-0 0-1 0-2 1-0 1-1 1-2 2-3 3-4"),
        ("what do you eat", "0-0 1-1 1-2 2-2 2-3 3-4"),
        ("where is she", "0-0 1-1 2-2"),
        ("i am hungry", "0-0 1-1 2-2"),
        ("he is ten years old", "0-0 1-1 2-2 3-3 4-3"),
        ("i need her", "0-0 1-1 1-2 1-3 2-3 2-4"),
        ("we need bread and milk", "0-0 1-1 1-2 1-3 1-6 2-3 2-4 3-5 4-6 4-7"),
        ("i need to see him", "0-0 1-1 2-3 3-3 4-2"),
        ("he talks to her", "0-0 1-2 2-2 3-1"),
        ("he talks to anna", "0-0 1-1 2-2 3-3"),
        ("he is old but strong", "0-0 1-1 2-2 3-3 4-4"),
        ("i think he sleeps", "0-0 1-1 1-2 2-2 2-3 3-4"),
        ("i think that he sleeps", "0-0 1-1 2-2 3-3 4-4"),
        ("i do not know", "0-0 1-1 1-3 2-1 2-3 3-1 3-2"),
        ("she went to school", "0-0 1-1 1-2 2-3 2-4 2-5 3-3 3-4 3-5"),
        ("did she go home", "0-0 0-1 0-3 1-1 1-2 2-4 3-5 3-6 3-7"),
        ("he did not have it", "0-0 1-1 1-4 2-1 2-4 3-3 4-1 4-2"),
        ("i am from england", "0-0 1-1 2-2 3-2 3-3"),
        ("are they my friends", "0-0 0-1 0-3 1-1 1-2 2-4 3-5"),
        ("what are you doing", "0-0 1-1 1-2 1-4 2-2 2-3 3-4"),
        ("i have no money", "0-0 1-1 1-2 2-1 2-3 2-4 3-5"),
        ("i do not have any bread", "0-0 1-1 1-3 2-1 2-3 2-4 3-1 3-2 4-4 5-5"),
        ("do you have any bread", "0-0 0-1 1-1 1-2 2-3 3-4 4-5"),
        ("we play football", "0-0 1-1 1-2 2-2 2-3"),
        ("she plays the guitar", "0-0 1-1 1-2 2-2 2-3 3-4"),
        ("i saw her", "0-0 1-2 1-3 2-1"),
    ],
)
def test_links_match_those_set_by_hand(english: str, alignment: str) -> None:
    pair = parse(english.split())
    assert pair is not None
    assert write_pharaoh(pair.alignment) == alignment


@pytest.mark.parametrize(
    "english",
    [
        "",
        "he",
        "he eat fish",
        "they eats fish",
        "he do not eat fish",
        "do he eat fish",
        "he does not eats fish",
        "he does eat fish",
        "he is",
        "he are tired",
        "are he tired",
        "cat eats fish",
        "a cats eat fish",
        "a animal eats fish",
        "an cat eats fish",
        "these cat eats fish",
        "some cat sleeps",
        "this cats eat fish",
        "a water is cold but",
        "he eats fish fish",
        "he sleeps fish",
        "he sleeps in anna",
        "the black small cat sleeps",
        "the small small cat sleeps",
        "i see me",
        "we help me",
        "you love you",
        "anna sees anna",
        "anna and the doctor help the doctor",
        "the queen is very good",
        "i do not like a cat",
        "he is not old and sad",
        "he is sad and sad",
        "The cat sleeps",
        "he sees zorbin2",
        "he sees her .",
        "anna and sleep",
        "i and anna sleep",
        "the taleks sleep",
        "talek eats the",
        "he is no cat",
        "they are eating fish eats",
        "two cat sleep",
        "the cats sleeps because it is tired",
        "an american doctor is singing beautiful",
        "a french artist is eating the",
        "we visit my mother",
        "we visit anna",
        "the house is nice",
        "a nice car",
        "i love my brothers and sisters",
        "it is from paris",
        "we are from",
        "he was from paris",
        "i go to the doctor",
        "she goes to her room",
        "he is at the doctor",
        "he is on the train",
        "i am on the phone",
        "i am in the picture",
        "my phone works",
        "how is the soup",
        "where is water",
        "i know english",
        "she is anna",
        "i am spanish",
        "no cat 's dog",
        "some cat 's dog",
        "hello friends",
        "thank you friends",
        "that is spanish",
        "they eat paris",
        "today he came yesterday",
        "every day he will come",
        "he has any bread",
        "any cats sleep",
        "eat any bread",
        "let us eat any bread",
        "there is any bread in the kitchen",
        "i do not like any cats",
        "no cats sleep",
        "he has no bread and no milk",
        "he wants to eat no bread",
        "he needs no bread",
        "he never has no money",
        "they play them",
    ],
)
def test_sentences_outside_the_language_are_not_parsed(english: str) -> None:
    assert parse(english.split()) is None


@pytest.mark.parametrize(("english", "expected"), [("sleep", False), ("cat", True), ("hello", True), ("he", False)])
def test_a_lone_verb_is_no_sentence(english: str, expected: bool) -> None:
    assert is_sentence([english]) is expected


@pytest.mark.parametrize(
    "english", ["no cats", "the black small", "he do", "two cat", "she sleeps fish", "i am anna 's is"]
)
def test_what_no_sentence_begins_with_is_no_beginning(english: str) -> None:
    assert not is_beginning(english.split())


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("does ékim sleep", "est-ce qu' ékim dort"),
        ("does hékim sleep", "est-ce que hékim dort"),
        ("does le sleep", "est-ce que le dort"),
        ("he sees le", "il voit le"),
        ("an élom helps the élom", "un élom aide l' élom"),
    ],
)
def test_an_unknown_word_is_a_masculine_name_or_noun(english: str, french: str) -> None:
    pair = parse(english.split())
    assert pair is not None
    assert " ".join(pair.target) == french


@pytest.mark.parametrize(
    ("english", "wrong"),
    [("an cat", "an"), ("i eat a apple", "a"), ("a cat eats an apple", ""), ("i eat an", ""), ("a", ""), ("", "")],
)
def test_a_wrong_article_is_found(english: str, wrong: str) -> None:
    assert find_wrong_article(english.split()) == wrong


@given(st.integers(0, 2**32), st.data())
def test_a_word_being_typed_stands_for_every_word_that_begins_like_it(seed: int, data: st.DataObject) -> None:
    source = sample_pair(random.Random(seed)).source
    begun = list(source[: data.draw(st.integers(0, len(source) - 1))])
    if begun and data.draw(st.booleans()):
        begun[-1] = data.draw(words)
    typing = data.draw(st.sampled_from(sorted(ENGLISH_WORDS)))[: data.draw(st.integers(1, 4))]
    longer = [word for word in ENGLISH_WORDS if word.startswith(typing)]
    assert is_beginning(begun, typing) is any(is_beginning([*begun, word]) for word in longer), (begun, typing)


words = st.sampled_from(sorted(ENGLISH_WORDS)) | st.sampled_from(["zorbin", "arlek", "", "x1", "Le", "?"])


@given(st.integers(0), st.data())
def test_joined_and_spliced_sentences_are_judged(seed: int, data: st.DataObject) -> None:
    first, second = (sample_pair(random.Random(seed + place)).source for place in (0, 1))
    joined = [*first, data.draw(st.sampled_from(["and", "but", "because"])), *second]
    spliced = [*first[: data.draw(st.integers(0, len(first)))], *second[data.draw(st.integers(0, len(second))) :]]
    for words in (joined, spliced):
        found = parse(words)
        assert found is None or found.source == tuple(words)
        assert is_beginning(words) or not is_sentence(words)


@pytest.mark.parametrize(
    "english",
    ["the cat is black and the dog sleeps", "i am eating and my father works", "paul is tall and he reads book"],
)
def test_clauses_of_different_kinds_are_judged(english: str) -> None:
    assert is_beginning(english.split()) is is_sentence(english.split())


@given(st.lists(words, max_size=12))
def test_parsing_keeps_the_source(source: list[str]) -> None:
    pair = parse(source)
    assert pair is None or list(pair.source) == source


@given(st.integers(0, 2**32), st.data())
def test_a_changed_word_is_kept_or_refused(seed: int, data: st.DataObject) -> None:
    source = list(sample_pair(random.Random(seed)).source)
    source[data.draw(st.integers(0, len(source) - 1))] = data.draw(words)
    pair = parse(source)
    assert pair is None or (list(pair.source) == source and is_beginning(source))


@pytest.mark.parametrize(
    "nonsense",
    ["the", "and", "zorbin", "zorbin and", "the small zorbin and", "zorbin 's", "to", "i want to", "because"],
)
def test_nonsense_is_refused_after_few_attempts(nonsense: str, monkeypatch: pytest.MonkeyPatch) -> None:
    attempts: list[float] = []
    real = listener.Listener
    monkeypatch.setattr(listener, "Listener", lambda *a, **k: attempts.append(time.time()) or real(*a, **k))
    long = (nonsense.split() * MAX_WORDS)[:MAX_WORDS]
    assert parse(long) is None
    assert not is_beginning(long)
    assert len(attempts) < 2000
