//! Expressions in running text: where they may stand, and the tense of the words around them.

use recollect_model::{CharText, ReferenceTime};

use crate::grammar::{Parser, Read};
use crate::holidays;
use crate::lexicon::Word;
use crate::numbered::is_numbered;
use crate::resolve::{Context, said};
use crate::tense::tense_at;
use crate::tokens::{Kind, Token, Tokens};
use crate::value::{Named, Said, Time, Vague};
use crate::{Tense, TimeExpression};

/// The most expressions of one text: one full of them speaks of no time in particular.
const MAX_EXPRESSIONS: usize = 1_000;
/// See [`crate::expressions`]; the tense is guessed where none is given.
pub(crate) fn expressions(
    text: &str,
    reference: ReferenceTime,
    tense: Option<Tense>,
) -> Vec<TimeExpression> {
    if text.len() >= u32::MAX as usize {
        return Vec::new();
    }
    let tokens = Tokens::of(text);
    let parser = Parser::new(&tokens, false);
    let mut characters: Option<CharText<'_>> = None;
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() && found.len() < MAX_EXPRESSIONS {
        let read = may_begin(&tokens, at)
            .then(|| parser.expression(at))
            .flatten()
            .filter(|read| is_sober(&tokens, at, read));
        let Some(read) = read else {
            at += 1;
            continue;
        };
        let tense = tense.unwrap_or_else(|| tense_at(&tokens, at, read.end));
        let context = Context::new(reference, tense, false);
        let Some(read) = told(&tokens, at, read, tense) else {
            at += 1;
            continue;
        };
        let Some((interval, precision, meaning)) = said(&read.is, &context) else {
            at += 1;
            continue;
        };
        let characters = characters.get_or_insert_with(|| CharText::new(text));
        found.push(TimeExpression {
            range: characters.range_of_bytes(bytes(&tokens, at, read.end)),
            interval,
            precision,
            meaning,
        });
        at = read.end;
    }
    found
}

/// An expression as running text has it. What holds "currently" has held for a while. In what has been, "in two
/// weeks" is how long it took, and "the next week" is counted from what is told, not from the reference.
fn told(tokens: &Tokens, at: usize, read: Read<Said>, tense: Tense) -> Option<Read<Said>> {
    let is_past = tense == Tense::Past;
    let first = tokens.letters(at);
    let is_next = |offset: i32| is_past && offset > 0 && first == "the";
    let is = match read.is {
        Said::At(Time::Now) if first != "just" => Said::Vague(Vague::Nowadays),
        Said::At(Time::Shifted { from: None, by })
            if is_past && first == "in" && tokens.letters(read.end - 1) != "now" =>
        {
            Said::For(by)
        }
        Said::At(Time::Cycle { offset, .. } | Time::Run { count: offset, .. })
            if is_next(offset) =>
        {
            return None;
        }
        // "As of June I will work there" lies ahead, "as of June he is retired" does not.
        Said::Since(time) if first == "as" && tense == Tense::Future => Said::From(time),
        is => is,
    };
    Some(Read { is, ..read })
}

/// See [`crate::phrase`].
pub(crate) fn phrase(text: &str, reference: ReferenceTime) -> Option<TimeExpression> {
    if text.len() >= u32::MAX as usize {
        return None;
    }
    let tokens = Tokens::of(text);
    let read = Parser::new(&tokens, true).expression(0)?;
    let rest = (read.end..tokens.len()).all(|at| {
        tokens
            .get(at)
            .is_some_and(|token| matches!(token.kind, Kind::Mark(_)))
    });
    if !rest {
        return None;
    }
    let context = Context::new(reference, Tense::Unknown, true);
    let (interval, precision, meaning) = said(&read.is, &context)?;
    Some(TimeExpression {
        range: CharText::new(text).range_of_bytes(bytes(&tokens, 0, read.end)),
        interval,
        precision,
        meaning,
    })
}

fn bytes(tokens: &Tokens, start: usize, end: usize) -> std::ops::Range<usize> {
    let range = |at: usize| tokens.get(at).map(Token::bytes).unwrap_or_default();
    range(start).start..range(end.saturating_sub(1)).end
}

/// Whether an expression can begin with a token: cheap, and right for most words of a text.
fn may_begin(tokens: &Tokens, at: usize) -> bool {
    let Some(token) = tokens.get(at) else {
        return false;
    };
    match token.kind {
        Kind::Word(word) => {
            word != Word::Unknown
                || holidays::begins(tokens.letters(at))
                || is_phrase_word(tokens, at)
        }
        Kind::Number { .. } => true,
        Kind::Mark('@') => true,
        Kind::Mark(_) => false,
    }
}

fn is_phrase_word(tokens: &Tokens, at: usize) -> bool {
    matches!(
        tokens.letters(at),
        "days" | "weeks" | "months" | "years" | "decades" | "not" | "ages" | "twice" | "throughout"
    )
}

/// Whether what was read is a time in running text too.
fn is_sober(tokens: &Tokens, at: usize, read: &Read<Said>) -> bool {
    if !is_apart(tokens, at, read.end) || is_numbered(tokens, at) {
        return false;
    }
    let letters = tokens.letters(at);
    // "comes in on Fridays"
    if letters == "in" && matches!(tokens.letters(at + 1), "on" | "at" | "by") {
        return false;
    }
    let is_led = read.end > at + 1
        && matches!(
            letters,
            "in" | "on"
                | "during"
                | "by"
                | "of"
                | "circa"
                | "around"
                | "about"
                | "since"
                | "until"
                | "from"
                | "between"
        );
    match &read.is {
        Said::Vague(_) => is_plain_vague(tokens, at, read.end),
        Said::Every(Time::Cycle { .. }) if read.end == at + 1 => ends_clause(tokens, read.end),
        Said::At(Time::Now) => is_plain_now(tokens, at),
        Said::At(time) if read.is_latent => is_sober_latent(tokens, at, read.end, time, is_led),
        Said::At(Time::Pattern(pattern, _)) if pattern.clock.is_some() && !pattern.has_date() => {
            !is_score(tokens, at, read.end)
        }
        _ => !read.is_latent,
    }
}

/// A time that needs company: a year, a month or a weekday that is another word too, a season, a bare hour.
fn is_sober_latent(tokens: &Tokens, at: usize, end: usize, time: &Time, is_led: bool) -> bool {
    let Time::Pattern(pattern, _) = time else {
        return false;
    };
    let letters = tokens.letters(at);
    let last = tokens.get(end - 1);
    let is_capitalised = last.is_some_and(|token| token.is_capitalised);
    let ends_clause = ends_clause(tokens, end);
    if pattern.clock.is_some() {
        // "We meet at 3." but not "look at 3 cars".
        let is_at = letters == "at"
            || matches!(
                tokens.get(at).map(|token| token.kind),
                Some(Kind::Mark('@'))
            );
        let is_spelled = last.is_some_and(|token| matches!(token.kind, Kind::Word(_)));
        let is_hour = pattern.clock.is_some_and(|clock| clock.hour <= 12);
        let ends = ends_clause && !(is_spelled && tokens.letters(end) == "with");
        return is_at && is_hour && end > at + 1 && ends && !pattern.has_date();
    }
    if pattern.part.is_some() {
        return false;
    }
    if pattern.day.is_some() {
        return pattern.month.is_some() && is_led;
    }
    if pattern.year.is_some() {
        return is_led
            && letters != "about"
            && letters != "around"
            && letters != "by"
            && !is_quantity(tokens, end)
            || ends_clause && matches!(letters, "about" | "around" | "by");
    }
    if pattern.month.is_some() || pattern.weekday.is_some() {
        let starts_sentence =
            tokens.get(at).is_some_and(|token| token.starts_line) || is_sentence_start(tokens, at);
        let is_led = is_led && !matches!(letters, "of" | "about");
        return is_capitalised
            && (is_led
                || !starts_sentence
                    && !is_modal(tokens, at, end)
                    && is_named_alone(tokens, at, end))
            || is_led && !is_capitalised && ends_clause && letters == "in";
    }
    match pattern.named {
        Some(Named::Season(_)) => {
            let before = tokens.letters_before(at, 1);
            let is_placed = is_led
                && matches!(letters, "in" | "during" | "since" | "until" | "from")
                || letters == "the" && matches!(before, "for" | "over" | "throughout" | "during");
            is_placed && !tokens.get(end).is_some_and(|token| token.is_capitalised)
        }
        Some(Named::Holiday(_)) => is_led || is_capitalised,
        _ => is_led && matches!(letters, "on" | "during"),
    }
}

/// "May", "March", "Sat" with a capital but no preposition: a time only where no name or verb can stand.
fn is_named_alone(tokens: &Tokens, at: usize, end: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let before_is_name = before.is_some_and(|token| token.is_capitalised);
    let after_is_name = tokens.get(end).is_some_and(|token| token.is_capitalised);
    let is_person = matches!(
        tokens.letters(at),
        "may"
            | "april"
            | "june"
            | "august"
            | "jan"
            | "dec"
            | "sun"
            | "sat"
            | "march"
            | "mar"
            | "jun"
            | "wed"
    );
    !before_is_name && !after_is_name && !is_person
}

fn is_modal(tokens: &Tokens, at: usize, end: usize) -> bool {
    end == at + 1
        && tokens.letters(at) == "may"
        && matches!(
            tokens.letters(end),
            "i" | "we" | "he" | "she" | "they" | "you" | "be" | "have" | "not"
        )
}

/// Whether a clause ends before a token.
fn ends_clause(tokens: &Tokens, at: usize) -> bool {
    tokens.get(at).is_none_or(|token| {
        token.starts_line
            || matches!(token.kind, Kind::Mark(mark) if !matches!(mark, '%' | '$' | '€' | '£' | '#' | '/' | ':' | '*'))
            || matches!(
                tokens.letters(at),
                "and" | "or" | "but" | "so" | "because" | "with" | "for" | "if" | "when" | "while" | "then" | "to" | "i" | "we" | "he" | "she" | "they" | "it" | "is" | "was"
            )
    })
}

/// "1984 people", "2000 dollars".
fn is_quantity(tokens: &Tokens, end: usize) -> bool {
    tokens.letters(end).len() > 3
        && matches!(
            tokens.letters(end),
            "dollars"
                | "euros"
                | "pounds"
                | "people"
                | "steps"
                | "calories"
                | "miles"
                | "meters"
                | "times"
                | "words"
                | "points"
                | "feet"
                | "square"
                | "units"
                | "copies"
                | "pieces"
                | "rupees"
                | "bucks"
                | "different"
                | "cases"
        )
}

/// A vague word that is not "as soon as", "too soon", or "one day" that counts: "one day a week".
fn is_plain_vague(tokens: &Tokens, at: usize, end: usize) -> bool {
    let before = tokens.letters_before(at, 1);
    match tokens.letters(end - 1) {
        "soon" | "as" => before != "too" && before != "as" && end == at + 1,
        "day" if tokens.letters(at) == "one" => !is_counting(tokens, at),
        "ago" => !(before == "so" || before == "that" || before == "too"),
        _ => true,
    }
}

fn is_counting(tokens: &Tokens, at: usize) -> bool {
    matches!(
        tokens.letters(at + 2),
        "a" | "per" | "of" | "off" | "at" | "on" | "later" | "before" | "after" | "trip"
    )
}

/// "Right now", "at the moment"; a bare "now" more often links sentences than it dates them.
fn is_plain_now(tokens: &Tokens, at: usize) -> bool {
    !matches!(tokens.letters(at), "now" | "immediately" | "atm")
}

/// "Won 3:15", "a 2:1 win": a clock without am or pm that is a score or a ratio.
fn is_score(tokens: &Tokens, at: usize, end: usize) -> bool {
    let is_verse = at > 0
        && tokens
            .get(at)
            .is_some_and(|token| matches!(token.kind, Kind::Number { .. }))
        && matches!(
            tokens.letters(at - 1),
            "won"
                | "lost"
                | "score"
                | "ratio"
                | "chapter"
                | "verse"
                | "genesis"
                | "john"
                | "matthew"
                | "luke"
                | "mark"
                | "romans"
                | "psalm"
                | "in"
                | "pace"
                | "ran"
        );
    is_verse
        || matches!(
            tokens.letters(end),
            "ratio" | "win" | "victory" | "loss" | "scale" | "aspect"
        )
}

fn is_sentence_start(tokens: &Tokens, at: usize) -> bool {
    at == 0
        || tokens.get(at - 1).is_some_and(|token| {
            matches!(token.kind, Kind::Mark('.' | '!' | '?' | ':' | '"' | '“'))
        })
}

/// Whether nothing is glued to the ends of an expression that makes them part of something else: a price, a
/// version, an address, a hyphenated word.
fn is_apart(tokens: &Tokens, at: usize, end: usize) -> bool {
    let is_number = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|token| matches!(token.kind, Kind::Number { .. }))
    };
    let (Some(first), Some(_)) = (tokens.get(at), tokens.get(end - 1)) else {
        return false;
    };
    if at > 0 && first.is_glued && !first.follows_apostrophe {
        let before = tokens.get(at - 1).map(|token| token.kind);
        let is_open = match before {
            Some(Kind::Mark(
                '$' | '€' | '£' | '¥' | '#' | '/' | '\\' | '&' | '=' | '+' | '@' | '~' | '*' | '<'
                | '^',
            )) => false,
            Some(Kind::Mark('.' | ',' | ':' | '-')) => {
                !(is_number(at) || tokens.get(at - 1).is_some_and(|mark| mark.is_glued))
            }
            Some(Kind::Mark(_)) => true,
            _ => false,
        };
        if !is_open {
            return false;
        }
    }
    let Some(after) = tokens.get(end).filter(|token| token.is_glued) else {
        return true;
    };
    let follows_glued = tokens.get(end + 1).is_some_and(|token| token.is_glued);
    match after.kind {
        Kind::Mark('%' | '$' | '€' | '£' | '°' | '+' | '=' | '@' | '\\' | '_' | '#') => false,
        Kind::Mark('.' | ',' | ':' | '/') => {
            !(follows_glued && (is_number(end + 1) || !tokens.letters(end + 1).is_empty()))
        }
        Kind::Mark('-') => !follows_glued,
        Kind::Mark(_) => true,
        _ => after.follows_apostrophe && tokens.letters(end) == "s",
    }
}
