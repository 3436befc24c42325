//! Forms of English words that the stemmer does not bring together.

/// Each line is one word: verbs with their irregular pasts, nouns with their irregular plurals, and what notes write in short.
#[rustfmt::skip]
pub(super) const FORMS: &[&str] = &[
    "become became", "begin began begun", "bend bent", "bite bit bitten", "blow blew blown",
    "break broke broken", "bring brought", "build built", "burn burnt", "buy bought", "catch caught",
    "choose chose chosen", "come came", "creep crept", "deal dealt", "dig dug", "draw drew drawn",
    "dream dreamt", "drink drank drunk", "drive drove driven", "eat ate eaten", "fall fell fallen",
    "feed fed", "feel felt", "fight fought", "find found", "flee fled", "fly flew flown",
    "forget forgot forgotten", "forgive forgave forgiven", "freeze froze frozen", "get got gotten",
    "give gave given", "go went gone", "grow grew grown", "hang hung", "hear heard", "hide hid hidden",
    "hold held", "keep kept", "kneel knelt", "know knew known", "lay laid", "lead led", "leap leapt",
    "learn learnt", "leave left", "lend lent", "light lit", "lose lost", "make made", "mean meant",
    "meet met", "pay paid", "ride rode ridden", "ring rang rung", "rise rose risen", "run ran", "say said",
    "see saw seen", "seek sought", "sell sold", "send sent", "sew sewn", "shake shook shaken", "shine shone",
    "shoot shot", "show shown", "shrink shrank shrunk", "sing sang sung", "sink sank sunk", "sit sat",
    "sleep slept", "slide slid", "speak spoke spoken", "spend spent", "spin spun", "stand stood",
    "steal stole stolen", "stick stuck", "sting stung", "strike struck", "swear swore sworn", "sweep swept",
    "swim swam swum", "swing swung", "take took taken", "teach taught", "tear tore torn", "tell told",
    "think thought", "throw threw thrown", "understand understood", "wake woke woken", "wear wore worn",
    "weave wove woven", "withdraw withdrew", "write wrote written", "child children", "man men",
    "woman women", "foot feet", "tooth teeth", "mouse mice", "goose geese", "wife wives", "knife knives",
    "leaf leaves", "half halves", "shelf shelves", "wolf wolves", "person people", "operation op",
    "appointment appt", "birthday bday", "meeting mtg", "doctor dr gp", "pressure bp", "weight wt",
    "password pw pwd", "holiday hols", "address addr", "temperature temp", "reference ref", "week wk wks",
    "month mth mths", "year yr yrs", "hour hr hrs", "christmas xmas", "department dept", "invoice inv",
];
