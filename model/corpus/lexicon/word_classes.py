"""Semantic classes of nouns, by which entries say what they are drawn with, and the groups that stand for several."""

from model.corpus.lexicon.categories import Classes

PEOPLE: Classes = frozenset({"infant", "child", "adult", "kin", "spouse", "role", "royal", "relation"})
ANIMATE: Classes = PEOPLE | {"animal"}
GOODS: Classes = frozenset({"thing", "furniture", "opening", "writing", "vehicle", "plant"})
GROUPS = {
    "animate": ANIMATE,
    "people": PEOPLE,
    "talkers": PEOPLE - {"infant", "royal"},
    "grown": PEOPLE - {"infant", "child", "royal"},
}


def read_classes(names: str) -> Classes:
    """Return the classes that a cell names, a group as the classes it stands for; ``-`` is none."""
    return frozenset(each for name in names.split() if name != "-" for each in GROUPS.get(name, {name}))
