"""Numbers of held-out sentences that heads are measured on; a corpus with fewer is measured on all of them."""

N_SENTENCES = 2000  # roles and measures: every held-out sentence of the toy corpus
N_IMPORTANCE = 1000  # importance: the model runs over them twice for each head
N_AGREEMENT = 200  # attribution methods; they take some 50 ms for each of the thousand words generated
N_QUICK = 500  # scores beside the translation, which follow a training that goes on; word aligners
