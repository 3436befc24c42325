//! What frames a question in English and says nothing of what it is about: "how many days passed between", "can you
//! remind me", "in total".

use super::analysis::{folded_words, term_of};

/// Units of time, which a question counts in.
const UNITS: &str = "second seconds minute minutes hour hours day days night nights week weeks weekend weekends \
                     month months year years time times decade decades";

/// The frames, longer ones before those that they begin with. A word may be one of several, divided by `|`; `#` is a unit
/// of time; a word with `?` may be missing.
const FRAMES: &[&str] = &[
    "how many|much more? # had|have|has? passed?",
    "how many|much more? different? # of?",
    "how many|much|long|often|old|far|frequently different|more? of?",
    "# had|have|has? passed",
    "had|have|has passed",
    "# ago",
    "in total|all",
    "so far",
    "at the moment",
    "what|whats is|was|are|were? the total|minimum|maximum|average|overall|combined? number|amount|order|percentage|name|names|title of? money? of?",
    "what|whats is|was|are|were? the total|minimum|maximum|average|overall|combined",
    "which event|events|thing|things happened|occurred|came? first|last|earlier|later?",
    "happened|occurred|came first|last|earlier|later",
    "from first|earliest|oldest to last|latest|newest",
    "in the order",
    "in which|what order",
    "the day",
    "can|could|would|will you please? remind|tell|recommend|suggest|give|help|confirm|clarify me? with|of|about? some|any|a|an?",
    "do|have? you? have? any good|other|new? suggestion|suggestions|recommendation|recommendations|tip|tips|advice|idea|ideas on|for|about?",
    "what do you think",
    "do you think",
    "wondering if? you? could|can|remembered?",
    "looking|going|thinking back at|on|to|through?",
    "going through our",
    "follow up on?",
    "trying to recall|remember",
    "our? previous|last|earlier|past conversation|conversations|chat|chats|discussion|discussions about|on?",
    "you mentioned|said",
    "you told me?",
    "i mentioned",
    "been? thinking about|of",
    "most recently",
    "currently|recently|usually|lately|typically|initially|previously|current|previous",
];

/// The terms of a question without its frame.
pub fn terms_beside_frame(question: &str) -> Vec<String> {
    let words = folded_words(question);
    let mut left = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match framed(&words[at..]) {
            0 => {
                left.push(&words[at]);
                at += 1;
            }
            length => at += length,
        }
    }
    left.into_iter().filter_map(|word| term_of(word)).collect()
}

/// How many of the first words are a frame.
fn framed(words: &[String]) -> usize {
    let lengths = FRAMES.iter().filter_map(|frame| length_of(frame, words));
    lengths.max().unwrap_or(0)
}

/// The length of a frame that the words begin with.
fn length_of(frame: &str, words: &[String]) -> Option<usize> {
    let mut at = 0;
    for wanted in frame.split(' ') {
        let (choices, may_miss) = match wanted.strip_suffix('?') {
            Some(choices) => (choices, true),
            None => (wanted, false),
        };
        let is_one = |word: &String| {
            choices
                .split('|')
                .any(|choice| choice == word || choice == "#" && is_unit(word))
        };
        if words.get(at).is_some_and(is_one) {
            at += 1;
        } else if !may_miss {
            return None;
        }
    }
    Some(at)
}

fn is_unit(word: &str) -> bool {
    UNITS.split_ascii_whitespace().any(|unit| unit == word)
}
