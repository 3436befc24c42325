"""Makes texts of all kinds that the pipeline is compared with spaCy on, from nothing but a seed."""

import random

NAMES = "Anna Priya Tom Miguel Yuki Chen O'Brien McDonald Dr.Ahmed García Zoë Li".split()
PLACES = "Berlin|New York City|the U.K.|São Paulo|Lake Geneva|St. Louis|Route 66|the Eiffel Tower|Room 4b".split("|")
FIRMS = "Initech|Wayne & Sons|Blue Heron Books Inc.|the Red Cross|ACME Corp.|Globex S.A.|Yahoo!|3M".split("|")
TIMES = "yesterday|at 5pm|on 3/14/2021|next Tues.|in the 1990s|at 10:30 a.m.|for two weeks|since Jan. 5th|by 17.5.2020".split("|")
AMOUNTS = "$5.50|€20|12km|3.5kg|20%|1,000,000|-4°C.|5ft|10k|US$3|£9.99/month|two dozen|1/2|4x4|+49|#3|№5".split("|")
THINGS = (
    "cat report garden well-known recipe e-mail laptop meeting mother-in-law sister's dog's children mice geese "
    "theses analyses feet leaves knives data café naïve résumé colour ageing state-of-the-art C++ iPhone T-shirt"
).split()
VERBS = (
    "went said thinks bought had been running forgot wants to see didn't like couldn't find should've told is "
    "fixing was given can't stand gonna leave got made gotta go ain't won't shan't lets sings flew swam dealt"
).split()
ADJECTIVES = "good better best worse larger tiniest happier old red very quick most beautiful unhappily fast".split()
CLAUSES = [
    "{n} {v} the {a} {t} {w}.",
    "{n} and {n} {v} a {t} from {f} in {p}, which cost {m}!",
    "\"I {v} it,\" said {n}, \"but {n} {v} {m} {w}...\"",
    "Did {n} ever {v} that {t}? — No; not {w}.",
    "If you {v} my {t}, I'd've {v} {m} of {t}s {w}",
    "i dont think {n}s {t} {v} the {a} {t} lol",
    "{n} (the {t} of {f}) {v} [see {p}] {w}/{w}.",
    "Re: {t} for {p}\n\nHi {n},\n\nThe {t}s that {f} {v} are {a}. Pls. send {m} {w}.\n\nThx,\n{n}",
    "* {t}: {m}\n* {t}: {a}\n\t- {n}\n",
    "That's what {n} {v}: who'd {v} {p}'s {t}?!",
    "There're {m} {t}s, aren't there? Y'all {v} 'em, c'mon.",
    "It was {a} that {n}, whom we {v} {w}, {v} to {p}.",
    "{n} {v} {n}'s {t} because the {t} {v} {a} and the {t} {v} {a}.",
]
ODD = (
    ":) :-( ;D <3 ^_^ ¯\\(ツ)/¯ 😀 👍🏽 👨‍👩‍👧 🇩🇪 https://example.com/a?b=c#d http://user:pw@10.1.2.3:80/x "
    "www.example.org example.com/path mail@example.co.uk foo@bar ftp://192.0.2.7/file 10.0.0.1 8.8.8.8 @handle "
    "#hashtag a.b.c U.S.A. e.g. i.e. vs. Mr. Mrs. Ph.D. a.m. 1st 2nd 10-12 10–12 a—b a--b --flag -x 'quoted' "
    "``tex'' «guillemets» „unten“ ‘single’ don’t it’s I’m you’re they'd he'll O'clock rock'n'roll 'n' 'cause "
    "... …… .. ?! ?!?! (a) [b] {c} <d> a/b and/or w/o C:\\x\\y ~/.bashrc a_b __init__ x=y x+y 2^3 3*4 5-6 -5 "
    "+1-555-0100 555.1234 12:30:15 2021-03-14T15:09 $ € US$ 50¢ 100°F 37°C. km. 5km. 10kg, 3m/s A.B ab.Cd ab.CD. "
    "Wow!!! no.No so,what semi;colon c:d e>f ＡＢＣ １２３ Привет мир 你好 世界。 こんにちは مرحبا שלום हिन्दी ไทย é "
    "Straße ŒUVRE İstanbul ΣΊΣΥΦΟΣ ² ③ Ⅳ ½ x² H₂O µm naïveté \u00ad \u200b \ufeff \u200d a\u0301 LONG" + "x" * 120
).split(" ")
SPACES = [" "] * 40 + ["  ", "   ", "\n", "\n\n", " \n", "\n ", "\t", " \t ", "\u00a0", "\u2003", "\r\n", "", "\x1f"]


def sentence(dice):
    words = {"n": NAMES, "p": PLACES, "f": FIRMS, "w": TIMES, "m": AMOUNTS, "t": THINGS, "v": VERBS, "a": ADJECTIVES}
    text = dice.choice(CLAUSES)
    for key, choices in words.items():
        while "{" + key + "}" in text:
            text = text.replace("{" + key + "}", dice.choice(choices), 1)
    return text


def jumble(dice, specials):
    """Odd pieces, special cases of the tokenizer and ordinary words, glued in odd ways."""
    pieces = []
    for _ in range(dice.randint(3, 25)):
        pool = dice.choice([ODD, ODD, specials, THINGS, VERBS, NAMES, AMOUNTS])
        piece = dice.choice(pool)
        if dice.random() < 0.2:
            piece = dice.choice("( [ \" ' “ ‘ $ # - . … * _ € ~".split()) + piece
        if dice.random() < 0.3:
            piece += dice.choice(") ] \" ' ” ’ . , ; : ? ! … ... 's ’s % km -".split())
        if dice.random() < 0.1:
            piece = piece.upper() if dice.random() < 0.5 else piece.capitalize()
        pieces += [piece, dice.choice(SPACES)]
    return "".join(pieces)


def texts(count, seed, specials):
    """`count` texts; `specials` are texts the tokenizer treats in a way of their own."""
    dice = random.Random(seed)
    for _ in range(count):
        if dice.random() < 0.4:
            yield jumble(dice, specials)
        else:
            yield dice.choice(SPACES).join(sentence(dice) for _ in range(dice.randint(1, 4)))
