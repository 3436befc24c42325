//! Verbs that tell something by themselves, and what goes with them.

use super::conjugation::past;
use crate::word_list::WordList;

/// Verbs that say something without an object.
pub(crate) const ALONE: &[&str] = &[
    "die",
    "close down",
    "shut down",
    "burn down",
    "break",
    "burst",
    "leak",
    "flood",
    "heal",
    "expire",
    "retire",
    "resign",
    "hurt",
    "ache",
    "itch",
    "divorce",
    "remarry",
    "sing",
    "paint",
    "cook",
    "swim",
    "surf",
    "smoke",
    "drink",
    "ski",
    "dance",
    "graduate",
    "snore",
    "stutter",
    "limp",
    "lisp",
    "vape",
    "sleepwalk",
    "commute",
    "juggle",
    "knit",
    "meditate",
    "garden",
    "bake",
    "fish",
    "climb",
    "sail",
    "pass away",
    "open",
    "close",
    "run away",
    "break down",
    "move out",
    "bark",
    "arrive",
    "crash",
    "elope",
];

/// Verbs whose complement is what they are about: "loves hiking".
pub(crate) const OF_DOING: &[&str] = &[
    "like", "love", "enjoy", "adore", "hate", "dislike", "detest", "prefer",
];

/// Games and instruments: giving one up is playing it no more.
pub(crate) static PLAYED: WordList = WordList::new(
    "chess tennis football soccer golf basketball volleyball handball hockey rugby badminton squash \
     baseball softball cricket poker bridge piano violin viola cello guitar bass drum drums flute \
     clarinet oboe trumpet trombone saxophone harp accordion ukulele banjo mandolin organ",
);

/// What only people do.
const DEEDS: &[&str] = &[
    "say", "tell", "think", "love", "like", "hate", "live", "work", "study", "ask", "want", "know",
    "believe", "laugh", "smile", "cry", "write", "sing", "teach", "meet", "marry", "hug", "text",
    "call", "feel", "move", "adopt", "hope", "plan", "need", "try", "decide", "enjoy", "play",
    "go", "come", "get", "invite", "help", "visit", "cook", "bake", "speak", "graduate", "quit",
    "turn", "learn", "remember", "forget",
];

/// Whether a verb says what only people do.
pub(crate) fn is_deed(verb: &str) -> bool {
    DEEDS.contains(&verb)
}

/// Whether a verb, in its dictionary form, arranges what takes place later: "book", "sign up".
pub(crate) fn is_arranging(lemma: &str) -> bool {
    ARRANGING.contains(&lemma)
}

/// Whether somebody arranged or asked for something, by the words of a sentence: "booked a flight for 3 February", "got tickets for the 14th";
/// or notes the day of what is arranged: "Mum's op 14 April".
pub(crate) fn says_arranged(sentence: &str) -> bool {
    const BY_THE_WAY: &[&str] = &[
        "tickets",
        "appointment",
        "reservation",
        "deadline",
        "pencilled",
        "penciled",
    ];
    let done: Vec<String> = ARRANGING.iter().map(|verb| past(verb)).collect();
    let words: Vec<String> = sentence
        .split(|letter: char| !letter.is_alphanumeric())
        .map(str::to_lowercase)
        .collect();
    let is_over = |word: &String| OVER.contains(word) || word.len() > 4 && word.ends_with("ed");
    let says = |word: &String| BY_THE_WAY.contains(&word.as_str()) || done.contains(word);
    // "moving in on 31 January"
    let is_ahead = |two: &[String]| {
        AHEAD.contains(&two[0])
            && matches!(two[1].as_str(), "on" | "in" | "at" | "from" | "out" | "to")
    };
    let goes_on = words.windows(2).any(is_ahead) && !words.iter().any(|word| OVER.contains(word));
    // "accepted the job and starts on 1 June"
    let starts = words.windows(2).any(|two| {
        STARTS.contains(&two[0]) && matches!(two[1].as_str(), "on" | "in" | "at" | "from" | "next")
    });
    goes_on
        || starts
        || words.iter().any(says)
        || words.iter().any(|word| NOTED_AHEAD.contains(word)) && !words.iter().any(is_over)
}

/// What something does on a day to come.
static STARTS: WordList =
    WordList::new("starts begins opens closes leaves ends expires arrives departs resumes retires");

/// What is under way to a day.
static AHEAD: WordList = WordList::new(
    "moving starting leaving flying arriving coming travelling traveling opening closing visiting",
);

/// What a note names with the day that it is to be.
static NOTED_AHEAD: WordList = WordList::new(
    "op operation surgery appt interview exam flight ferry viewing closing assembly checkup delivery mot due expires starts ends renewal dentist gp vet physio scan jab audit",
);

/// By which what a sentence tells is over.
static OVER: WordList =
    WordList::new("was were had went did got last ago came took saw paid met yesterday been");

const ARRANGING: &[&str] = &[
    "sign",
    "sign up",
    "register",
    "enroll",
    "enrol",
    "enter",
    "book",
    "reserve",
    "schedule",
    "arrange",
    "reschedule",
    "postpone",
    "sort",
];

/// Whether a noun or a short form of notes is read as a verb: "ref BF7QX2K", "Thanksgiving at Rick's", "APU fees 2.87 lakh".
pub(crate) fn is_no_verb(lemma: &str) -> bool {
    NO_VERBS.contains(lemma)
}

static NO_VERBS: WordList = WordList::new(
    "ref reff thanksgive thanksgiving fee ratio xmas christmas appt mtg pnr sked standup flat todo wifi est pe mot bday hol hols \
     dept admin info temp vs eta",
);
