"""Inputs that are nearly right, which reach further than noise."""

from random import Random

from hypothesis import strategies as st

from model.corpus import sample_pair

_WORDS = st.sampled_from(
    [
        "the",
        "cat",
        "sees",
        "a",
        "dog",
        "I",
        "don't",
        "she's",
        "Zorbin",
        "é",
        "日本",
        "🙂",
        "\u202e",
        "\u200b",
        "\x00",
        "‧",
    ]
)
_NOISE = st.text(max_size=12)
SENTENCE = st.lists(_WORDS | _NOISE, max_size=40).map(" ".join) | st.text(max_size=400)

# Drawn sentences up to a word, and others from a word on: as they are half typed, or edited in the middle.
_DRAWN = st.integers(0, 2**32).map(lambda seed: sample_pair(Random(seed)).source)
_PLACE = st.integers(0, 12)
SPLICED = st.tuples(_DRAWN, _PLACE, _DRAWN, _PLACE).map(lambda parts: parts[0][: parts[1]] + parts[2][parts[3] :])

_NUMBER = st.integers(0, 12).map(str) | st.sampled_from(["-1", "999", "1e9", "½", "٣"])
_PART = st.tuples(
    st.sampled_from(["cross", "encoder", "decoder", "self", ""]), st.lists(_NUMBER, max_size=6)
).map(lambda part: "-".join((part[0], *part[1])))  # fmt: skip
_SHARED = st.tuples(_PART, _NUMBER, _NUMBER).map(lambda part: f"{part[0]}-{part[1]}_{part[2]}")
_FORCED = st.tuples(_NUMBER, _WORDS | _NOISE).map("-".join)
HEAD_LINK = st.lists(_PART | _SHARED | _FORCED | _NOISE, max_size=6).map(".".join)

_ALIGNMENT = st.lists(st.tuples(_NUMBER, _NUMBER).map("-".join), max_size=4).map(" ".join)
_LINE = st.tuples(SENTENCE, SENTENCE).map("\t".join) | st.tuples(SENTENCE, SENTENCE, _ALIGNMENT | _NOISE).map("\t".join)
_VALID = [f"the cat {number}\tle chat {number}\t0-0 1-1" for number in range(40)]  # enough for a corpus
_LINES = st.lists(_LINE | st.tuples(_WORDS, _WORDS).map("\t".join), max_size=12)
CORPUS = st.tuples(_LINES, st.sampled_from(["\n", "\r\n", "\r"])).map(
    lambda corpus: corpus[1].join([*_VALID, *corpus[0]]).encode(errors="surrogatepass")
) | st.binary(max_size=300)
