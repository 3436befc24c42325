//! Replies that are no sentence by themselves: "Lyon", "Three times a week".

use std::ops::Range;

use crate::lexicon::is_given_name;
use crate::word_list::WordList;

/// The most words of a reply that is no sentence.
pub(super) const MAX_WORDS: usize = 12;

/// So many sentences of thanks may stand before a reply.
const MAX_THANKS: usize = 2;

/// What a reply leaves out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Completion {
    /// Where the reply begins, in bytes of the text.
    pub(crate) at: usize,
    /// Where its words end.
    pub(crate) end: usize,
    /// What it leaves out before them.
    pub(crate) before: String,
    /// What it leaves out behind them.
    pub(crate) behind: String,
    /// How many bytes it begins with that what it leaves out stands for: "Yes, ".
    pub(crate) removed: usize,
}

/// Which sentence of a text is the first behind thanks.
pub(super) fn behind_thanks(content: &str, sentences: &[Range<usize>]) -> Option<usize> {
    sentences
        .iter()
        .take(MAX_THANKS + 1)
        .position(|sentence| !THANKS.contains(&first_word(&content[sentence.clone()])))
}

/// The words of a reply before what tells more: "my roommate's brother, I've told you".
pub(super) fn before_more(reply: &str) -> &str {
    const MARKS: &[&str] = &[
        ". ",
        "! ",
        ";",
        " - ",
        " – ",
        " — ",
        "—",
        "…",
        "...",
        ":)",
        "\n",
        " (",
        " but ",
        " then ",
        " because ",
        " cos ",
    ];
    // "…, I've told you", "…, and she's six"
    const TELLING: &[&str] = &[
        "i", "he", "she", "they", "it", "we", "but", "which", "who", "since", "so",
    ];
    let tells = |at: &usize| {
        let rest = reply[*at..].trim_start_matches([',', ' ']);
        let rest = rest.strip_prefix("and ").unwrap_or(rest);
        TELLING.contains(
            &rest
                .split(|c: char| !c.is_alphanumeric())
                .next()
                .unwrap_or_default()
                .to_lowercase()
                .as_str(),
        )
    };
    let told = reply.match_indices(", ").map(|(at, _)| at).find(tells);
    let ends = MARKS.iter().filter_map(|mark| reply.find(mark)).chain(told);
    reply[..ends.min().unwrap_or(reply.len())].trim_end_matches(|c: char| !c.is_alphanumeric())
}

/// The first word of a text, in lower case.
pub(super) fn first_word(text: &str) -> String {
    let word = text
        .trim_start()
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .next();
    word.unwrap_or_default().to_lowercase()
}

/// Whether words have no verb of their own, as far as a list can tell.
pub(super) fn is_fragment(words: &str, sentence: &str) -> bool {
    let lower = words.to_lowercase().replace('’', "'");
    let mut all = lower.split(|c: char| !(c.is_alphanumeric() || c == '\''));
    let first = first_word(words);
    let count = lower.split_whitespace().count();
    (1..=MAX_WORDS).contains(&count)
        && !sentence.trim_end().ends_with('?')
        && words.starts_with(char::is_alphanumeric)
        && !NO_REPLIES.contains(&first)
        && all.all(|word| !VERBAL.contains(word) && !word.contains("n't"))
}

/// A reply's first letter in the middle of a sentence: as it is where it may be a name's.
pub(crate) fn goes_on_small(before: &str, reply: &str) -> bool {
    let first = first_word(reply);
    let second = reply.split_whitespace().nth(1).unwrap_or_default();
    let is_name = is_given_name(&first) || second.starts_with(char::is_uppercase);
    let is_kind = before.ends_with(" a ") && !reply.starts_with(|c: char| c.is_ascii_digit());
    STARTS.contains(&first)
        || !is_name && (is_kind || first.ends_with("ing") || first.ends_with("ed"))
}

/// Sentences that only thank or greet.
static THANKS: WordList = WordList::new("thanks thank hey hi hello aw aww wow congrats cheers");

/// Words that begin no reply of this kind.
static NO_REPLIES: WordList = WordList::new(
    "no nope nothing none never not idk dunno nowhere nobody same and but because if lets let let's guess depends good great \
     cool nice awesome amazing wonderful sounds looks glad sorry check look see take keep tell come try remember enjoy have \
     what how why who where when which as",
);

/// Pronouns and auxiliaries: words of a sentence.
static VERBAL: WordList = WordList::new(
    "i i'm i've i'd i'll we we're we've we'll he he's she she's it it's its they they're you you're you've that that's this \
     there there's here's is are was were am be been have has had do does did will would can could should may might must \
     let's who's what's",
);

pub(super) static PREPOSITIONS: WordList = WordList::new(
    "in at on to from with for about of near by into around over under since until till til during between behind beside outside inside \
     til home here upstairs downstairs abroad",
);

/// Words that begin a reply and are written small inside a sentence.
static STARTS: WordList = WordList::new(
    "a an the my our some any every each once twice one two three four five six seven eight nine ten about around almost at in on \
     to from with for since until near by only last next this early late all both most many several few lots daily weekly nearly roughly mostly mainly usually half under over just",
);
