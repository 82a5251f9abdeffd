"""The reading of typed sentences: raw text in, tokens of the model out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.data.sentence import MAX_CHARACTERS, MAX_TOKENS
from model.data.typed_sentence import read_finished_sentence, read_sentence
from model.data.vocabulary import Vocabulary

KNOWN = Vocabulary(
    [
        "i",
        "you",
        "he",
        "she",
        "we",
        "they",
        "it",
        "do",
        "does",
        "not",
        "is",
        "am",
        "are",
        "the",
        "a",
        "an",
        "anna",
        "cat",
        "dog",
        "like",
        "likes",
        "see",
        "sees",
        "fish",
        "important",
        "neighbor",
        "'s",
    ]
)


def words(text: str) -> list[str]:
    return list(read_sentence(text, KNOWN).words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The CAT sees the dog.", "the cat sees the dog"),
        ("  the\tcat \n sees fish ", "the cat sees fish"),
        ("Does he like fish?", "does he like fish"),
        ("“The cat”, (the dog) … fish!", "the cat the dog fish"),
        ("she doesn't like fish", "she does not like fish"),
        ("she doesn’t like fish", "she does not like fish"),
        ("i'm", "i am"),
        ("she doesnt like fish", "she does not like fish"),
        ("theyre", "they are"),
        ("im ", "i am"),
        ("the neighbour", "the neighbor"),
        ("the Neighbour's cat.", "the neighbor 's cat"),
        ("I like im.", "i like i am"),
        ("They're the cat", "they are the cat"),
        ("he isn't", "he is not"),
        ("she's the cat", "she is the cat"),
        ("the — cat", "the cat"),
        ("—“The cat” sees–", "the cat sees"),
        ("„the cat“ sees ;-)", "the cat sees"),
        ("the cat,the dog", "the cat the dog"),
        ("The cat!I see fish", "the cat i see fish"),
        ("the cat.I see fish", "the cat i see fish"),
        ("the e.g. U.S. www.Cat.com 3.5", "the e.g u.s www.cat.com 3.5"),
        ("the 1,5 cat", "the 1,5 cat"),
        ("the cat ,the dog .you", "the cat the dog you"),
        ("the cat—the dog...you", "the cat the dog you"),
        ("I don＇t see, I don′t like", "i do not see i do not like"),
        ("the c\u00adat se\u2060es", "the cat sees"),
        ("", ""),
        ("   \u00a0 \u3000", ""),
        ("the\x00cat\x07 \x1b[31m ", "the cat [31m"),
        ("the\u200bcat\u202e fish", "the cat fish"),
    ],
)
def test_case_punctuation_and_contractions_are_understood(text: str, expected: str) -> None:
    assert words(text) == expected.split()


@pytest.mark.parametrize(
    "chunk",
    ["🦊", "👩‍👧", "كلب", "שלום", "Z̃oé", "<script>alert(1)</script>", ":red[x]", "$x$", "<b>cat</b>", "`rm`", "&amp"],
)
def test_anything_else_is_kept_as_typed(chunk: str) -> None:
    sentence = read_sentence(f"the {chunk} sees fish", KNOWN)
    (unknown,) = [token for token in sentence.tokens if not token.is_known]
    assert unknown.text == chunk


@pytest.mark.parametrize("hidden", ["\x00", "\x1b", "\u200b", "\u202e", "\ufeff", "\u200d", "\ud800", "\U0010ffff"])
def test_what_cannot_be_seen_is_a_blank_and_told(hidden: str) -> None:
    sentence = read_sentence(f"the{hidden}cat ", KNOWN)
    assert sentence.words == ("the", "cat")
    assert sentence.has_invisible


@pytest.mark.parametrize("text", ["the cat", "the\tcat\n", "the\u00a0cat", "c\u00adat", "👩\u200d👧", "é", "cat …"])
def test_what_can_be_seen_is_not_told(text: str) -> None:
    assert not read_sentence(text, KNOWN).has_invisible


def test_combining_marks_are_composed() -> None:
    assert words("zoe\u0301 ") == ["zoé"]


def test_names_keep_their_capital() -> None:
    assert read_sentence("The cat sees Zorbin ", KNOWN).texts[-1] == "Zorbin"


@pytest.mark.parametrize(
    ("text", "finished", "unfinished"),
    [
        ("the ca", "the", "ca"),
        ("the Ca", "the", "Ca"),
        ("the cat", "the cat", ""),
        ("the zorbin", "the zorbin", ""),
        ("the zorbin ", "the zorbin", ""),
        ("the zorbin.", "the zorbin", ""),
        ("zor", "zor", ""),
        ("the zorbin sees", "the zorbin sees", ""),
        ("the ca (", "the ca", ""),
        ("the ca –", "the ca", ""),
        ("the ca—", "the ca", ""),
        ("the ca “", "the ca", ""),
        ("the (ca", "the", "ca"),
        ("the cat,se", "the cat", "se"),
        ("don", "", "don"),
        ("don'", "", "don"),
        ("don’", "", "don"),
        ("don't", "do not", ""),
        ("'don'", "don", ""),
        ("he'", "he", ""),
        ("he's", "he is", ""),
        ("dont", "do not", ""),
        ("im", "", "im"),
        ("im ", "i am", ""),
        ("theyr", "", "theyr"),
        ("neighbo", "", "neighbo"),
        ("neighbou", "", "neighbou"),
        ("neighbour", "neighbor", ""),
        ("we'r", "we", "'r"),
        ("we're", "we are", ""),
        ("the cat's", "the cat is", ""),
        ("the cat's fi", "the cat is", "fi"),
        ("the cat's fish", "the cat 's fish", ""),
        ("i", "i", ""),
        ("what i", "what", "i"),
        ("what i ", "what i", ""),
        ("what I", "what i", ""),
        ("it is a", "it is a", ""),
        ("it is A", "it is", "A"),
        ("it is An", "it is", "An"),
        ("it is An ", "it is an", ""),
        ("A", "a", ""),
    ],
)
def test_a_word_being_typed_waits_for_its_end_if_it_may_become_a_known_one(
    text: str, finished: str, unfinished: str
) -> None:
    sentence = read_sentence(text, KNOWN)
    assert (" ".join(sentence.words), sentence.unfinished) == (finished, unfinished)


@pytest.mark.parametrize(
    ("text", "has_capital"),
    [("The cat", True), ("“The cat”", True), ("Won't", True), ("the Cat", False), ("42 cats", False), ("", False)],
)
def test_a_capital_at_the_beginning_is_noticed(text: str, has_capital: bool) -> None:
    assert read_sentence(text, KNOWN).has_capital is has_capital


@pytest.mark.parametrize(
    ("text", "is_name"),
    [("Zorbin", True), ("zorbin", False), ("ZORBIN", True), ("zorBin", True), ("Cat", False), ("42", False)],
)
def test_an_unknown_word_with_a_capital_is_a_name(text: str, is_name: bool) -> None:
    assert [token.is_name for token in read_sentence(f"{text} sees ", KNOWN).tokens] == [is_name, False]


@pytest.mark.parametrize(
    ("text", "names"), [("Zorbin sees Zorba ", "Zorbin Zorba"), ("ZORBIN", "ZORBIN"), ("THE CAT SEES ZORBIN ", "")]
)
def test_a_text_of_capitals_has_no_names(text: str, names: str) -> None:
    assert [token.text for token in read_sentence(text, KNOWN).names] == names.split()


def test_a_long_text_is_cut_and_says_so() -> None:
    sentence = read_sentence("a" * 10_000, KNOWN)
    assert sentence.is_cut
    assert len(sentence.words[0]) == MAX_CHARACTERS
    many = read_sentence("the " * (MAX_TOKENS + 1), KNOWN)
    assert many.is_cut
    assert len(many.words) == MAX_TOKENS
    assert not read_sentence("the " * MAX_TOKENS, KNOWN).is_cut


@pytest.mark.parametrize("end", ["", " ", " " * 1000])
def test_spaces_after_the_last_character_that_is_read_are_no_cut(end: str) -> None:
    text = "the cat " + "a" * (MAX_CHARACTERS - 9) + "?"
    sentence = read_sentence(text + end, KNOWN)
    assert (sentence.is_cut, sentence.end_mark, len(sentence.words)) == (False, "?", 3)
    assert read_sentence(f"{text} a", KNOWN).is_cut


def test_the_last_word_of_a_finished_sentence_is_not_being_typed() -> None:
    assert read_sentence("the ca", KNOWN).words == ("the",)
    finished = read_finished_sentence("the ca", KNOWN)
    assert (finished.words, finished.typing, finished.unfinished) == (("the", "ca"), "", "")


TYPED = st.text(max_size=400) | st.text("aehinostvADZ'’‘ .,?!-", max_size=60)


@given(TYPED)
def test_no_text_breaks_it(text: str) -> None:
    sentence = read_sentence(text, KNOWN)
    assert len(sentence.tokens) <= MAX_TOKENS
    assert len(sentence.words) == len(sentence.texts) == len(sentence.tokens)
    assert sentence.end_mark in ("", ".", "…", "!", "?")
    for token in sentence.tokens:
        assert token.text
        assert token.word
        assert token.is_known == (token.word in KNOWN)
        assert not any(character.isspace() or ord(character) < 32 for character in token.text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Zorbin's ", ("Zorbin", "is")),
        ("ZORBIN’s ", ("ZORBIN", "is")),
        ("İx's ", ("I\u0307x", "is")),
        ("I'm ", ("I", "am")),
        ("Won't ", ("Will", "not")),
        ("Wont ", ("Will", "not")),
        ("Youre ", ("You", "are")),
        ("the Neighbour ", ("the", "Neighbour")),
        ("Neighbour's cat ", ("Neighbour", "'s", "cat")),
        ("Zorbin's cat ", ("Zorbin", "'s", "cat")),
        ("Zorbin 's cat ", ("Zorbin", "'s", "cat")),
    ],
)
def test_a_name_before_an_ending_is_kept_as_it_was_written(text: str, written: tuple[str, str]) -> None:
    assert read_sentence(text, KNOWN).texts == written


@given(TYPED)
def test_curly_apostrophes_are_read_like_straight_ones(text: str) -> None:
    straight = text.replace("’", "'").replace("‘", "'")
    for curly in "’‘":
        assert words(straight.replace("'", curly)) == words(straight)
