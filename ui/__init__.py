"""Streamlit only: what pages share, from caches and controls to the shell each page opens with."""
