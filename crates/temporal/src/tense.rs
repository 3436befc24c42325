//! Whether the words around an expression speak of what has been or of what will be.

use crate::Tense;
use crate::tokens::{Kind, Token, Tokens};

/// How many tokens around an expression tell its tense.
const TENSE_REACH: usize = 40;

/// How many words after "getting" something is done.
const HAD_DONE_REACH: usize = 5;

/// How many words before "to" and a date tell that something was put off until then.
const PUT_OFF_REACH: usize = 7;

/// The tense of the verb nearest to an expression in its sentence.
pub(crate) fn tense_at(tokens: &Tokens, start: usize, end: usize) -> Tense {
    let is_end = |at: usize| {
        tokens.get(at).is_none_or(|token| {
            let starts = token.starts_line && at > 0;
            starts || matches!(token.kind, Kind::Mark('.' | '!' | '?'))
        })
    };
    if is_led_ahead(tokens, start) {
        return Tense::Future;
    }
    let mut nearest = (usize::MAX, Tense::Unknown);
    for distance in 1..=TENSE_REACH {
        let Some(at) = start.checked_sub(distance) else {
            break;
        };
        if is_end(at) {
            break;
        }
        if let Some(tense) = tense_of(tokens, at) {
            nearest = (distance, tense);
            break;
        }
    }
    for distance in 0..TENSE_REACH.min(nearest.0) {
        let at = end + distance;
        if is_end(at) {
            break;
        }
        if let Some(tense) = tense_of(tokens, at) {
            return tense;
        }
    }
    nearest.1
}

/// "starting 1 August", "was moved to 3 June": what begins then, or is put off until then, lies ahead of what is told.
fn is_led_ahead(tokens: &Tokens, start: usize) -> bool {
    let word = |back| tokens.letters_before(start, back);
    let begins = |back| {
        let was_due = matches!(word(back + 1), "was" | "were");
        matches!(
            word(back),
            "starting" | "beginning" | "commencing" | "effective"
        ) || word(back) == "due" && !was_due
    };
    // "Starting in March, she worked there" goes on in its own tense.
    let opens = start.checked_sub(1).is_none_or(|before| {
        let is_mark = |token: &Token| matches!(token.kind, Kind::Mark('.' | '!' | '?'));
        tokens.get(before).is_none_or(is_mark)
    });
    if !opens && (begins(0) || begins(1)) {
        return true;
    }
    // "got a date: 19 May"
    let is_marked = start
        .checked_sub(1)
        .and_then(|before| tokens.get(before))
        .is_some_and(|token| token.kind == Kind::Mark(':'));
    if is_marked {
        return matches!(word(2), "date" | "day" | "slot" | "appointment")
            && matches!(word(3), "a" | "the" | "our" | "my" | "her" | "his");
    }
    let is_put_off = |back| {
        matches!(
            word(back),
            "moved"
                | "slipped"
                | "postponed"
                | "pushed"
                | "delayed"
                | "rescheduled"
                | "extended"
                | "deferred"
        )
    };
    word(1) == "to" && (2..=PUT_OFF_REACH).any(is_put_off)
}

/// Words by which what is told lies ahead.
fn is_future(tokens: &Tokens, at: usize) -> bool {
    let letters = tokens.letters(at);
    matches!(
        letters,
        "will"
            | "shall"
            | "going"
            | "gonna"
            | "plan"
            | "planning"
            | "plans"
            | "hope"
            | "hoping"
            | "next"
            | "tomorrow"
            | "wanna"
            | "ll"
            | "want"
            | "wants"
            | "would"
            | "d"
            | "can"
            | "could"
            | "should"
            | "might"
    ) || letters == "won" && tokens.letters(at + 1) == "t"
        || is_arranged(tokens, at)
}

/// "They've booked me on a course, 22 to 25 June": what is arranged lies ahead.
fn is_arranged(tokens: &Tokens, at: usize) -> bool {
    const REACH: usize = 3;
    let has = |back| {
        matches!(
            tokens.letters_before(at, back),
            "ve" | "have" | "has" | "is" | "are" | "am" | "m" | "been"
        )
    };
    matches!(
        tokens.letters(at),
        "booked" | "reserved" | "registered" | "invited" | "scheduled"
    ) && (1..=REACH).any(has)
}

/// Verbs of a timetable, which is told in the present.
fn is_scheduled(tokens: &Tokens, at: usize) -> bool {
    let before = tokens.letters_before(at, 1);
    matches!(
        tokens.letters(at),
        "begins"
            | "starts"
            | "ends"
            | "opens"
            | "closes"
            | "leaves"
            | "arrives"
            | "expires"
            | "departs"
            | "gets"
            | "becomes"
            | "takes"
            | "moves"
            | "goes"
            | "comes"
            | "returns"
    ) && !matches!(before, "the" | "of" | "its" | "their" | "and")
}

/// What a word tells of the tense.
fn tense_of(tokens: &Tokens, at: usize) -> Option<Tense> {
    let letters = tokens.letters(at);
    if is_future(tokens, at) {
        return Some(Tense::Future);
    }
    if is_scheduled(tokens, at) {
        return Some(Tense::Unknown);
    }
    let is_regular = letters.len() > 4
        && letters.ends_with("ed")
        && !matches!(
            letters,
            "need"
                | "speed"
                | "indeed"
                | "breed"
                | "excited"
                | "supposed"
                | "scheduled"
                | "hundred"
        );
    // "She is getting her hip replaced on 19 February."
    let is_had_done = (2..=HAD_DONE_REACH).any(|back| {
        let getting = at.checked_sub(back).filter(|before| *before > 0);
        getting.is_some_and(|getting| {
            matches!(tokens.letters(getting), "getting" | "having")
                && matches!(
                    tokens.letters(getting - 1),
                    "is" | "are" | "am" | "s" | "m" | "re" | "be"
                )
        })
    });
    // "It is closed until June."
    let before = tokens.letters_before(at, 1);
    let is_state = matches!(
        before,
        "is" | "are" | "am" | "be" | "being" | "s" | "re" | "m" | "gets" | "get"
    );
    (!is_state && !is_had_done && (is_regular || is_past_form(letters))).then_some(Tense::Past)
}

fn is_past_form(letters: &str) -> bool {
    const FORMS: &str = " ago did didn was wasn were weren had hadn went met got came saw took made gave began ran said told \
         left bought brought thought found felt kept held wrote read lost won spent sent built broke spoke ate drove \
         flew grew knew sang swam taught wore became born fell heard sold caught gone been done seen taken given \
         written started stood sat slept woke chose drew forgot hid rode rose shook shot stole threw understood \
         paid led lit hung dug fought hurt laid lent meant quit rang shut sank swore tore died ";
    let mut rest = FORMS;
    // Whole words only: the list is short, and most words are decided by their first letters.
    while let Some(found) = rest.find(letters) {
        let (before, after) = (&rest[..found], &rest[found + letters.len()..]);
        if before.ends_with(' ') && after.starts_with(' ') {
            return true;
        }
        rest = after;
        if letters.is_empty() {
            return false;
        }
    }
    false
}
