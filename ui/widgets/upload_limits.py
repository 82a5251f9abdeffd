"""Size limits of uploaded files in megabytes; the readers of each kind of file define and enforce them in bytes."""

from model.corpus.tsv import LIMITS
from model.inference import record_json
from model.lab import matrix_files
from model.runs import archive

CORPUS = LIMITS.n_bytes // 1_000_000
MATRICES = matrix_files.MAX_BYTES // 1_000_000
RECORD = record_json.MAX_BYTES // 1_000_000
RUN = archive.MAX_BYTES // 1_000_000
