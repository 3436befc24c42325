//! What is added to names and what stands inside them: that a company is one, the year that tells one event from another, the number of a
//! house, an apostrophe; and names in lower case.

use std::ops::Range;

use recollect_spacy::{Dep, EntityLabel, Pos};

use crate::lexicon::{self, LANGUAGES, is_given_name, is_known_place, is_unit, kind_of_noun};
use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;

/// What companies are, at the end of their names.
const COMPANIES: &[&str] = &[
    "inc",
    "inc.",
    "ltd",
    "ltd.",
    "corp",
    "corp.",
    "llc",
    "gmbh",
    "plc",
    "ag",
    "s.a.",
    "s.p.a.",
    "oy",
    "ab",
    "b.v.",
    "n.v.",
    "limited",
    "incorporated",
    "corporation",
];

/// "Acme" of "Acme Inc.": the words of a name without those that only say that it is a company's, and whether there are any.
pub(crate) fn without_suffix(reading: &Reading<'_>, tokens: Range<usize>) -> (Range<usize>, bool) {
    let mut end = tokens.end;
    while end - tokens.start > 1
        && (COMPANIES.contains(&reading.lower(end - 1)) || reading.is_any(end - 1, &[",", "."]))
    {
        end -= 1;
    }
    let is_company = (end..tokens.end).any(|token| COMPANIES.contains(&reading.lower(token)));
    match is_company {
        true => (tokens.start..end, true),
        false => (tokens, false),
    }
}

/// A name with the year or the number of a house that stands beside it, by its own words; `tokens` take in what follows from there.
pub(crate) fn numbered(
    reading: &Reading<'_>,
    own: Range<usize>,
    tokens: &mut Range<usize>,
    label: Option<EntityLabel>,
) -> String {
    let text = reading.name_of(own);
    if let Some(house) = house_number(reading, tokens) {
        tokens.start = house;
        return format!("{} {text}", reading.word(house));
    }
    let Some(year) = year_beside(reading, tokens, label) else {
        return text;
    };
    if year == tokens.end {
        tokens.end += 1;
    }
    // "the 2018 World Cup" is the World Cup 2018.
    format!("{text} {}", reading.word(year))
}

/// The year that tells one event from another of the same name: that of "World Cup 2018" and of "the 2018 World Cup".
fn year_beside(
    reading: &Reading<'_>,
    tokens: &Range<usize>,
    label: Option<EntityLabel>,
) -> Option<usize> {
    let last = reading.lower(tokens.end - 1);
    let is_event = label == Some(EntityLabel::Event)
        || kind_of_noun(last) == Some(recollect_model::EntityKind::Event)
        || [
            "cup",
            "olympics",
            "championship",
            "championships",
            "games",
            "expo",
            "euro",
            "final",
        ]
        .contains(&last);
    let is_year = |token: usize| {
        let word = reading.word(token);
        lexicon::is_year(word) && (word.starts_with("19") || word.starts_with("20"))
    };
    let beside = [Some(tokens.end), tokens.start.checked_sub(1)];
    beside
        .into_iter()
        .flatten()
        .find(|token| is_event && is_year(*token))
}

/// The number of a house before the name of its street: that of "47 Fulton Road".
fn house_number(reading: &Reading<'_>, tokens: &Range<usize>) -> Option<usize> {
    const STREETS: &[&str] = &[
        "road",
        "rd",
        "street",
        "avenue",
        "ave",
        "lane",
        "drive",
        "boulevard",
        "terrace",
        "crescent",
        "close",
        "court",
        "square",
    ];
    let before = tokens.start.checked_sub(1)?;
    let number = reading.word(before).trim_end_matches(['a', 'b', 'c']);
    let is_number = (1..=5).contains(&number.len()) && number.chars().all(|c| c.is_ascii_digit());
    let is_street = tokens.len() > 1 && STREETS.contains(&reading.lower(tokens.end - 1));
    (is_number && is_street && tokens.contains(&reading.head(before))).then_some(before)
}

/// "an Englishman", "a Norwegian": one of a people, and nobody by name.
pub(crate) fn is_one_of_a_people(reading: &Reading<'_>, tokens: &Range<usize>) -> bool {
    let lower = reading.lower(tokens.start);
    let before = tokens.start.checked_sub(1);
    let is_people = LANGUAGES.contains(lower)
        || ["man", "woman", "ian", "ese", "ish"]
            .iter()
            .any(|end| lower.strip_suffix(end).is_some_and(|stem| stem.len() > 2));
    tokens.len() == 1
        && is_people
        && before.is_some_and(|article| reading.is_any(article, &["a", "an"]))
        && !is_given_name(lower)
}

/// "from Berlin to Vienna": two places, each of words that may be a name's.
pub(crate) fn is_onward(
    reading: &Reading<'_>,
    to: usize,
    is_of_name: impl Fn(usize) -> bool,
) -> bool {
    let before = (0..to).rev().find(|token| !is_of_name(*token));
    reading.is_any(to, &["to"]) && before.is_some_and(|from| reading.is_any(from, &["from"]))
}

/// "PostgreSQL 16", "Lindenwerf 114": whether a number belongs to the name before it.
pub(crate) fn is_numbered(reading: &Reading<'_>, name: Range<usize>) -> bool {
    let number = name.end;
    let last = number - 1;
    let word = reading.word(number);
    let is_number = word.starts_with(|first: char| first.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || c == '.')
        && !word.ends_with('.')
        && word.len() <= 5;
    let goes_before = matches!(
        reading.pos(number + 1),
        Pos::Noun | Pos::Propn | Pos::Num | Pos::Sym
    ) || reading.is_any(number + 1, &["%", "-", "–", "/", ":", "to", "am", "pm"])
        && !is_step(reading, number);
    is_number
        && reading.dep(number) == Dep::Nummod
        && name.contains(&reading.head(number))
        && reading
            .doc
            .tokens
            .get(last)
            .is_some_and(|token| token.space_after)
        && !is_known_place(reading.word(last))
        && !goes_before
}

/// "from PostgreSQL 15 to 16": the number before "to" is one of two that something has after each other.
fn is_step(reading: &Reading<'_>, number: usize) -> bool {
    reading.is_any(number + 1, &["to"]) && reading.pos(number + 2) == Pos::Num
}

/// "15 Jan. Amma's operation": the month of a heading, which the parser takes for a part of the name.
pub(super) fn is_month_of_day(reading: &Reading<'_>, token: usize) -> bool {
    const MONTHS: &[&str] = &[
        "jan.", "feb.", "mar.", "apr.", "jun.", "jul.", "aug.", "sep.", "sept.", "oct.", "nov.",
        "dec.",
    ];
    let is_behind_day = token > 0 && reading.tag(token - 1) == "CD";
    is_behind_day && reading.is_any(token, MONTHS)
}

/// "IP" of "the server's IP", "API" of "our API": letters that stand for a common noun, of whose it is.
pub(super) fn is_common_acronym(reading: &Reading<'_>, token: usize) -> bool {
    const COMMON: &[&str] = &[
        "ip", "id", "pin", "url", "api", "iban", "ssn", "vat", "ssid", "dns", "mot", "gp", "cv",
        "pc", "tv", "dob", "eta", "mri", "sat", "nas", "crm", "erp", "sdk", "cli", "ci", "rfp",
        "okr", "kpi", "pto", "hoa", "bmi", "ssh", "vpn", "suv", "ev", "bp", "ecg", "ekg", "psa",
        "inr", "ldl", "hdl", "tsh", "hr", "gpa", "phd", "mba", "hba1c", "a1c", "db", "vm", "ui",
        "ux", "qa", "pr", "cpu", "gpu", "ssd", "sso", "orm", "cms", "pm", "os", "lan", "cdn",
        "etl", "po", "poc", "mvp", "sla", "repo",
    ];
    if !reading.is_any(token, COMMON) {
        return false;
    }
    // "the staging DB"
    let is_of_a_kind = reading.doc.children(token).any(|child| {
        child < token
            && (reading.dep(child) == Dep::Det
                || reading.dep(child) == Dep::Compound && reading.pos(child) == Pos::Noun)
    });
    let is_owned = reading.child(token, Dep::Poss).is_some()
        || is_of_a_kind
        || token > 0 && reading.is_any(token - 1, &["the", "a", "an"]);
    // "HbA1c"
    let is_written_so = reading.is_capitals(token)
        || reading.word(token).contains(|c: char| c.is_ascii_digit())
        || reading.is_any(token, &["phd"]);
    is_owned && is_written_so
}

/// "36 GB": what a number is counted in.
pub(super) fn is_measure(reading: &Reading<'_>, token: usize) -> bool {
    is_unit(reading.lower(token)) && token > 0 && reading.tag(token - 1) == "CD"
}

/// "St. Thomas' Hospital", "King's College": whether an apostrophe stands inside the name of an institution.
pub(super) fn owns_institution(reading: &Reading<'_>, apostrophe: usize) -> bool {
    const INSTITUTIONS: &[&str] = &[
        "hospital",
        "college",
        "school",
        "church",
        "university",
        "cathedral",
        "infirmary",
        "abbey",
        "academy",
        "chapel",
    ];
    let noun = apostrophe + 1;
    reading.tag(apostrophe) == "POS"
        && reading.is_any(noun, INSTITUTIONS)
        && reading.word(noun).starts_with(char::is_uppercase)
}

/// "Two dogs, Coco and Shadow": whether a name tells who several are.
pub(super) fn is_one_of_several(reading: &Reading<'_>, token: usize) -> bool {
    let of = reading.head(token);
    let is_counted = |noun: usize| {
        let number = reading.child(noun, Dep::Nummod);
        number.is_some_and(|number| number < noun)
    };
    if of >= token || reading.tag(of) != "NNS" {
        return false;
    }
    match reading.dep(token) {
        Dep::Appos => true,
        // "Two films, Dune and Alien", read as a list of three.
        Dep::Conj => is_counted(of) && reading.is_any(token - 1, &[","]),
        _ => false,
    }
}

/// "woo" of "Ji-woo": the small half of a name that is neither a word nor how somebody is addressed.
pub(super) fn is_small_half(reading: &Reading<'_>, token: usize) -> bool {
    const ADDRESSES: &[&str] = &[
        "san", "kun", "chan", "sama", "sensei", "senpai", "ji", "jan",
    ];
    let is_no_word = |token: usize| !reading.doc.tokens[token].is_dictionary_word;
    let half = reading.word(token);
    token >= 2
        && token < reading.doc.tokens.len()
        && half.chars().all(char::is_lowercase)
        && !ADDRESSES.contains(&half)
        && is_no_word(token)
        && is_no_word(token - 2)
}

/// Small words between the hyphens of places' names.
static IN_PLACES: WordList =
    WordList::new("upon on super by le la les en de du des sur sous lès am an der in im of the");

/// "-upon-", of "Stratford-upon-Avon".
pub(super) fn is_inside_place(reading: &Reading<'_>, token: usize) -> bool {
    is_hyphen(reading, token)
        && is_hyphen(reading, token + 2)
        && IN_PLACES.contains(reading.lower(token + 1))
}

fn is_hyphen(reading: &Reading<'_>, token: usize) -> bool {
    reading.is_any(token, &["-", "–"]) && is_tight(reading, token)
}

/// Whether no white space stands around a token.
pub(super) fn is_tight(reading: &Reading<'_>, token: usize) -> bool {
    token > 0
        && !reading.doc.tokens[token - 1].space_after
        && !reading.doc.tokens[token].space_after
}

/// "Idris Y5 teacher", "Noor KS2": in which year of school somebody is, behind a name.
pub(super) fn is_year_of_school(reading: &Reading<'_>, token: usize) -> bool {
    let word = reading.word(token);
    let number = word.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    let letters = word.len() - number.len();
    (1..=2).contains(&letters)
        && !number.is_empty()
        && number.chars().all(|digit| digit.is_ascii_digit())
        && is_given_name(reading.lower(token - 1))
}

/// "routekeeper publishes events": what is called so in lower case, and does something.
pub(super) fn is_in_lower_case(reading: &Reading<'_>, token: usize) -> bool {
    const SHORTEST: usize = 5;
    let word = reading.word(token);
    let verb = reading.head(token);
    // "becuase is late"
    let is_something = || {
        reading.lemma(verb) != "be"
            || reading
                .child(verb, Dep::Attr)
                .is_some_and(|noun| reading.pos(noun) == Pos::Noun)
    };
    reading.tag(token) == "NNP"
        && word.chars().count() >= SHORTEST
        && word.chars().all(char::is_lowercase)
        && !reading.doc.tokens[token].is_dictionary_word
        && !reading.is_put_in(token)
        && reading.is_subject(token)
        && reading.doc.children(token).next().is_none()
        && verb > token
        && matches!(reading.tag(verb), "VBZ" | "VBD" | "VBN")
        && !has_ordinary_ending(reading.lower(token))
        && is_something()
}

/// Endings of words that are seldom names.
pub(super) fn has_ordinary_ending(word: &str) -> bool {
    [
        "ing", "ly", "ed", "ness", "ity", "tion", "sion", "ment", "ship", "ism", "ful", "ous",
    ]
    .iter()
    .any(|ending| word.len() > ending.len() + 2 && word.ends_with(ending))
}
