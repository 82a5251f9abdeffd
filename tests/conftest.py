"""What all tests share."""

import torch

# Tests of many threads on a small model: one thread each is fastest, and the same everywhere.
torch.set_num_threads(1)
