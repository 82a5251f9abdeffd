"""What this visitor has: the default run, and the runs on the visitor's own shelf."""

from model.runs.archive import unpack
from model.runs.run_description import RunDescription
from model.runs.training_run import TrainingRun
from ui.runs import cache, visitor
from ui.runs.visitor_files import MOST_RUNS, Shelf

DEFAULT = "Default"
FULL = f"You have {MOST_RUNS} trainings, the most that are kept for one visitor: delete one first."


def mine() -> Shelf:
    """The runs of this visitor, by the names they were given."""
    return cache.shelves().of(visitor.visitor())


def names(looked_at: TrainingRun) -> dict[str, str]:
    """The name of each run to choose from by its digest, no two alike: the default one first.

    Args:
        looked_at: another visitor's run may be looked at, with a link.
    """
    default = cache.runs().open_default().digest
    known = {default: DEFAULT, **mine().names}
    if looked_at.digest not in known:
        known[looked_at.digest] = "From a link"
    twice = [name for name in known.values() if list(known.values()).count(name) > 1]
    return {digest: f"{name} ({digest[:6]})" if name in twice else name for digest, name in known.items()}


def rename(digest: str, name: str) -> None:
    """Give a run another name."""
    cache.shelves().change(visitor.visitor(), lambda shelf: shelf.put(digest, name) if digest in shelf.names else shelf)


def delete(digest: str) -> None:
    """Take a run off this visitor's shelf; where no other visitor has it, it is deleted."""
    cache.shelves().change(visitor.visitor(), lambda shelf: shelf.without(digest))
    if digest != cache.runs().open_default().digest and not cache.shelves().hold(digest):
        cache.runs().delete(digest)


def load(data: bytes, name: str, *, is_trusted: bool = False) -> RunDescription:
    """Put the run of a file on this visitor's shelf; see ``model.runs.archive.unpack``.

    Raises:
        ArchiveError: the file cannot be used; nothing has been changed.
        OSError: the folder of runs cannot be written.
        ValueError: the shelf is full.
    """
    _check_room()
    here = cache.runs().digests
    facts = unpack(data, cache.runs().path, [cache.corpus().digest], is_trusted=is_trusted)
    keep(facts.digest, name, is_begun=facts.digest not in here)
    return facts


def keep(digest: str, name: str, *, is_begun: bool = False) -> None:
    """Put a run that is here on this visitor's shelf, unless it is the default one or there already.

    Args:
        digest: names the run.
        name: what this visitor calls it.
        is_begun: whether it is here because this visitor began or brought it.

    Raises:
        ValueError: the shelf is full.
    """
    if digest != cache.runs().open_default().digest and digest not in mine().names:
        _check_room()
        cache.shelves().change(visitor.visitor(), lambda shelf: shelf.put(digest, name, is_begun=is_begun))


def rules(digest: str) -> bool:
    """Whether this visitor may pause, end and repeat a run: who began it, or who alone has it."""
    own = mine()
    return digest in own.names and (digest in own.begun or not cache.shelves().hold(digest, besides=visitor.visitor()))


def _check_room() -> None:
    if mine().is_full:
        raise ValueError(FULL)
