"""Models that were trained elsewhere, decoded with the same record: Hugging Face folders, ``torch.nn.Transformer``."""
