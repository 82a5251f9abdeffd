"""The words of the toy languages, each with every form the grammar can ask for.

Words are sampled evenly, so the tables are short: a word that is here is a word that can be learned.
French forms whose natural use needs another construction (a preposition, an idiom) stay out.
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


class Kind(Enum):
    """What a noun names: decides which verbs and adjectives are drawn with it, never how they agree."""

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


PEOPLE = frozenset({Kind.CHILD, Kind.ADULT, Kind.ROLE})
ANIMATE = PEOPLE | {Kind.ANIMAL}
OBJECTS = frozenset({Kind.THING, Kind.WRITING, Kind.PLACE, Kind.FRUIT})
MASS = frozenset({Kind.FOOD, Kind.DRINK})


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun in both languages; a mass noun has no plural, which is the empty word."""

    english: tuple[str, str]  # by Number
    french: tuple[str, str]  # by Number
    gender: Gender
    kind: Kind


@dataclass(frozen=True, slots=True)
class Adjective:
    """An adjective, the four French forms it takes, and what it is naturally said of."""

    english: str
    french: tuple[str, str, str, str]  # by 2 * Number + Gender
    precedes: bool  # French puts it before the noun
    suits: frozenset[Kind]
    lifeless: bool = False  # of people French says something else: "he is cold" is "il a froid"
    attributive: bool = False  # of people said beside the noun only: "a good queen", but "elle est bonne" is rude

    @property
    def is_of_things(self) -> bool:
        """Whether only things can be it: whether a sentence with "to be" says it of no person and no animal."""
        return self.lifeless or self.attributive


FrenchForms = tuple[str, str, str, str, str]  # je, tu, il, nous, ils


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb in the present tense and the nouns it is naturally used with.

    A verb of taste (like, hate) takes the generic article where others take the partitive.
    """

    english: tuple[str, str]  # plain, third person singular
    french: FrenchForms
    objects: frozenset[Kind] = frozenset()  # empty: intransitive
    taste: bool = False
    subjects: frozenset[Kind] = ANIMATE
    company: bool = True  # done "with" somebody, if intransitive
    french_of_people: FrenchForms | None = None  # where another French verb is used of people


@dataclass(frozen=True, slots=True)
class Determiner:
    """What opens a noun phrase; an empty English form does not exist in that number."""

    english: tuple[str, str]  # by Number
    french: tuple[str, str, str]  # masculine, feminine, plural


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A personal pronoun as subject and as object; an empty form is never used."""

    english: str
    english_object: str
    french: str
    french_object: str
    person: int  # index into Verb.french
    gender: Gender
    number: Number


_M, _F = Gender.MASCULINE, Gender.FEMININE

NOUNS: tuple[Noun, ...] = (
    Noun(("girl", "girls"), ("fille", "filles"), _F, Kind.CHILD),
    Noun(("boy", "boys"), ("garçon", "garçons"), _M, Kind.CHILD),
    Noun(("child", "children"), ("enfant", "enfants"), _M, Kind.CHILD),
    Noun(("man", "men"), ("homme", "hommes"), _M, Kind.ADULT),
    Noun(("woman", "women"), ("femme", "femmes"), _F, Kind.ADULT),
    Noun(("friend", "friends"), ("ami", "amis"), _M, Kind.ROLE),
    Noun(("doctor", "doctors"), ("médecin", "médecins"), _M, Kind.ROLE),
    Noun(("teacher", "teachers"), ("professeur", "professeurs"), _M, Kind.ROLE),
    Noun(("student", "students"), ("étudiant", "étudiants"), _M, Kind.ROLE),
    Noun(("queen", "queens"), ("reine", "reines"), _F, Kind.ROLE),
    Noun(("cat", "cats"), ("chat", "chats"), _M, Kind.ANIMAL),
    Noun(("dog", "dogs"), ("chien", "chiens"), _M, Kind.ANIMAL),
    Noun(("cow", "cows"), ("vache", "vaches"), _F, Kind.ANIMAL),
    Noun(("animal", "animals"), ("animal", "animaux"), _M, Kind.ANIMAL),
    Noun(("bird", "birds"), ("oiseau", "oiseaux"), _M, Kind.ANIMAL),
    Noun(("horse", "horses"), ("cheval", "chevaux"), _M, Kind.ANIMAL),
    Noun(("car", "cars"), ("voiture", "voitures"), _F, Kind.THING),
    Noun(("tree", "trees"), ("arbre", "arbres"), _M, Kind.THING),
    Noun(("flower", "flowers"), ("fleur", "fleurs"), _F, Kind.THING),
    Noun(("star", "stars"), ("étoile", "étoiles"), _F, Kind.THING),
    Noun(("book", "books"), ("livre", "livres"), _M, Kind.WRITING),
    Noun(("story", "stories"), ("histoire", "histoires"), _F, Kind.WRITING),
    Noun(("house", "houses"), ("maison", "maisons"), _F, Kind.PLACE),
    Noun(("garden", "gardens"), ("jardin", "jardins"), _M, Kind.PLACE),
    Noun(("school", "schools"), ("école", "écoles"), _F, Kind.PLACE),
    Noun(("apple", "apples"), ("pomme", "pommes"), _F, Kind.FRUIT),
    Noun(("fish", ""), ("poisson", ""), _M, Kind.FOOD),
    Noun(("meat", ""), ("viande", ""), _F, Kind.FOOD),
    Noun(("bread", ""), ("pain", ""), _M, Kind.FOOD),
    Noun(("cheese", ""), ("fromage", ""), _M, Kind.FOOD),
    Noun(("soup", ""), ("soupe", ""), _F, Kind.FOOD),
    Noun(("water", ""), ("eau", ""), _F, Kind.DRINK),
    Noun(("milk", ""), ("lait", ""), _M, Kind.DRINK),
    Noun(("coffee", ""), ("café", ""), _M, Kind.DRINK),
)

_SIZED = frozenset({Kind.CHILD, Kind.ANIMAL}) | OBJECTS
_LASTING = frozenset({Kind.ADULT, Kind.ROLE, Kind.ANIMAL, Kind.THING, Kind.WRITING, Kind.PLACE})
_PRAISED = MASS | {Kind.ROLE, Kind.WRITING, Kind.PLACE, Kind.FRUIT}
_COLOURED = frozenset({Kind.ANIMAL, Kind.THING})
_FELT = MASS | {Kind.PLACE, Kind.FRUIT}

ADJECTIVES: tuple[Adjective, ...] = (
    Adjective("small", ("petit", "petite", "petits", "petites"), True, _SIZED),
    Adjective("big", ("grand", "grande", "grands", "grandes"), True, _SIZED - {Kind.FRUIT, Kind.WRITING}),
    Adjective("beautiful", ("beau", "belle", "beaux", "belles"), True, ANIMATE | OBJECTS),
    Adjective("old", ("vieux", "vieille", "vieux", "vieilles"), True, _LASTING),
    Adjective("young", ("jeune", "jeune", "jeunes", "jeunes"), True, ANIMATE),
    Adjective("good", ("bon", "bonne", "bons", "bonnes"), True, _PRAISED, attributive=True),
    Adjective("black", ("noir", "noire", "noirs", "noires"), False, _COLOURED),
    Adjective("white", ("blanc", "blanche", "blancs", "blanches"), False, _COLOURED),
    Adjective("red", ("rouge", "rouge", "rouges", "rouges"), False, frozenset({Kind.THING, Kind.FRUIT})),
    Adjective("tired", ("fatigué", "fatiguée", "fatigués", "fatiguées"), False, ANIMATE),
    Adjective("happy", ("heureux", "heureuse", "heureux", "heureuses"), False, ANIMATE),
    Adjective("sad", ("triste", "triste", "tristes", "tristes"), False, ANIMATE | {Kind.WRITING}),
    Adjective("sick", ("malade", "malade", "malades", "malades"), False, ANIMATE),
    Adjective("strong", ("fort", "forte", "forts", "fortes"), False, ANIMATE - {Kind.ROLE}),
    Adjective("hot", ("chaud", "chaude", "chauds", "chaudes"), False, _FELT, lifeless=True),
    Adjective("cold", ("froid", "froide", "froids", "froides"), False, _FELT, lifeless=True),
)

_OWNED = frozenset({Kind.ANIMAL}) | OBJECTS | MASS
_LIKED = (ANIMATE - {Kind.CHILD}) | OBJECTS | MASS
_AIMER = ("aime", "aimes", "aime", "aimons", "aiment")

VERBS: tuple[Verb, ...] = (
    Verb(
        ("eat", "eats"),
        ("mange", "manges", "mange", "mangeons", "mangent"),
        frozenset({Kind.FOOD, Kind.FRUIT}),
    ),
    Verb(("drink", "drinks"), ("bois", "bois", "boit", "buvons", "boivent"), frozenset({Kind.DRINK})),
    Verb(("see", "sees"), ("vois", "vois", "voit", "voyons", "voient"), ANIMATE | OBJECTS),
    Verb(("find", "finds"), ("trouve", "trouves", "trouve", "trouvons", "trouvent"), ANIMATE | OBJECTS),
    Verb(
        ("watch", "watches"),
        ("regarde", "regardes", "regarde", "regardons", "regardent"),
        ANIMATE | {Kind.THING},
    ),
    Verb(("help", "helps"), ("aide", "aides", "aide", "aidons", "aident"), ANIMATE),
    Verb(("have", "has"), ("ai", "as", "a", "avons", "ont"), _OWNED),
    Verb(("want", "wants"), ("veux", "veux", "veut", "voulons", "veulent"), _OWNED),
    Verb(("buy", "buys"), ("achète", "achètes", "achète", "achetons", "achètent"), _OWNED, subjects=PEOPLE),
    Verb(
        ("read", "reads"),
        ("lis", "lis", "lit", "lisons", "lisent"),
        frozenset({Kind.WRITING}),
        subjects=PEOPLE,
    ),
    # Who likes people "les aime bien", which is another construction: "il l'aime" is love.
    Verb(("like", "likes"), _AIMER, _OWNED, taste=True),
    Verb(
        ("love", "loves"),
        ("adore", "adores", "adore", "adorons", "adorent"),
        _LIKED,
        taste=True,
        french_of_people=_AIMER,
    ),
    Verb(("hate", "hates"), ("déteste", "détestes", "déteste", "détestons", "détestent"), _LIKED, taste=True),
    Verb(
        ("prefer", "prefers"),
        ("préfère", "préfères", "préfère", "préférons", "préfèrent"),
        _LIKED,
        taste=True,
    ),
    Verb(("sleep", "sleeps"), ("dors", "dors", "dort", "dormons", "dorment"), company=False),
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
