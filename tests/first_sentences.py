"""Sentences that visitors type first, with their translations."""

FIRST_SENTENCES = {
    "hello": "bonjour",
    "hello world": "bonjour le monde",
    "I love you": "Je t'aime",
    "I love her": "Je l'aime",
    "I am a student": "Je suis étudiant",
    "my name is Anna": "je m'appelle Anna",
    "where is the cat?": "où est le chat\u202f?",
    "how are you?": "comment vas-tu\u202f?",
    "I like cats": "J'aime les chats",
    "the cat is black": "le chat est noir",
    "my mother sleeps": "ma mère dort",
    "I want to eat": "Je veux manger",
    "can you help me?": "est-ce que tu peux m'aider\u202f?",
    "good morning": "bonjour",
    "thank you": "merci",
    "she is my friend": "elle est mon amie",
    "it's cold": "il fait froid",
    "I'm tired.": "Je suis fatigué.",
    "I don't know": "Je ne sais pas",
    "do you speak English?": "est-ce que tu parles anglais\u202f?",
    "let's go!": "allons-y\u202f!",
    "we live in Paris": "nous habitons à Paris",
    "he is eating an apple": "il mange une pomme",
    "Hello, how are you?": "Bonjour, comment vas-tu\u202f?",
    "open the door": "ouvre la porte",
    "yes, I am hungry": "oui, j'ai faim",
    "Anna's cat is black": "Le chat d'Anna est noir",
    "I have no money": "Je n'ai pas d'argent",
    "do you have any water?": "est-ce que tu as de l'eau\u202f?",
    "I saw her": "Je l'ai vue",
    "we play football": "nous jouons au football",
    "I take the bus": "Je prends le bus",
    "she is wearing a red dress": "elle porte une robe rouge",
}

# What makes sense too while a sentence is typed, beside the beginnings of its translation.
BEGINNINGS = {
    "I": ["j'"],
    "I love": ["j'aime"],
    "I like": ["j'aime bien"],
    "I am a": ["je suis un", "je suis une"],
    "I want": ["je voudrais"],
    "my": ["mon", "ma", "mes"],
    "my name": ["mon nom"],
    "where is the": ["où est la", "où est l'"],
    "the": ["la", "les", "l'"],
    "good": ["bon", "bonne"],
    "she is my": ["elle est ma"],
    "let's": ["allons", "mangeons", "jouons", "dansons", "parlons", "dormons"],
    "it's": ["c'", "c'est"],
    "we live in": ["nous habitons dans"],
    "can you help": ["est-ce que tu peux aider"],
    "he is": ["il est"],
    "he is eating an": ["il mange un"],
    "open": ["ouvert", "ouvrir"],
    "yes, I": ["oui, je"],
    "yes, I am": ["oui, je suis"],
    "Anna's": ["anna", "anna est", "d'anna"],
    "I have": ["j'ai"],
    "I have no": ["je n'ai pas de", "je n'ai aucune"],
    "do you have any": ["est-ce que tu as du"],
    "I saw": ["j'ai vu"],
    "I take the": ["je prends la"],
    "she is": ["elle est"],
    "she is wearing a": ["elle porte un"],
    "she is wearing a red": ["elle porte un"],
}


def makes_sense(beginning: str, french: str) -> bool:
    """Return True if some French, capitals aside, may stand for the beginning of a sentence."""
    wholes = [whole.lower() for text, whole in FIRST_SENTENCES.items() if f"{text} ".startswith(f"{beginning} ")]
    french = french.lower()
    return french in BEGINNINGS.get(beginning, []) or any(whole.startswith(french) for whole in wholes)
