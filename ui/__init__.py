"""The Streamlit interface: the views of each page, and the frame, caches and controls that pages share."""
