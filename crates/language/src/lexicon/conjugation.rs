//! English verbs in the third person, past and participle, for sentences about somebody by name.

/// "lives", "goes", "is": the form after a name, of the dictionary form.
pub(crate) fn third_person(lemma: &str) -> String {
    match lemma {
        "be" => return "is".to_owned(),
        "have" => return "has".to_owned(),
        "can" | "may" | "might" | "must" | "will" | "would" | "should" | "could" => {
            return lemma.to_owned();
        }
        _ => {}
    }
    let is_hissing = ["s", "sh", "ch", "x", "z", "o"]
        .iter()
        .any(|ending| lemma.ends_with(ending));
    match lemma.strip_suffix('y') {
        Some(stem) if !stem.ends_with(is_vowel) => format!("{stem}ies"),
        _ if is_hissing => format!("{lemma}es"),
        _ => format!("{lemma}s"),
    }
}

/// "lived", "went", "was": the past after a name, of the dictionary form.
pub(crate) fn past(lemma: &str) -> String {
    irregular_prefixed(lemma).map_or_else(|| regular(lemma), |(past, _)| past)
}

/// "lived", "gone", "been": the participle of the dictionary form.
pub(crate) fn participle(lemma: &str) -> String {
    irregular_prefixed(lemma).map_or_else(|| regular(lemma), |(_, participle)| participle)
}

/// "living", "going": the form after "is".
pub(crate) fn gerund(lemma: &str) -> String {
    match lemma {
        "be" | "see" | "flee" | "agree" => return format!("{lemma}ing"),
        "die" | "lie" | "tie" => return format!("{}ying", &lemma[..1]),
        _ => {}
    }
    let irregular = [
        "get", "run", "swim", "win", "begin", "put", "sit", "cut", "hit", "set", "forget", "let",
        "quit",
    ];
    if let Some(stem) = lemma.strip_suffix('e') {
        return format!("{stem}ing");
    }
    match doubled(lemma).or_else(|| irregular.contains(&lemma).then(|| lemma.chars().last())?) {
        Some(last) => format!("{lemma}{last}ing"),
        None => format!("{lemma}ing"),
    }
}

fn regular(lemma: &str) -> String {
    if lemma.ends_with('e') {
        return format!("{lemma}d");
    }
    match lemma.strip_suffix('y') {
        Some(stem) if !stem.ends_with(is_vowel) => format!("{stem}ied"),
        _ => match doubled(lemma) {
            Some(last) => format!("{lemma}{last}ed"),
            None => format!("{lemma}ed"),
        },
    }
}

/// The last letter of a short word that doubles it: "stop", "plan".
fn doubled(lemma: &str) -> Option<char> {
    let letters: Vec<char> = lemma.chars().collect();
    if DOUBLING.contains(&lemma) {
        return lemma.chars().last();
    }
    let &[.., first, vowel, last] = letters.as_slice() else {
        return None;
    };
    let vowels = letters.iter().filter(|letter| is_vowel(**letter)).count();
    let doubles = !is_vowel(first) && is_vowel(vowel) && !is_vowel(last) && !"wxy".contains(last);
    (doubles && vowels == 1).then_some(last)
}

fn is_vowel(letter: char) -> bool {
    "aeiou".contains(letter)
}

const DOUBLING: &[&str] = &[
    "up", "admit", "commit", "submit", "permit", "omit", "emit", "transmit", "control", "patrol",
    "rebel", "compel", "expel", "propel", "enrol", "prefer", "refer", "defer", "confer", "infer",
    "transfer", "travel", "equip", "occur", "recur", "regret", "format", "fulfil", "instil",
    "distil", "appal", "cancel", "label", "model", "kidnap", "overlap", "unplug", "unzip", "debug",
    "incur", "deter", "recap", "abhor", "worship", "program", "acquit",
];

/// What may stand before a verb, which goes on as it did: "retake", "overhear".
const PREFIXES: &[&str] = &[
    "re", "over", "out", "under", "mis", "un", "fore", "baby", "house",
];

/// "retake", of "retook" and "retaken": the dictionary form of an irregular verb with a prefix.
pub(crate) fn base_of_prefixed(form: &str) -> Option<String> {
    PREFIXES.iter().find_map(|prefix| {
        let rest = form.strip_prefix(prefix)?;
        let (base, ..) = IRREGULAR.iter().find(|(_, past, participle)| {
            rest.len() > 2 && (*past == rest || *participle == rest)
        })?;
        Some(format!("{prefix}{base}"))
    })
}

/// "gone", "taken": whether a word is the participle of an irregular verb, and not its dictionary form.
pub(crate) fn is_irregular_participle(word: &str) -> bool {
    let is_it = |(base, _, participle): &(&str, &str, &str)| *participle == word && *base != word;
    IRREGULAR.iter().any(is_it)
}

/// The past and the participle of an irregular verb, with the prefix that it has.
fn irregular_prefixed(lemma: &str) -> Option<(String, String)> {
    let whole = |prefix: &str, (past, participle)| {
        (format!("{prefix}{past}"), format!("{prefix}{participle}"))
    };
    irregular(lemma).map(|forms| whole("", forms)).or_else(|| {
        PREFIXES
            .iter()
            .find_map(|prefix| Some(whole(prefix, irregular(lemma.strip_prefix(prefix)?)?)))
    })
}

fn irregular(lemma: &str) -> Option<(&'static str, &'static str)> {
    let place = IRREGULAR
        .binary_search_by_key(&lemma, |(listed, ..)| listed)
        .ok()?;
    let (_, past, participle) = IRREGULAR[place];
    Some((past, participle))
}

/// Sorted by the dictionary form.
const IRREGULAR: &[(&str, &str, &str)] = &[
    ("arise", "arose", "arisen"),
    ("awake", "awoke", "awoken"),
    ("be", "was", "been"),
    ("beat", "beat", "beaten"),
    ("become", "became", "become"),
    ("begin", "began", "begun"),
    ("bend", "bent", "bent"),
    ("bet", "bet", "bet"),
    ("bind", "bound", "bound"),
    ("bite", "bit", "bitten"),
    ("bleed", "bled", "bled"),
    ("blow", "blew", "blown"),
    ("break", "broke", "broken"),
    ("breed", "bred", "bred"),
    ("bring", "brought", "brought"),
    ("build", "built", "built"),
    ("burst", "burst", "burst"),
    ("buy", "bought", "bought"),
    ("can", "could", "been able to"),
    ("cast", "cast", "cast"),
    ("catch", "caught", "caught"),
    ("choose", "chose", "chosen"),
    ("cling", "clung", "clung"),
    ("come", "came", "come"),
    ("cost", "cost", "cost"),
    ("creep", "crept", "crept"),
    ("cut", "cut", "cut"),
    ("deal", "dealt", "dealt"),
    ("dig", "dug", "dug"),
    ("do", "did", "done"),
    ("draw", "drew", "drawn"),
    ("drink", "drank", "drunk"),
    ("drive", "drove", "driven"),
    ("dwell", "dwelt", "dwelt"),
    ("eat", "ate", "eaten"),
    ("fall", "fell", "fallen"),
    ("feed", "fed", "fed"),
    ("feel", "felt", "felt"),
    ("fight", "fought", "fought"),
    ("find", "found", "found"),
    ("flee", "fled", "fled"),
    ("fling", "flung", "flung"),
    ("fly", "flew", "flown"),
    ("forbid", "forbade", "forbidden"),
    ("forget", "forgot", "forgotten"),
    ("forgive", "forgave", "forgiven"),
    ("forsake", "forsook", "forsaken"),
    ("freeze", "froze", "frozen"),
    ("get", "got", "got"),
    ("give", "gave", "given"),
    ("go", "went", "gone"),
    ("grind", "ground", "ground"),
    ("grow", "grew", "grown"),
    ("hang", "hung", "hung"),
    ("have", "had", "had"),
    ("hear", "heard", "heard"),
    ("hide", "hid", "hidden"),
    ("hit", "hit", "hit"),
    ("hold", "held", "held"),
    ("hurt", "hurt", "hurt"),
    ("keep", "kept", "kept"),
    ("kneel", "knelt", "knelt"),
    ("knit", "knitted", "knitted"),
    ("know", "knew", "known"),
    ("lay", "laid", "laid"),
    ("lead", "led", "led"),
    ("lean", "leaned", "leaned"),
    ("learn", "learned", "learned"),
    ("leave", "left", "left"),
    ("lend", "lent", "lent"),
    ("let", "let", "let"),
    ("lie", "lay", "lain"),
    ("light", "lit", "lit"),
    ("lose", "lost", "lost"),
    ("make", "made", "made"),
    ("mean", "meant", "meant"),
    ("meet", "met", "met"),
    ("mow", "mowed", "mown"),
    ("pay", "paid", "paid"),
    ("prove", "proved", "proven"),
    ("put", "put", "put"),
    ("quit", "quit", "quit"),
    ("read", "read", "read"),
    ("rebuild", "rebuilt", "rebuilt"),
    ("rid", "rid", "rid"),
    ("ride", "rode", "ridden"),
    ("ring", "rang", "rung"),
    ("rise", "rose", "risen"),
    ("run", "ran", "run"),
    ("saw", "sawed", "sawn"),
    ("say", "said", "said"),
    ("see", "saw", "seen"),
    ("seek", "sought", "sought"),
    ("sell", "sold", "sold"),
    ("send", "sent", "sent"),
    ("set", "set", "set"),
    ("sew", "sewed", "sewn"),
    ("shake", "shook", "shaken"),
    ("shed", "shed", "shed"),
    ("shine", "shone", "shone"),
    ("shoot", "shot", "shot"),
    ("show", "showed", "shown"),
    ("shrink", "shrank", "shrunk"),
    ("shut", "shut", "shut"),
    ("sing", "sang", "sung"),
    ("sink", "sank", "sunk"),
    ("sit", "sat", "sat"),
    ("slay", "slew", "slain"),
    ("sleep", "slept", "slept"),
    ("slide", "slid", "slid"),
    ("sling", "slung", "slung"),
    ("slit", "slit", "slit"),
    ("sow", "sowed", "sown"),
    ("speak", "spoke", "spoken"),
    ("speed", "sped", "sped"),
    ("spend", "spent", "spent"),
    ("spin", "spun", "spun"),
    ("spit", "spat", "spat"),
    ("split", "split", "split"),
    ("spread", "spread", "spread"),
    ("spring", "sprang", "sprung"),
    ("stand", "stood", "stood"),
    ("steal", "stole", "stolen"),
    ("stick", "stuck", "stuck"),
    ("sting", "stung", "stung"),
    ("stink", "stank", "stunk"),
    ("strike", "struck", "struck"),
    ("string", "strung", "strung"),
    ("strive", "strove", "striven"),
    ("swear", "swore", "sworn"),
    ("sweep", "swept", "swept"),
    ("swell", "swelled", "swollen"),
    ("swim", "swam", "swum"),
    ("swing", "swung", "swung"),
    ("take", "took", "taken"),
    ("teach", "taught", "taught"),
    ("tear", "tore", "torn"),
    ("tell", "told", "told"),
    ("think", "thought", "thought"),
    ("throw", "threw", "thrown"),
    ("thrust", "thrust", "thrust"),
    ("tread", "trod", "trodden"),
    ("understand", "understood", "understood"),
    ("wake", "woke", "woken"),
    ("wear", "wore", "worn"),
    ("weave", "wove", "woven"),
    ("weep", "wept", "wept"),
    ("wet", "wet", "wet"),
    ("win", "won", "won"),
    ("wind", "wound", "wound"),
    ("withdraw", "withdrew", "withdrawn"),
    ("wring", "wrung", "wrung"),
    ("write", "wrote", "written"),
];
