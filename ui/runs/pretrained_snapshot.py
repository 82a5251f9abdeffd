"""A model that was trained elsewhere, in the place of a snapshot."""

from dataclasses import dataclass

from model.inference.translation_system import TranslationSystem


@dataclass(frozen=True, slots=True, eq=False)
class PretrainedSnapshot:
    """The weights of a model that this app did not train.

    Attributes:
        name: of its folder, unique on this server; a cache key.
        translator: the model with its vocabularies.
    """

    name: str
    translator: TranslationSystem

    @property
    def step(self) -> int:
        """No step of a training here."""
        return 0
