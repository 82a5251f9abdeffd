"""The Transformer.

Reading order: config, kind, masks, taps, head_edits, attention, layers, encoder_decoder, language_model.
"""
