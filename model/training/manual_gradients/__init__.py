"""Backpropagation without autograd, for training short sentences on a CPU: the same gradients in less time.

``python -m benchmarks training`` measures the gain. Each function runs one operation forward. Besides the result it
returns a backward function, to be called once: it takes the gradient of the loss with respect to the result, stores the
gradients with respect to the weights in their ``grad``, and returns the gradient with respect to the input. ``by_x``
names the gradient of the loss with respect to x.

Shapes are given in docstrings: annotations on nested functions would be compiled anew at every call when checked.
"""
