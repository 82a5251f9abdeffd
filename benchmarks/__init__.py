"""The benchmarks that ``README.md`` beside this module quotes: each measurement stands beside its reference."""
