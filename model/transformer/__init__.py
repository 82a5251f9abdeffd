"""The Transformer. Read: config, kind, masks, taps, head_edits, attention, layers, encoder_decoder, language_model."""
