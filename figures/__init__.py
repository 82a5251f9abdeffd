"""Plotly figures: pure functions from arrays and token labels to ``go.Figure``, without Streamlit or torch."""
