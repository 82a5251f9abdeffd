"""The benchmarks that README.md beside this module quotes: every measurement beside its reference, taken in the same run."""
