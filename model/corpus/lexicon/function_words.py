"""Closed classes of words, which the grammar refers to one by one: determiners, pronouns, auxiliaries."""

from model.corpus.lexicon.categories import Gender, Number
from model.corpus.lexicon.entries import Determiner, Pronoun
from model.corpus.lexicon.tables import NUMBERS

_M, _F = Gender.MASCULINE, Gender.FEMININE

BARE = Determiner(("", ""), ("", "", ""))
THE = Determiner(("the", "the"), ("le'", "la'", "les"))
A = Determiner(("a", ""), ("un", "une", ""))
ONE = Determiner(("one", ""), ("un", "une", ""))
SOME = Determiner(("some", "some"), ("", "", ""))
ANY = Determiner(("any", "any"), ("", "", ""))
NO = Determiner(("no", "no"), ("", "", ""))
MANY = Determiner(("", "many"), ("", "", "beaucoup de'"))
MY = Determiner(("my", "my"), ("mon", "ma", "mes"))
YOUR = Determiner(("your", "your"), ("ton", "ta", "tes"))
HIS = Determiner(("his", "his"), ("son", "sa", "ses"))
HER = Determiner(("her", "her"), ("son", "sa", "ses"))
OUR = Determiner(("our", "our"), ("notre", "notre", "nos"))
THEIR = Determiner(("their", "their"), ("leur", "leur", "leurs"))
THIS = Determiner(("this", "these"), ("ce", "cette", "ces"))
THAT = Determiner(("that", "those"), ("ce", "cette", "ces"))
POSSESSIVES = (MY, YOUR, HIS, HER, OUR, THEIR)
DEMONSTRATIVES = (THIS, THAT)
CARDINALS = tuple(Determiner(("", english), ("", "", french)) for english, french in NUMBERS)
DETERMINERS: tuple[Determiner, ...] = (THE, A, ONE, SOME, ANY, NO, MANY, *POSSESSIVES, *DEMONSTRATIVES, *CARDINALS)

I = Pronoun("i", "me", "je'", "me'", "moi", 0, _M, Number.SINGULAR)  # noqa: E741
YOU = Pronoun("you", "you", "tu", "te'", "toi", 1, _M, Number.SINGULAR)
HE = Pronoun("he", "him", "il", "le'", "lui", 2, _M, Number.SINGULAR)
SHE = Pronoun("she", "her", "elle", "la'", "elle", 2, _F, Number.SINGULAR)
IT = Pronoun("it", "it", "il", "le'", "", 2, _M, Number.SINGULAR)
WE = Pronoun("we", "us", "nous", "nous", "nous", 3, _M, Number.PLURAL)
THEY = Pronoun("they", "them", "ils", "les", "eux", 4, _M, Number.PLURAL)
PRONOUNS: tuple[Pronoun, ...] = (I, YOU, HE, SHE, IT, WE, THEY)
FIRST, SECOND, THIRD, FIRST_PLURAL, THIRD_PLURAL = range(5)  # persons

AFTER_IMPERATIVE = {  # object pronouns before a verb, and after a command: "il me voit", "regarde-moi"
    "me'": "-moi",
    "le'": "-le",
    "la'": "-la",
    "lui": "-lui",
    "nous": "-nous",
    "les": "-les",
    "leur": "-leur",
}
INVERTED = ("-je", "-tu", "-il", "-t-il", "-elle", "-t-elle", "-nous", "-ils")  # subjects after their verbs
