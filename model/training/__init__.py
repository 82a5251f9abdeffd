"""Training: the loop, its tasks, optimizer, loss, evaluation, snapshots and checkpoints."""
