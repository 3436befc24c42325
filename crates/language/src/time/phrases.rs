//! The stretches of a sentence that may name a time.

use std::ops::Range;

use crate::word_list::WordList;

/// The most words of a phrase, the most of them that name a time by themselves, and the most numbers; what goes
/// on longer is read in parts. Resolving "Thursday, May 12, 2023 at 3:30 pm" in one piece would take 70 ms.
const LONGEST_PHRASE: (usize, usize, usize) = (10, 4, 2);

/// Words that name a time, or make a number one.
static ANCHORS: WordList = WordList::new(
    "january february april june july august september october november december monday tuesday \
     wednesday thursday friday saturday sunday today tonight tomorrow yesterday weekend minute \
     minutes hour hours day days week weeks fortnight month months quarter year years decade decades \
     morning afternoon evening night noon midnight summer autumn winter christmas xmas easter \
     thanksgiving halloween o'clock midday fridays saturdays sundays mondays tuesdays wednesdays \
     thursdays yr valentine diwali hanukkah chanukah ramadan passover pentecost qtr tonite lunch",
);

/// Anchors that are also other words: they count after a preposition or beside a number, or capitalised inside
/// a sentence.
static DOUBTFUL_ANCHORS: WordList = WordList::new(
    "march may jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri \
     sat sun spring fall",
);

/// Words after which a doubtful word, or a number such as 2016, names a time.
static PREPOSITIONS: WordList = WordList::new(
    "in on by since until till last next this of during from before after early late mid between \
     through year summer winter autumn spring fall past",
);

/// Words that hold a phrase together.
static LINKS: WordList = WordList::new(
    "a about after ago an and around at back before beginning black between by coming couple current \
     during earlier early end eve few following for from half hence in last late later mid middle new \
     next now of on pair past previous since start that the this through till to until upcoming \
     within one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty \
     first second third fourth fifth",
);

static PAST_WORDS: WordList = WordList::new(
    "ago did didn't was wasn't were had went met got came saw took made gave began ran said told left \
     bought brought thought found felt kept held wrote read lost won spent sent built broke spoke ate \
     drove flew grew knew sang swam taught wore became born fell heard sold caught",
);

/// The phrases of a sentence as byte ranges.
pub(super) fn phrases(sentence: &str) -> Vec<Range<usize>> {
    let words = words(sentence);
    let mut phrases: Vec<Range<usize>> = Vec::new();
    let mut run: Vec<(usize, Part)> = Vec::new();
    for place in 0..=words.len() {
        let part = words.get(place).and_then(|_| part_of(&words, place));
        let is_break = place > 0 && words[place - 1].ends_phrase(words.get(place), part);
        if part.is_none() || is_break || is_full(&run, &words, place) {
            let is_first = phrases.is_empty();
            // The hour of a time named just before says nothing by itself.
            phrases.extend(phrase_of(&run, &words).filter(|_| is_first || !is_hour(&run, &words)));
            run.clear();
        }
        run.extend(part.map(|part| (place, part)));
    }
    phrases
}

/// Whether a run takes no further word, which stands at `next`.
fn is_full(run: &[(usize, Part)], words: &[Word], next: usize) -> bool {
    let count = |is: &dyn Fn(usize, Part) -> bool| {
        run.iter().filter(|(place, part)| is(*place, *part)).count()
    };
    let is_figure = |place: usize| {
        words
            .get(place)
            .is_some_and(|word| is_number(&word.lower) || is_clock(&word.lower))
    };
    let (most_words, most_anchors, most_figures) = LONGEST_PHRASE;
    run.len() == most_words
        || count(&|_, part| part == Part::Anchor) == most_anchors
        || is_figure(next) && count(&|place, _| is_figure(place)) == most_figures
}

/// Whether a run names a time of day and no day.
fn is_hour(run: &[(usize, Part)], words: &[Word]) -> bool {
    run.iter()
        .filter(|(_, part)| *part == Part::Anchor)
        .all(|(place, _)| {
            let word = words[*place].lower.as_str();
            is_clock(word) || is_half_of_day(word) || word == "o'clock"
        })
}

/// Whether a sentence tells what has been.
pub(super) fn speaks_of_the_past(sentence: &str) -> bool {
    words(sentence).iter().any(|word| {
        let is_regular = word.lower.len() > 4 && word.lower.ends_with("ed");
        is_regular || PAST_WORDS.contains(&word.lower)
    })
}

/// Whether a word names one of the days of the week or a part of the year that comes back.
pub(super) fn weekday_in(phrase: &str) -> bool {
    phrase.split(|c: char| !c.is_alphabetic()).any(|word| {
        let word = word.to_lowercase();
        ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
            .iter()
            .any(|day| word.starts_with(day))
            && word != "month"
    })
}

struct Word {
    range: Range<usize>,
    lower: String,
    is_capitalised: bool,
    /// The punctuation that follows.
    after: String,
}

impl Word {
    /// Whether a phrase ends after this word although another word of time follows.
    fn ends_phrase(&self, next: Option<&Self>, next_part: Option<Part>) -> bool {
        match self.after.as_str() {
            "" => false,
            // "On Monday, 5 of us": a number belongs to what is before the comma only when it is a year.
            "," => next.is_none_or(|next| next_part != Some(Part::Anchor) && !is_year(&next.lower)),
            "." => self.range.len() > 4,
            _ => true,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Anchor,
    Link,
    Recurrence,
}

fn words(sentence: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut start = 0;
    for piece in sentence.split_inclusive(char::is_whitespace) {
        let body = piece.trim_end();
        let bare = body.trim_start_matches(|c: char| !c.is_alphanumeric());
        let from = start + body.len() - bare.len();
        let word = bare.trim_end_matches(|c: char| !c.is_alphanumeric());
        if !word.is_empty() {
            let stem = word
                .strip_suffix("'s")
                .or(word.strip_suffix("’s"))
                .unwrap_or(word);
            words.push(Word {
                range: from..from + word.len(),
                lower: stem.to_lowercase(),
                is_capitalised: word.starts_with(char::is_uppercase),
                after: bare[word.len()..].to_owned(),
            });
        }
        start += piece.len();
    }
    words
}

fn part_of(words: &[Word], place: usize) -> Option<Part> {
    let word = words[place].lower.as_str();
    let at = |back: usize| {
        place
            .checked_sub(back)
            .map(|place| words[place].lower.as_str())
    };
    let before = at(1);
    let after = words.get(place + 1).map(|after| after.lower.as_str());
    let is_preposition = |word: Option<&str>| word.is_some_and(|word| PREPOSITIONS.contains(word));
    let is_season = ["spring", "fall"].contains(&word);
    let follows_preposition =
        is_preposition(before) || is_season && before == Some("the") && is_preposition(at(2));
    let touches_number = before.is_some_and(is_number) || after.is_some_and(is_number);
    let heads_date =
        after.is_some_and(|after| ANCHORS.contains(after) || DOUBTFUL_ANCHORS.contains(after));
    let is_name = words[place].is_capitalised && (place > 0 || heads_date);
    let is_anchor = if DOUBTFUL_ANCHORS.contains(word) {
        follows_preposition || touches_number || is_name
    } else {
        ANCHORS.contains(word)
            || is_clock(word)
            || is_date(word)
            || is_decade(word)
            || is_year(word) && (follows_preposition || before == Some("and"))
            || is_half_of_day(word) && before.is_some_and(is_number)
            || is_ordinal(word) && before == Some("the") && is_preposition(at(2))
    };
    match word {
        "every" | "each" => Some(Part::Recurrence),
        _ if is_anchor => Some(Part::Anchor),
        // A doubtful word that names no time is a verb or a noun, and holds nothing together.
        _ if DOUBTFUL_ANCHORS.contains(word) => None,
        _ => (LINKS.contains(word) || is_number(word)).then_some(Part::Link),
    }
}

/// The stretch of a run of words of time, if it can name one.
fn phrase_of(run: &[(usize, Part)], words: &[Word]) -> Option<Range<usize>> {
    let recurs = run.iter().any(|(_, part)| *part == Part::Recurrence);
    let has_anchor = run.iter().any(|(_, part)| *part == Part::Anchor);
    let ((first, _), (last, _)) = (run.first()?, run.last()?);
    (has_anchor && !recurs).then(|| words[*first].range.start..words[*last].range.end)
}

/// Digits with or without the ending of an ordinal, at most four of them.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    (1..=4).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && ["", "st", "nd", "rd", "th"].contains(&&word[digits.len()..])
}

fn is_ordinal(word: &str) -> bool {
    is_number(word) && word.ends_with(|c: char| c.is_ascii_alphabetic())
}

fn is_half_of_day(word: &str) -> bool {
    ["am", "pm", "a.m", "p.m"].contains(&word)
}

fn is_year(word: &str) -> bool {
    word.len() == 4
        && word.bytes().all(|byte| byte.is_ascii_digit())
        && ("1000".."2200").contains(&word)
}

/// `1980s` or `90s`.
pub(super) fn is_decade(word: &str) -> bool {
    word.strip_suffix("0s").is_some_and(|digits| {
        digits.bytes().all(|byte| byte.is_ascii_digit())
            && (digits.len() == 1 || digits.len() == 3 && is_year(&word[..4]))
    })
}

/// `3pm`, `9:30`, `9:30am`.
fn is_clock(word: &str) -> bool {
    let time = word.trim_end_matches("am").trim_end_matches("pm");
    let is_digits = |part: &str| {
        (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    match time.split_once(':') {
        Some((hour, minute)) => is_digits(hour) && minute.len() == 2 && is_digits(minute),
        None => time.len() < word.len() && is_digits(time),
    }
}

/// A date in digits that names its year: `2023-05-08`, `5/8/2023`, `8.5.2023`.
fn is_date(word: &str) -> bool {
    let parts: Vec<&str> = word.split(['-', '/', '.']).collect();
    parts.len() == 3
        && parts
            .iter()
            .all(|part| is_number(part) && part.bytes().all(|byte| byte.is_ascii_digit()))
        && (is_year(parts[0]) || is_year(parts[2]))
}
