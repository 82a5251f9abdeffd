"""Training: one loop, the optimizer, the loss, evaluation, snapshots, checkpoints."""
