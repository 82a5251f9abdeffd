"""Model sizes of the training benchmarks."""

from model.transformer.config import ModelConfig

SMALL = ModelConfig()
MEDIUM = ModelConfig(n_layers=3, n_heads=8, d_model=256, d_ff=1024)
LARGE = ModelConfig(n_layers=4, n_heads=8, d_model=512, d_ff=2048)
