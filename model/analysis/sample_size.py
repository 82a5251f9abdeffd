"""Numbers of held-out sentences that heads are measured on; a corpus with fewer is measured on all of them."""

N_SENTENCES = 2000  # every held-out sentence of the toy corpus
N_QUICK = 500  # scores beside the translation before the last training step; word aligners
