//! The words whose meaning the reading knows.

use recollect_model::Modality;

use crate::clause::AttributionKind;

/// Verbs that link a subject to what it is.
pub(crate) const COPULAS: &[&str] = &[
    "be", "become", "seem", "appear", "remain", "stay", "feel", "look", "sound", "taste", "smell",
    "get", "turn", "grow", "prove", "'s", "m", "re", "s",
];

/// Words that deny the clause they stand in.
pub(crate) const DENYING: &[&str] = &[
    "not", "n't", "n’t", "nt", "never", "hardly", "scarcely", "neither", "nor", "no",
];

/// Words that deny what has been and say how near it came: "almost bought".
pub(crate) const NEARLY: &[&str] = &["almost", "nearly"];

/// Words that say that something is so less than it sounds: "rarely drinks".
pub(crate) const RARELY: &[&str] = &["rarely", "seldom", "barely", "infrequently"];

/// Words after "not" that leave what they stand with as it is: "not only did I visit Rome".
pub(crate) const NOT_ONLY: &[&str] = &["only", "just", "merely", "simply", "solely"];

/// Adjectives and nouns that say whether a clause is so: "it's true that", "it's a lie that".
pub(crate) const FALSE: &[&str] = &["false", "untrue", "lie", "myth", "rumor", "rumour", "wrong"];

/// What a question that has such a verb takes for granted: "Did you know that I moved?"
pub(crate) const TAKEN_FOR_GRANTED: &[&str] = &[
    "know", "remember", "realize", "realise", "hear", "notice", "tell", "mention", "forget",
    "learn", "guess",
];

/// Conjunctions whose clause a question takes for granted: "What shall we cook, since Anna is a vegetarian?"
pub(crate) const GRANTING: &[&str] = &[
    "because", "since", "as", "although", "though", "after", "while", "now", "given",
];

/// Words that ask for agreement at the end of a sentence: "You live in Rome, right?"
pub(crate) const TAGS: &[&str] = &[
    "right", "correct", "yes", "no", "yeah", "huh", "eh", "ok", "okay", "innit", "true",
];

/// Words that deny the clause whose subject or object they are or begin.
pub(crate) const NOBODY: &[&str] = &["nobody", "noone", "none", "nothing", "neither", "no"];

/// Pasts that the parser may take for another form where a text leaves out the subject: "Ran a marathon today".
pub(crate) const IRREGULAR: &[(&str, &str)] = &[
    ("ate", "eat"),
    ("became", "become"),
    ("began", "begin"),
    ("bought", "buy"),
    ("broke", "break"),
    ("brought", "bring"),
    ("built", "build"),
    ("came", "come"),
    ("caught", "catch"),
    ("drank", "drink"),
    ("drove", "drive"),
    ("flew", "fly"),
    ("forgot", "forget"),
    ("gave", "give"),
    ("got", "get"),
    ("gotten", "get"),
    ("grew", "grow"),
    ("heard", "hear"),
    ("kept", "keep"),
    ("knew", "know"),
    ("lost", "lose"),
    ("made", "make"),
    ("met", "meet"),
    ("paid", "pay"),
    ("ran", "run"),
    ("rode", "ride"),
    ("said", "say"),
    ("sang", "sing"),
    ("slept", "sleep"),
    ("sold", "sell"),
    ("spent", "spend"),
    ("spoke", "speak"),
    ("swam", "swim"),
    ("taught", "teach"),
    ("thought", "think"),
    ("threw", "throw"),
    ("told", "tell"),
    ("took", "take"),
    ("went", "go"),
    ("woke", "wake"),
    ("won", "win"),
    ("wore", "wear"),
    ("wrote", "write"),
];

/// Verbs that nobody is told to do: without a subject they are the writer's.
pub(crate) const NOT_COMMANDED: &[&str] = &[
    "wish", "hope", "love", "hate", "miss", "need", "want", "think", "feel", "prefer", "seem",
    "know", "like", "dislike",
];

/// "Want to" and its like, written as they are spoken, with an infinitive that the parser takes for a finite verb.
pub(crate) const SPOKEN: &[&str] = &["wanna", "gonna", "gotta"];

/// Words that make what they stand with possible rather than actual.
pub(crate) const PERHAPS: &[&str] = &[
    "maybe",
    "perhaps",
    "probably",
    "possibly",
    "presumably",
    "supposedly",
    "allegedly",
    "likely",
    "apparently",
];

/// Verbs of wanting that something is so.
pub(crate) const WISHING: &[&str] = &["wish", "hope", "pray", "want"];

/// Verbs whose object may be an activity: "quit smoking".
pub(crate) const OF_ACTIVITIES: &[&str] = &[
    "stop", "quit", "start", "begin", "give", "finish", "keep", "enjoy", "love", "like", "hate",
    "dislike", "prefer", "avoid", "miss", "try", "continue", "practice", "consider", "mind",
    "suggest", "resume",
];

/// Verbs that do without an object, and have none of their own in "smoke or drink beer".
pub(crate) const WITHOUT_OBJECT: &[&str] = &[
    "smoke", "shower", "bathe", "sleep", "swim", "dance", "run", "jog", "walk", "hike", "travel",
    "drive", "work", "rest", "relax", "sing", "exercise", "laugh", "cry", "sit", "stand", "wait",
    "party", "camp", "come", "go", "arrive", "return", "stop", "stay", "turn", "hurry", "rush",
    "fall",
];

/// Verbs of what is done for somebody: "found us a flat".
pub(crate) const OF_FAVOURS: &[&str] = &[
    "find", "get", "bring", "buy", "book", "cook", "bake", "order", "reserve", "rent", "save",
    "fetch", "pour", "knit",
];

/// Words that open a condition.
pub(crate) const CONDITIONS: &[&str] = &[
    "if",
    "unless",
    "lest",
    "provided",
    "providing",
    "supposing",
    "assuming",
];

/// What somebody may be called before the name: offices, trades, and what people and animals are to each other.
pub(crate) const TITLES: &str = "
    president chairman chairwoman ceo director minister senator governor mayor king queen prince princess judge justice
    captain general colonel major lieutenant sergeant admiral professor doctor nurse coach bishop pope cardinal emperor
    secretary treasurer manager analyst spokesman spokeswoman lawyer attorney actor actress singer author writer editor
    journalist engineer architect commissioner ambassador founder leader chancellor lord lady sir duke earl baron count chef
    uncle aunt grandma grandpa cousin brother sister niece nephew husband wife boyfriend girlfriend son daughter mother
    father mum mom dad friend neighbour neighbor boss colleague coworker roommate flatmate teammate dog cat";

/// Verbs of calling something by a name.
pub(crate) const NAMING: &[&str] = &[
    "call", "name", "nickname", "christen", "dub", "title", "entitle",
];

/// What a verb does to the infinitive or participle that is its complement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It is meant as.
    Meant(Modality),
    /// It happened or holds: "helped to call".
    Plain,
    Begins,
    Ends,
    Continues,
    UsedTo,
}

/// The effect of a governing word, by its lemma, on a complement with "to" (`is_infinitive`) or without.
pub(crate) fn effect(lemma: &str, is_infinitive: bool) -> Effect {
    match lemma {
        "gonna" => Effect::Meant(Modality::Planned),
        "wanna" => Effect::Meant(Modality::Wished),
        "gotta" => Effect::Meant(Modality::Required),
        "plan" | "intend" | "decide" | "arrange" | "promise" | "agree" | "prepare" | "aim"
        | "choose" | "schedule" | "about" | "ready" | "set" | "going" | "gon" | "resolve"
        | "vow" | "pledge" | "commit" | "offer" | "opt" | "elect" | "determine" | "due"
        | "determined" | "expect" => Effect::Meant(Modality::Planned),
        "consider" | "contemplate" => Effect::Meant(Modality::Possible),
        "want" | "wan" | "wish" | "hope" | "long" | "desire" | "would" | "dream" | "love"
        | "like" | "prefer" | "hate" | "yearn" | "crave" | "eager" | "keen" | "excited"
        | "happy" | "glad" | "look" | "rather" | "willing" | "fancy"
            if is_infinitive =>
        {
            Effect::Meant(Modality::Wished)
        }
        "need" | "have" | "got" | "get" | "ought" | "suppose" | "supposed" | "require"
        | "oblige" | "force" | "must" | "necessary" | "important"
            if is_infinitive =>
        {
            Effect::Meant(Modality::Required)
        }
        "hate" | "dislike" | "mind" | "imagine" | "suggest" | "recommend" | "fear" | "dread"
        | "prevent" => Effect::Meant(Modality::Possible),
        "try" | "attempt" | "seem" | "appear" | "likely" | "able" | "unable" | "struggle"
        | "seek" | "strive" | "hesitate" | "possible" | "tempt" | "risk" => {
            Effect::Meant(Modality::Possible)
        }
        // "I miss living there".
        "miss" => Effect::UsedTo,
        "start" | "begin" | "commence" => Effect::Begins,
        // "is quitting nursing to open a shop": what for.
        "stop" | "quit" | "finish" if is_infinitive => Effect::Meant(Modality::Planned),
        "stop" | "quit" | "cease" | "finish" => Effect::Ends,
        "continue" | "keep" => Effect::Continues,
        "use" | "used" if is_infinitive => Effect::UsedTo,
        "manage" | "remember" | "happen" | "tend" | "help" | "make" | "let" | "cause" | "come"
        | "go" | "bother" | "dare" | "proceed" | "learn" | "know" | "say" | "report" | "lead"
        | "bring" | "see" | "hear" | "watch" | "proud" | "lucky" | "sad" | "sorry" => Effect::Plain,
        _ if is_infinitive => Effect::Meant(Modality::Possible),
        _ => Effect::Plain,
    }
}

/// What nobody sets out to do.
pub(crate) const UNDERGOING: &[&str] = &[
    "like", "love", "prefer", "hate", "be", "lose", "miss", "need", "have", "get", "die", "fail",
    "want", "cost", "take", "feel", "happen",
];

/// What a verb that takes a clause says of its source, by its lemma.
pub(crate) fn attribution(lemma: &str) -> Option<AttributionKind> {
    Some(match lemma {
        "say" | "tell" | "report" | "write" | "claim" | "state" | "announce" | "mention"
        | "add" | "explain" | "note" | "declare" | "insist" | "argue" | "suggest" | "swear"
        | "promise" | "reply" | "answer" | "deny" | "allege" | "warn" | "assert" | "complain"
        | "post" | "text" | "email" | "joke" | "brag" | "predict" | "maintain" | "hint"
        | "propose" | "recommend" | "contend" | "observe" | "comment" | "inform" | "assure"
        | "confirm" | "indicate" | "estimate" | "quote" | "message" | "call" => {
            AttributionKind::Reported
        }
        "think" | "believe" | "guess" | "suppose" | "assume" | "hope" | "feel" | "expect"
        | "suspect" | "imagine" | "doubt" | "fear" | "wish" | "bet" | "reckon" | "figure"
        | "consider" | "worry" | "dream" | "pretend" | "fancy" | "presume" | "pray" | "afraid"
        | "sure" | "confident" | "convinced" => AttributionKind::Believed,
        "know" | "realize" | "realise" | "learn" | "discover" | "find" | "remember" | "notice"
        | "forget" | "see" | "hear" | "understand" | "regret" | "admit" | "recall" | "love"
        | "like" | "mean" | "show" | "reveal" | "prove" | "glad" | "happy" | "proud" | "sad"
        | "sorry" | "read" => AttributionKind::Known,
        "ask" | "wonder" | "question" | "inquire" => AttributionKind::Asked,
        _ => return None,
    })
}
