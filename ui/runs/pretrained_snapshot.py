"""A model that was trained elsewhere, in the place of a snapshot."""

from dataclasses import dataclass

from model.inference.translation_system import TranslationSystem


@dataclass(frozen=True, slots=True, eq=False)
class PretrainedSnapshot:
    """The weights of a model that this app did not train.

    Attributes:
        name: of its folder, unique on this server.
        translator: the model with its vocabularies.
        versions: of its files; a cache key together with the name.
    """

    name: str
    translator: TranslationSystem
    versions: tuple[tuple[str, int, int], ...] = ()

    @property
    def step(self) -> int:
        """No step of a training here."""
        return 0
