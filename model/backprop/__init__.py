"""Backpropagation written out, for learning on a CPU: autograd's numbers, sooner (``python -m benchmarks training``).

Each function here runs forward and returns, beside its result, a function that runs backward: given the gradient
of the loss by the result it returns that by what went in, and leaves that by the weights in their ``grad``.
"""
