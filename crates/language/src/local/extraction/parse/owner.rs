//! Texts that tell of their owner in the third person, as assistants save them: "User prefers dark mode.", "Plays the cello.",
//! "Working on a web shop in Rust."
//!
//! They are read with a name where they say "the user" or leave it out, since the parser has seen few such sentences.

use std::ops::Range;

use crate::lexicon::{is_occupation, role};
use crate::local::extraction::parse::edits::Edit;
use crate::local::extraction::parse::noting::plain;
use crate::sentences::plain_sentences;
use crate::word_list::WordList;

/// The name with which they are read; it stands for the owner and is never told.
pub(crate) const STAND_IN: &str = "Alice";

/// The same with what follows it, where a sentence leaves it out.
const LEFT_OUT: &str = "Alice ";
const LEFT_OUT_IS: &str = "Alice is ";
pub(super) const WHOSE: &str = "Alice's ";

/// The fewest letters of a given name by which the owner is known.
const MIN_GIVEN: usize = 3;

/// Whether a text tells of its owner in the third person, by its passages without a speaker: nobody says "I" in it, and it speaks of the
/// user, of the owner by name, or begins with what nobody does or is who is named.
pub(crate) fn tells_of_owner<'a>(
    passages: &(impl Iterator<Item = &'a str> + Clone),
    owner_name: &str,
) -> bool {
    let says = |list: &WordList| {
        passages.clone().any(|content| {
            let words = spoken_words(content);
            (0..words.len()).any(|number| list.contains(&person_said(&words, number)))
        })
    };
    if says(&FIRST_PERSON) || says(&OF_ANY_USER) {
        return false;
    }
    let speaks_of_owner = passages.clone().any(|content| {
        !users(content).is_empty() || says_owner(&spoken_words(content), owner_name)
    });
    // "Met the new neighbour. Plays the accordion": what comes later may be said of somebody else.
    let opens = || {
        let first = passages.clone().next();
        first.is_some_and(|content| {
            let first = plain_sentences(content).into_iter().next();
            first.is_some_and(|first| leaves_out(&content[first]).is_some())
        })
    };
    // Whom "me" is where the user is spoken of is who writes it down.
    speaks_of_owner || opens() && !says(&ME)
}

/// A word in lower case, but for those of "the US" and "type I", which are nobody.
fn person_said(words: &[(usize, &str)], number: usize) -> String {
    const NUMBERED: &[&str] = &["type", "phase", "part", "class", "stage", "level"];
    let (_, word) = words[number];
    let before = number.checked_sub(1).map(|before| plain(words[before].1));
    let is_numbered = word == "I" && before.is_some_and(|before| NUMBERED.contains(&&*before));
    match word {
        "US" => String::new(),
        _ if is_numbered => String::new(),
        word => plain(word),
    }
}

/// What such a text is read with where it says "the user", in a part of it.
pub(super) fn named(content: &str, part: &Range<usize>) -> Vec<Edit> {
    let users = users(content).into_iter();
    users
        .filter(|range| part.contains(&range.start))
        .map(|range| Edit::new(range.start, range.len(), STAND_IN))
        .collect()
}

/// What a sentence is read with that leaves out of whom it tells.
pub(super) fn left_out_of(content: &str, sentence: Range<usize>) -> Option<Edit> {
    let text = &content[sentence.clone()];
    let first = text.find(char::is_alphanumeric)?;
    // "Joost lost his phone; has bought another": it goes on about the one before.
    let goes_on = content[..sentence.start].trim_end().ends_with(';');
    let out = leaves_out(text).filter(|_| !goes_on)?;
    Some(put_before(text, sentence.start, first, out))
}

/// The stand-in where a sentence leaves out who did something: "Bought a boat."
pub(super) fn left_out(sentence: &str, start: usize, place: usize) -> Edit {
    put_before(sentence, start, place, LEFT_OUT)
}

/// What is put in at a place of a sentence; the word there stands for it.
pub(super) fn put_before(sentence: &str, start: usize, place: usize, put: &'static str) -> Edit {
    Edit {
        shown: sentence[place..].split(' ').next().map_or(0, str::len),
        goes_on_small: true,
        stays: true,
        ..Edit::new(start + place, 0, put)
    }
}

/// Whether a name is the given one of the owner's whole name.
pub(crate) fn is_given_name_of(owner_name: &str, name: &str) -> bool {
    let mut parts = owner_name.split_whitespace();
    let given = parts.next().unwrap_or_default();
    parts.next().is_some() && given.chars().count() >= MIN_GIVEN && given == name
}

fn says_owner(words: &[(usize, &str)], owner_name: &str) -> bool {
    words.iter().any(|(_, word)| {
        let word = word.trim_end_matches("'s").trim_end_matches("’s");
        word == owner_name || is_given_name_of(owner_name, word)
    })
}

/// Where a text says "user", "the user", with the article.
fn users(content: &str) -> Vec<Range<usize>> {
    let words = spoken_words(content);
    let range = |number: usize| -> Option<Range<usize>> {
        let (at, word) = words[number];
        let bare = word.trim_end_matches("'s").trim_end_matches("’s");
        if !bare.eq_ignore_ascii_case("user") {
            return None;
        }
        let next = words.get(number + 1).map(|(_, next)| plain(next));
        let is_part = bare == word && next.is_some_and(|next| IN_COMPOUNDS.contains(&next));
        // "app_user", "/home/user/projects", "john.user@example.com"
        let is_apart = |beside: Option<char>| {
            beside.is_none_or(|c| c.is_whitespace() || "([,;:.!?)]".contains(c))
        };
        let (left, right) = (
            content[..at].chars().next_back(),
            content[at + word.len()..].chars().next(),
        );
        let goes_on = content[at + word.len()..]
            .chars()
            .nth(1)
            .is_some_and(char::is_alphanumeric);
        let is_glued = right.is_some_and(|mark| ".:".contains(mark)) && goes_on
            || left.is_some_and(|mark| mark == '.');
        if !is_apart(left) || !is_apart(right) || is_glued {
            return None;
        }
        let before = number.checked_sub(1).map(|before| words[before]);
        // A sentence begins here, or a part of one.
        let joined = |before: &(usize, &str)| content[before.0 + before.1.len()..at] == *" ";
        let (from, is_one) = match before.filter(joined) {
            None => (at, true),
            Some((article, before)) if ["the", "this"].contains(&&*plain(before)) => {
                (article, true)
            }
            Some((_, before)) => (at, BEFORE_BARE.contains(&plain(before))),
        };
        (is_one && !is_part).then_some(from..at + bare.len())
    };
    (0..words.len()).filter_map(range).collect()
}

/// With what a sentence is read that leaves out of whom it tells; `None` where it does not.
fn leaves_out(sentence: &str) -> Option<&'static str> {
    let words = spoken_words(sentence);
    let ((start, first), rest) = words.split_first()?;
    let next = plain(rest.first()?.1);
    // "- Plays the cello."
    let is_open = sentence[..*start]
        .trim_matches(|c: char| c.is_whitespace() || "-*•–".contains(c))
        .is_empty()
        && !sentence.trim_end().ends_with('?');
    let is_name = first.chars().skip(1).any(char::is_uppercase);
    let follows = &sentence[start + first.len()..];
    if !is_open || is_name || !follows.starts_with(' ') {
        return None;
    }
    let verb = plain(first);
    // "Accountant is Anna", "Wife works nights".
    let is_of_owner = role(&verb).is_some() || is_occupation(&verb);
    if is_of_owner && OF_WHOM.contains(&next) {
        return Some(WHOSE);
    }
    if BEHIND_SUBJECTS.contains(&next) {
        return None;
    }
    let has_finite = rest
        .iter()
        .any(|(_, word)| OF_OWN_SUBJECT.contains(&plain(word)));
    let goes_on = GOES_ON.contains(&next);
    if HABITS.contains(&verb) || AMBIGUOUS.contains(&verb) && goes_on && !has_finite {
        return Some(LEFT_OUT);
    }
    let is_state = (DOING.contains(&verb) || BEING.contains(&verb)) && goes_on;
    (is_state && !has_finite).then_some(LEFT_OUT_IS)
}

/// The words of a text that are not in quotation marks.
fn spoken_words(content: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut is_quoted = false;
    let mut start = None;
    let ends = content.char_indices().chain([(content.len(), ' ')]);
    for (place, letter) in ends {
        let is_tied = letter == '-'
            && start.is_some()
            && content[place + 1..].starts_with(char::is_alphanumeric);
        let is_part = letter.is_alphanumeric() || matches!(letter, '\'' | '’') || is_tied;
        match (is_part, start) {
            (true, None) => start = Some(place),
            (false, Some(from)) => {
                if !is_quoted {
                    words.push((from, &content[from..place]));
                }
                start = None;
            }
            _ => {}
        }
        match letter {
            '"' => is_quoted = !is_quoted,
            '“' => is_quoted = true,
            '”' | '\n' => is_quoted = false,
            _ => {}
        }
    }
    words
}

/// By which somebody tells of themselves.
static FIRST_PERSON: WordList = WordList::new(
    "i i'm i've i'd i'll im ive my mine myself we we're we've we'll we'd our ours ourselves us",
);

/// The one who writes down what another is told to remember.
static ME: WordList = WordList::new("me");

/// By which a text is about users in general.
static OF_ANY_USER: WordList =
    WordList::new("users users' username clicks selects submits scrolls hovers taps");

/// What "user" is a part of.
static IN_COMPOUNDS: WordList = WordList::new(
    "interface interfaces experience name names account accounts id ids input inputs data base group groups story stories guide \
     guides manual manuals agent agents friendly research testing flow flows profile profiles table permissions settings feedback error errors acceptance journey journeys registration login password role roles list \
     lists session sessions token tokens count metrics adoption retention support request requests service services behavior \
     behaviour persona personas 1 2 3 a b",
);

/// What may stand before "user" without an article.
static BEFORE_BARE: WordList = WordList::new(
    "and so but because that when if while as since with for of to by from at on told asked gave given which where until before after than \
     sent let lets made makes called paid owes helped helps showed wants gives sees",
);

/// What stands second where the first word is a subject, or asks.
static BEHIND_SUBJECTS: WordList = WordList::new(
    "i you he she it we they there who is are was were has have had will would can could",
);

/// Verbs by which a sentence has a subject of its own.
static OF_OWN_SUBJECT: WordList =
    WordList::new("is are was were has have will can should must does did makes made takes took");

/// What follows somebody who is somebody's: "Accountant is Anna".
static OF_WHOM: WordList = WordList::new(
    "is was has had works worked lives lived named called likes loves wants and does did got will moved",
);

/// What somebody does or has, in words that are nothing else at the beginning of a sentence.
static HABITS: WordList = WordList::new(
    "prefers likes loves dislikes hates enjoys wants has owns uses lives speaks studies teaches plays bakes cooks reads writes \
     goes wears drinks eats drives rides keeps collects knows believes thinks feels avoids expects hopes intends considers finds \
     sleeps swims sings paints practises practices attends belongs suffers doesn't hasn't cannot can't won't does asks asked \
     struggles tends aims volunteers manages owes earns commutes spends saves invests supports mentors maintains",
);

/// The same in words that may also be nouns: "Works at a bakery", "Plans to move".
static AMBIGUOUS: WordList = WordList::new(
    "works plans moves walks hikes climbs cycles skis knits gardens tests builds breeds dreams worries listens rents looks starts begins \
     stays leaves returns switches changes used needs takes gets leads trains travels visits meets follows dances is",
);

/// What goes on after a verb: "at a bakery", "to move".
static GOES_ON: WordList = WordList::new(
    "a an the to at in on with for from as about of by near her his their its no not some every each two three four five into only \
     mostly mainly remotely part-time full-time allergic married vegetarian vegan afraid",
);

/// What somebody is at: "Working on a web shop".
static DOING: WordList = WordList::new(
    "working training learning studying planning thinking looking considering preparing building trying going using hoping \
     saving waiting searching switching migrating developing renovating expecting recovering writing",
);

/// What somebody is: "Allergic to nuts", "Based in Graz".
static BEING: WordList = WordList::new(
    "allergic afraid born married engaged interested fluent responsible pregnant divorced intolerant employed fond \
     worried vegetarian vegan lactose",
);
