"""The number of sentences that heads are measured on."""

# Held-out sentences, so that a head has one score everywhere. Fewer would leave the rarest relation of the grammar
# below ``MIN_INSTANCES`` of ``model.analysis.grammar_relations``.
N_SENTENCES = 500
