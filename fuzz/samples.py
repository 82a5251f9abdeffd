"""Valid files of a tiny model, which are damaged."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from model.corpus.tsv import read_tsv
from model.data.vocabulary import Vocabulary
from model.inference.greedy_decoding import translate
from model.inference.record_json import write_json
from model.inference.record_npz import write_npz
from model.inference.translator import Translator
from model.lab.matrices import Matrix
from model.lab.matrix_files import to_csv, to_npz
from model.runs.archive import pack
from model.runs.run_description import RunDescription
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.training.evaluation import Evaluation
from model.training.learning_curve import CurvePoint
from model.training.snapshot import Snapshot
from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer
from ui.widgets.edited_cells import format_edits

_PAIRS = "\n".join(f"the cat {n}\tle chat {n}\t0-0 1-1 2-2" for n in range(40)).encode()


@dataclass(frozen=True)
class Samples:
    """A translator, and files as the app writes them."""

    translator: Translator
    matrices: dict[str, Matrix]
    edits: bytes
    csv: bytes
    npz: bytes
    record_json: bytes
    record_npz: bytes
    archive: bytes
    folder: dict[str, bytes]


def make_samples() -> Samples:
    """Return samples of an untrained model."""
    torch.manual_seed(0)
    corpus, config = read_tsv(_PAIRS), ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16)
    words = sorted({word for number in range(40) for word in ("the", "cat", "le", "chat", str(number))})
    source, target = Vocabulary(words), Vocabulary(words)
    network = Transformer(config, n_source=len(source), n_target=len(target)).eval().requires_grad_(False)
    translator = Translator(network, source, target)
    record = translate(translator, ("the", "cat"))
    random = np.random.default_rng(0)
    matrices = {name: random.normal(size=(3, 4)) for name in ("Q", "K", "V")}
    edited = {**matrices, "Q": matrices["Q"] + 1}
    description = RunDescription.of(corpus, config, TrainingConfig(steps=1, device="cpu")).with_status(Status.TRAINED)
    point = CurvePoint(1, 1.0, Evaluation(loss=1.0, exact_match=0.5, alignment_accuracy=0.5, n_sentences=1))
    with tempfile.TemporaryDirectory() as path:
        folder = RunFolder(Path(path) / "run")
        folder.write_description(description)
        folder.write_corpus(corpus)
        folder.save_snapshot(Snapshot((point,), translator))
        files = {each.name: each.read_bytes() for each in folder.path.iterdir()}
        archive = pack(folder)
    return Samples(
        translator, matrices, format_edits(matrices, edited).encode(), to_csv(matrices), to_npz(matrices),
        write_json(record).encode(), write_npz(record), archive, files,
    )  # fmt: skip
