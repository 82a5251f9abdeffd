"""The sentence that is changed, and the changes that its page lists."""

from streamlit.testing.v1 import AppTest

from ui.translate import translate_page_keys

SENTENCE = "the cat sees the dog "


def list_changes(app: AppTest) -> list[str]:
    return [option.replace("\\", "") for option in app.button_group(translate_page_keys.CHANGES).options]
