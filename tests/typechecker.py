"""What checks annotations while tests run: beartype, for which an int is a float, as PEP 484 has it."""

from beartype import BeartypeConf, beartype

numeric_tower = beartype(conf=BeartypeConf(is_pep484_tower=True))
