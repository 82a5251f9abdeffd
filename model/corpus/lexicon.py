"""Lexicon of the toy languages: every word with all forms that the grammar uses.

Words are sampled uniformly, so the tables are short enough for every word to be learned. French words whose natural
use needs another construction (a preposition, an idiom) are left out.
"""

from dataclasses import dataclass
from enum import Enum, IntEnum


class Gender(IntEnum):
    """Grammatical gender; the value is an offset into a table of forms."""

    MASCULINE = 0
    FEMININE = 1


class Number(IntEnum):
    """Grammatical number; the value is an offset into a table of forms."""

    SINGULAR = 0
    PLURAL = 1


class NounClass(Enum):
    """Semantic class of a noun: it decides which verbs and adjectives are sampled with it, never how they agree."""

    CHILD = "child"
    ADULT = "adult"
    ROLE = "role"
    ANIMAL = "animal"
    THING = "thing"
    WRITING = "writing"
    PLACE = "place"
    FRUIT = "fruit"
    FOOD = "food"
    DRINK = "drink"


PEOPLE = frozenset({NounClass.CHILD, NounClass.ADULT, NounClass.ROLE})
ANIMATE = PEOPLE | {NounClass.ANIMAL}
COUNT_THINGS = frozenset({NounClass.THING, NounClass.WRITING, NounClass.PLACE, NounClass.FRUIT})
MASS = frozenset({NounClass.FOOD, NounClass.DRINK})


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun in both languages; the plural of a mass noun is empty."""

    english: tuple[str, str]  # by Number
    french: tuple[str, str]  # by Number
    gender: Gender
    noun_class: NounClass


@dataclass(frozen=True, slots=True)
class Adjective:
    """An adjective with its four French forms and the noun classes that it naturally describes."""

    english: str
    french: tuple[str, str, str, str]  # by 2 * Number + Gender
    is_prenominal: bool  # in French
    noun_classes: frozenset[NounClass]
    is_inanimate: bool = False  # French describes people differently: "he is cold" is "il a froid"
    is_attributive: bool = False  # of people, never a predicate: "a good queen", but "elle est bonne" is rude

    @property
    def is_inanimate_predicate(self) -> bool:
        """True if it is never the predicate of a person or an animal."""
        return self.is_inanimate or self.is_attributive


FrenchForms = tuple[str, str, str, str, str]  # je, tu, il, nous, ils


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb in the present tense and the noun classes that it is naturally used with."""

    english: tuple[str, str]  # plain, third person singular
    french: FrenchForms
    objects: frozenset[NounClass] = frozenset()  # empty: intransitive
    has_generic_object: bool = False  # like, hate: the generic article replaces the partitive
    subjects: frozenset[NounClass] = ANIMATE
    has_comitative: bool = True  # an intransitive verb allows "with" and a companion
    french_for_people: FrenchForms | None = None  # if French uses another verb for people as objects


@dataclass(frozen=True, slots=True)
class Determiner:
    """A determiner; an empty form does not exist in that number."""

    english: tuple[str, str]  # by Number
    french: tuple[str, str, str]  # masculine, feminine, plural


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A personal pronoun as subject and as object; an empty form does not exist."""

    english: str
    english_object: str
    french: str
    french_object: str
    person: int  # index into Verb.french
    gender: Gender
    number: Number


_M, _F = Gender.MASCULINE, Gender.FEMININE

NOUNS: tuple[Noun, ...] = (
    Noun(("girl", "girls"), ("fille", "filles"), _F, NounClass.CHILD),
    Noun(("boy", "boys"), ("garçon", "garçons"), _M, NounClass.CHILD),
    Noun(("child", "children"), ("enfant", "enfants"), _M, NounClass.CHILD),
    Noun(("man", "men"), ("homme", "hommes"), _M, NounClass.ADULT),
    Noun(("woman", "women"), ("femme", "femmes"), _F, NounClass.ADULT),
    Noun(("friend", "friends"), ("ami", "amis"), _M, NounClass.ROLE),
    Noun(("doctor", "doctors"), ("médecin", "médecins"), _M, NounClass.ROLE),
    Noun(("teacher", "teachers"), ("professeur", "professeurs"), _M, NounClass.ROLE),
    Noun(("student", "students"), ("étudiant", "étudiants"), _M, NounClass.ROLE),
    Noun(("queen", "queens"), ("reine", "reines"), _F, NounClass.ROLE),
    Noun(("cat", "cats"), ("chat", "chats"), _M, NounClass.ANIMAL),
    Noun(("dog", "dogs"), ("chien", "chiens"), _M, NounClass.ANIMAL),
    Noun(("cow", "cows"), ("vache", "vaches"), _F, NounClass.ANIMAL),
    Noun(("animal", "animals"), ("animal", "animaux"), _M, NounClass.ANIMAL),
    Noun(("bird", "birds"), ("oiseau", "oiseaux"), _M, NounClass.ANIMAL),
    Noun(("horse", "horses"), ("cheval", "chevaux"), _M, NounClass.ANIMAL),
    Noun(("car", "cars"), ("voiture", "voitures"), _F, NounClass.THING),
    Noun(("tree", "trees"), ("arbre", "arbres"), _M, NounClass.THING),
    Noun(("flower", "flowers"), ("fleur", "fleurs"), _F, NounClass.THING),
    Noun(("star", "stars"), ("étoile", "étoiles"), _F, NounClass.THING),
    Noun(("book", "books"), ("livre", "livres"), _M, NounClass.WRITING),
    Noun(("story", "stories"), ("histoire", "histoires"), _F, NounClass.WRITING),
    Noun(("house", "houses"), ("maison", "maisons"), _F, NounClass.PLACE),
    Noun(("garden", "gardens"), ("jardin", "jardins"), _M, NounClass.PLACE),
    Noun(("school", "schools"), ("école", "écoles"), _F, NounClass.PLACE),
    Noun(("apple", "apples"), ("pomme", "pommes"), _F, NounClass.FRUIT),
    Noun(("fish", ""), ("poisson", ""), _M, NounClass.FOOD),
    Noun(("meat", ""), ("viande", ""), _F, NounClass.FOOD),
    Noun(("bread", ""), ("pain", ""), _M, NounClass.FOOD),
    Noun(("cheese", ""), ("fromage", ""), _M, NounClass.FOOD),
    Noun(("soup", ""), ("soupe", ""), _F, NounClass.FOOD),
    Noun(("water", ""), ("eau", ""), _F, NounClass.DRINK),
    Noun(("milk", ""), ("lait", ""), _M, NounClass.DRINK),
    Noun(("coffee", ""), ("café", ""), _M, NounClass.DRINK),
)

_SIZED = frozenset({NounClass.CHILD, NounClass.ANIMAL}) | COUNT_THINGS
_LASTING = frozenset(
    {NounClass.ADULT, NounClass.ROLE, NounClass.ANIMAL, NounClass.THING, NounClass.WRITING, NounClass.PLACE}
)
_PRAISED = MASS | {NounClass.ROLE, NounClass.WRITING, NounClass.PLACE, NounClass.FRUIT}
_COLOURED = frozenset({NounClass.ANIMAL, NounClass.THING})
_FELT = MASS | {NounClass.PLACE, NounClass.FRUIT}

ADJECTIVES: tuple[Adjective, ...] = (
    Adjective("small", ("petit", "petite", "petits", "petites"), True, _SIZED),
    Adjective("big", ("grand", "grande", "grands", "grandes"), True, _SIZED - {NounClass.FRUIT, NounClass.WRITING}),
    Adjective("beautiful", ("beau", "belle", "beaux", "belles"), True, ANIMATE | COUNT_THINGS),
    Adjective("old", ("vieux", "vieille", "vieux", "vieilles"), True, _LASTING),
    Adjective("young", ("jeune", "jeune", "jeunes", "jeunes"), True, ANIMATE),
    Adjective("good", ("bon", "bonne", "bons", "bonnes"), True, _PRAISED, is_attributive=True),
    Adjective("black", ("noir", "noire", "noirs", "noires"), False, _COLOURED),
    Adjective("white", ("blanc", "blanche", "blancs", "blanches"), False, _COLOURED),
    Adjective("red", ("rouge", "rouge", "rouges", "rouges"), False, frozenset({NounClass.THING, NounClass.FRUIT})),
    Adjective("tired", ("fatigué", "fatiguée", "fatigués", "fatiguées"), False, ANIMATE),
    Adjective("happy", ("heureux", "heureuse", "heureux", "heureuses"), False, ANIMATE),
    Adjective("sad", ("triste", "triste", "tristes", "tristes"), False, ANIMATE | {NounClass.WRITING}),
    Adjective("sick", ("malade", "malade", "malades", "malades"), False, ANIMATE),
    Adjective("strong", ("fort", "forte", "forts", "fortes"), False, ANIMATE - {NounClass.ROLE}),
    Adjective("hot", ("chaud", "chaude", "chauds", "chaudes"), False, _FELT, is_inanimate=True),
    Adjective("cold", ("froid", "froide", "froids", "froides"), False, _FELT, is_inanimate=True),
)

_OWNED = frozenset({NounClass.ANIMAL}) | COUNT_THINGS | MASS
_LIKED = (ANIMATE - {NounClass.CHILD}) | COUNT_THINGS | MASS
_AIMER = ("aime", "aimes", "aime", "aimons", "aiment")

VERBS: tuple[Verb, ...] = (
    Verb(
        ("eat", "eats"),
        ("mange", "manges", "mange", "mangeons", "mangent"),
        frozenset({NounClass.FOOD, NounClass.FRUIT}),
    ),
    Verb(("drink", "drinks"), ("bois", "bois", "boit", "buvons", "boivent"), frozenset({NounClass.DRINK})),
    Verb(("see", "sees"), ("vois", "vois", "voit", "voyons", "voient"), ANIMATE | COUNT_THINGS),
    Verb(("find", "finds"), ("trouve", "trouves", "trouve", "trouvons", "trouvent"), ANIMATE | COUNT_THINGS),
    Verb(
        ("watch", "watches"),
        ("regarde", "regardes", "regarde", "regardons", "regardent"),
        ANIMATE | {NounClass.THING},
    ),
    Verb(("help", "helps"), ("aide", "aides", "aide", "aidons", "aident"), ANIMATE),
    Verb(("have", "has"), ("ai", "as", "a", "avons", "ont"), _OWNED),
    Verb(("want", "wants"), ("veux", "veux", "veut", "voulons", "veulent"), _OWNED),
    Verb(("buy", "buys"), ("achète", "achètes", "achète", "achetons", "achètent"), _OWNED, subjects=PEOPLE),
    Verb(
        ("read", "reads"),
        ("lis", "lis", "lit", "lisons", "lisent"),
        frozenset({NounClass.WRITING}),
        subjects=PEOPLE,
    ),
    # No people as objects: "il l'aime" means love, and liking is another construction, "il l'aime bien".
    Verb(("like", "likes"), _AIMER, _OWNED, has_generic_object=True),
    Verb(
        ("love", "loves"),
        ("adore", "adores", "adore", "adorons", "adorent"),
        _LIKED,
        has_generic_object=True,
        french_for_people=_AIMER,
    ),
    Verb(
        ("hate", "hates"), ("déteste", "détestes", "déteste", "détestons", "détestent"), _LIKED, has_generic_object=True
    ),
    Verb(
        ("prefer", "prefers"),
        ("préfère", "préfères", "préfère", "préférons", "préfèrent"),
        _LIKED,
        has_generic_object=True,
    ),
    Verb(("sleep", "sleeps"), ("dors", "dors", "dort", "dormons", "dorment"), has_comitative=False),
    Verb(("run", "runs"), ("cours", "cours", "court", "courons", "courent")),
    Verb(("sing", "sings"), ("chante", "chantes", "chante", "chantons", "chantent")),
    Verb(
        ("work", "works"),
        ("travaille", "travailles", "travaille", "travaillons", "travaillent"),
        subjects=PEOPLE,
    ),
    Verb(("arrive", "arrives"), ("arrive", "arrives", "arrive", "arrivons", "arrivent")),
)

BE_ENGLISH: tuple[str, ...] = ("am", "are", "is", "are", "are")  # by person
BE_FRENCH: tuple[str, ...] = ("suis", "es", "est", "sommes", "sont")  # by person

BARE = Determiner(("", ""), ("", "", ""))
THE = Determiner(("the", "the"), ("le'", "la'", "les"))
A = Determiner(("a", ""), ("un", "une", ""))
MY = Determiner(("my", "my"), ("mon", "ma", "mes"))
YOUR = Determiner(("your", "your"), ("ton", "ta", "tes"))
HIS = Determiner(("his", "his"), ("son", "sa", "ses"))
HER = Determiner(("her", "her"), ("son", "sa", "ses"))
OUR = Determiner(("our", "our"), ("notre", "notre", "nos"))
THEIR = Determiner(("their", "their"), ("leur", "leur", "leurs"))
THIS = Determiner(("this", "these"), ("ce", "cette", "ces"))
DETERMINERS: tuple[Determiner, ...] = (THE, A, MY, YOUR, HIS, HER, OUR, THEIR, THIS)

I = Pronoun("i", "me", "je'", "me'", 0, _M, Number.SINGULAR)  # noqa: E741
YOU = Pronoun("you", "you", "tu", "te'", 1, _M, Number.SINGULAR)
HE = Pronoun("he", "him", "il", "le'", 2, _M, Number.SINGULAR)
SHE = Pronoun("she", "her", "elle", "la'", 2, _F, Number.SINGULAR)
IT = Pronoun("", "it", "", "le'", 2, _M, Number.SINGULAR)
WE = Pronoun("we", "us", "nous", "nous", 3, _M, Number.PLURAL)
THEY = Pronoun("they", "them", "ils", "les", 4, _M, Number.PLURAL)
PRONOUNS: tuple[Pronoun, ...] = (I, YOU, HE, SHE, IT, WE, THEY)

ENGLISH_PARTICLES: tuple[str, ...] = ("an", "do", "does", "not", "very", "and", "in", "with")
