"""Arguments of a small training, and the words of a small corpus."""

TINY = ["--steps=12", "--layers=1", "--heads=2", "--d-model=16", "--d-ff=16", "--batch-size=16", "--device=cpu"]
NAMES = ("Anna", "Paul", "the dog", "the cat", "a child", "a king", "the queen", "a bird")
DEEDS = {"sleeps": "dort", "eats": "mange", "sings": "chante", "runs": "court", "laughs": "rit"}
