"""Backpropagation written out, for learning on a CPU: autograd's numbers, sooner (``python -m benchmarks training``).

Each function here runs forward and returns, beside its result, a function that runs backward, once: given the gradient
of the loss by the result it returns that by what went in, and leaves that by the weights in their ``grad``. "By" is
"with respect to": ``by_x`` is the gradient of the loss by x.

Shapes stand in docstrings: whatever checks annotations at run time would compile each function inside a function anew.
"""
