"""Lexicon entries of words, with all forms that the grammar uses. An entry equals only itself."""

from dataclasses import dataclass

from model.corpus.lexicon.categories import Classes, FrenchForms, Gender, Number, ObjectArticle


@dataclass(frozen=True, slots=True, eq=False)
class Noun:
    """A noun in both languages; the plural of a mass noun is empty.

    Attributes:
        english: forms by Number.
        french: forms by Number.
        gender: of the French noun.
        classes: semantic classes and its English singular; they decide which words are drawn with it, never how they
            agree.
        feminine: forms by Number for a woman, of a noun that has them: "amie"; else empty.
    """

    english: tuple[str, str]
    french: tuple[str, str]
    gender: Gender
    classes: Classes
    feminine: tuple[str, str] = ("", "")

    @property
    def is_mass(self) -> bool:
        """True if it has no plural: water, music."""
        return not self.english[Number.PLURAL]


@dataclass(frozen=True, slots=True, eq=False)
class Adjective:
    """An adjective.

    Attributes:
        english: its only form.
        french: forms by 2 * Number + Gender.
        is_prenominal: True if it stands before the French noun.
        kind: size, age, colour, state …; restricts which two adjectives are drawn together.
        degrees: "very" and "too" as far as they are drawn before it.
        attributive: classes of the nouns that it is drawn with: "a good book".
        predicative: classes of the subjects that it is drawn with: "the book is good"; "it" for pronouns of things.
        after_be: forms by 2 * Number + Gender after "être" and such a subject: "neuf" rather than "nouveau".
    """

    english: str
    french: tuple[str, str, str, str]
    is_prenominal: bool
    kind: str
    degrees: frozenset[str]
    attributive: Classes
    predicative: Classes
    after_be: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Comparative:
    """The comparative of an adjective.

    Attributes:
        english: its words: "bigger", or "more", "beautiful".
        adjective: the adjective; the comparative is drawn with the same subjects.
        french: forms by 2 * Number + Gender, after "plus".
        subjects: classes of its subjects: "plus âgé" is said of people and animals; empty for those of the adjective.
    """

    english: tuple[str, ...]
    adjective: Adjective
    french: tuple[str, str, str, str]
    subjects: Classes


@dataclass(frozen=True, slots=True, eq=False)
class Verb:
    """A verb with one kind of object; an English verb that French translates in several ways has several entries.

    Attributes:
        english: plain, third person singular, progressive and past form, each of one word or of two, "look at"; an
            empty form is not used.
        french: present tense.
        infinitive: French infinitive.
        participle: French past participle, masculine singular.
        subjects: classes of the subjects that it is drawn with.
        objects: classes of its objects; empty if it is intransitive.
        article: determiners of its objects.
        sites: classes of nouns and kinds of named places where it is done.
        company: classes of those with whom it is done.
        adjuncts: benefit, and kinds of times, that it is drawn with; "to!", "home!" and "at!" are obligatory.
        after: what its infinitive is drawn after: want, like, hope, can, must, will, let; "cannot" for "can not" only,
            "forbidden" for "must not" and "do not", "command" for what somebody is told to do.
        adverb: French word that belongs to it: "aimer bien", "avoir besoin", "être assis".
        is_negated: True if only negated clauses use this entry, False if only others do, None for all.
        foreign: classes of the objects with which another entry translates the same English verb differently.
        traits: what else restricts its use. "event": the simple present needs a time. "complemented": it needs an
            adjunct in the present and the past. "involuntary": never done without somebody. "pastime": "and" and "but"
            join it to another one. "affirmed": it is not negated. "rare": it is drawn rarely. "moving": "there" may
            also be where it leads. "skill": who can do it, without more, has learned it: "savoir nager"; its object is
            "the" one. "sensed": "can" before it is not translated: "je vois". "alive": things that do so have another
            verb in French: "la voiture roule". "être": its past is formed with it, "elle est allée". "imperfect": its
            past is the imparfait, "il avait un chien". "agreeing": its adverb agrees with the subject: "elle est
            assise". "there": where it leads is not said: "y aller". "recipient":
            somebody is given its object. Of its object: "specific", it has "the", "this" or "my"; "single", it is in
            the singular; "named", it is no pronoun; "placed", it is never a person; "own", it is one's own; "strange",
            it is not; "averse", it has no adjective and no possessor; "judging", it has none that follows its French
            noun ("elle trouve ses chiens drôles"); "described", "and" tells more of it; "dative", a pronoun stands
            before the verb all the same: "je lui parle"; "ça", which "it" is: "j'aime ça".
        preposition: French preposition before its object: "parler à", "avoir besoin de"; empty for none.
    """

    english: tuple[str, str, str, str]
    french: FrenchForms
    infinitive: str
    participle: str
    subjects: Classes
    objects: Classes
    article: ObjectArticle
    sites: Classes
    company: Classes
    adjuncts: frozenset[str]
    after: frozenset[str]
    adverb: str
    is_negated: bool | None
    foreign: Classes
    traits: frozenset[str]
    preposition: str

    def words(self, form: int) -> tuple[str, ...]:
        """Return the English words of a form: "looking", "for"."""
        return tuple(self.english[form].split())

    @property
    def is_stative(self) -> bool:
        """True if English has no progressive form for it: "she knows him"."""
        return not self.english[2]


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """A first name, the same in both languages."""

    word: str
    gender: Gender


@dataclass(frozen=True, slots=True, eq=False)
class FixedPhrase:
    """A phrase that is learned as a whole, with its gold alignment."""

    english: tuple[str, ...]
    french: tuple[str, ...]
    alignment: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True, eq=False)
class Feeling:
    """A state that French expresses with "avoir" and a noun: hungry, "avoir faim".

    Attributes:
        english: adjective.
        french: noun.
        degrees: "very", if it is drawn before it.
        subjects: classes of those that are drawn with it.
    """

    english: str
    french: str
    degrees: frozenset[str]
    subjects: Classes


@dataclass(frozen=True, slots=True, eq=False)
class Determiner:
    """A determiner; an empty form does not exist in that number.

    Attributes:
        english: forms by Number.
        french: masculine, feminine and plural form, each one or more words.
    """

    english: tuple[str, str]
    french: tuple[str, str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Pronoun:
    """A personal pronoun as subject, as object and after a preposition; an empty form does not exist."""

    english: str
    english_object: str
    french: str
    french_object: str
    french_strong: str
    person: int  # index into Verb.french
    gender: Gender
    number: Number

    @property
    def french_dative(self) -> str:
        """The French pronoun before a verb with "à": "je lui parle"."""
        return {"le'": "lui", "la'": "lui", "les": "leur"}.get(self.french_object, self.french_object)
