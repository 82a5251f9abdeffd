"""Reordering between the languages, read off an alignment."""

from model.corpus import Pair


def find_reordered_word(pair: Pair) -> int | None:
    """Return the target word that steps back farthest in the source, the last of several; None if none steps back.

    A word steps back by the distance from the last source word that earlier target words are linked to, to its own:
    in *le chien noir*, *noir* steps back from *dog* to *black*.
    """
    links: dict[int, int] = {}
    for source, target in pair.alignment:
        links[target] = max(source, links.get(target, source))
    farthest, found, reached = 0, None, -1
    for target in sorted(links):
        step = reached - links[target]
        if step > 0 and step >= farthest:
            farthest, found = step, target
        reached = max(reached, links[target])
    return found
