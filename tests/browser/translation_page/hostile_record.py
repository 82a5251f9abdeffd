"""A page of a translation, and the tokens of one that no page may run or hide."""

from figures.translation_page import write_page
from model.data.vocabulary import EOS
from model.inference.intervention import Intervention
from model.inference.record_json import describe
from model.inference.row_labels import label_steps
from model.inference.translation import Translation
from model.transformer.kind import Kind

EVIL = "</script><img src=x onerror=alert(1)>"
FORCED = {0: "le", 1: "chat", 2: EVIL, 3: EOS}


def to_page(
    record: Translation, shown: tuple[str, int, int | None, int] | None = None, framed: int | None = None
) -> str:
    maps = {kind.value: record.maps[kind] for kind in Kind}
    described = describe(record, Intervention())
    labels = label_steps(record.keys(Kind.DECODER), record.target)
    return write_page(
        " ".join(record.source), described, maps, labels, gold=[(1, 0)], language="fr", shown=shown, framed=framed
    )
