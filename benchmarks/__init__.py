"""The benchmarks that the README quotes: every measurement beside its reference, taken in the same run."""
