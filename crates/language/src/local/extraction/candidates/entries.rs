//! Entries of notes whose value is written in signs: "wifi: Lindormen / heron-77", "booking ref 8QK-2204", "rent 870/month, parking 60/month". They
//! are told as they stand, since there is nothing in them to parse.

use std::ops::Range;

use recollect_model::{CharRange, Relation, RelationName, Worth};

use crate::lexicon::{is_code, is_given_name, is_occupation, is_unit, role};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::coreference::referents::How;
use crate::word_list::WordList;
use crate::{EntityRef, ExtractedObject, ExtractedStatement};

/// The most words that say what an entry is of, and the most of its value.
const MAX_LABEL: usize = 4;
const MAX_VALUE: usize = 5;

/// How much anybody looks for one.
const WORTH: u8 = 70;

/// What the entries of a passage say that nothing else has said: of whoever writes it.
pub(crate) fn entries(
    context: &PassageContext<'_>,
    said: &mut [ExtractedStatement],
) -> Vec<ExtractedStatement> {
    let reading = context.reading;
    let Some(owner) = context.speaker.filter(|_| !reading.tells_of_owner) else {
        return Vec::new();
    };
    let found = parts(reading.text).into_iter().filter_map(|part| {
        let entry = Entry::of(&reading.text[part.clone()])?;
        let value = part.start + entry.value.start..part.start + entry.value.end;
        let range = context.range(value.clone());
        let is_new = !said.iter().any(|other| other.range.overlaps(range));
        let words = reading.text[value].to_owned();
        for other in said.iter_mut().filter(|other| other.range.overlaps(range)) {
            complete(other, &words);
        }
        let subject = EntityRef::Role {
            role: entry.label,
            of: Box::new(owner.clone()),
        };
        let fact = format!("{} is {words}.", context.name_of(&subject));
        is_new.then(|| ExtractedStatement {
            phrase: "be".to_owned(),
            fact,
            worth: Worth::new(WORTH),
            ..ExtractedStatement::plain(
                subject,
                Relation::Is,
                ExtractedObject::Value(words),
                reading.passage,
                range,
            )
        })
    });
    found.collect()
}

/// "heron-77!": a mark at the end is part of a password, which a sentence ends without.
fn complete(said: &mut ExtractedStatement, words: &str) {
    let ExtractedObject::Value(value) = &said.object else {
        return;
    };
    let is_cut = words.strip_prefix(value.as_str()) == Some("!");
    if let Some(at) = said.fact.rfind(value.as_str()).filter(|_| is_cut) {
        said.fact.insert(at + value.len(), '!');
        said.object = ExtractedObject::Value(words.to_owned());
    }
}

/// Whose telephone number stands behind their name, and what they are: "boiler man: Kev Stott 07700 900318", "plumber Ken 07700 900412".
pub(crate) fn contacts(
    context: &PassageContext<'_>,
    said: &[ExtractedStatement],
) -> Vec<ExtractedStatement> {
    let reading = context.reading;
    let Some(owner) = context.speaker.filter(|_| !reading.tells_of_owner) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for part in parts(reading.text) {
        let text = &reading.text[part.clone()];
        let Some(contact) = Contact::of(text) else {
            continue;
        };
        let at = |range: &Range<usize>| part.start + range.start..part.start + range.end;
        let words = |range: &Range<usize>| reading.text[at(range)].to_owned();
        let name = words(&contact.name);
        let named = context.referents.iter().find(|referent| {
            referent.how == How::Named && context.name_of(&referent.entity) == name
        });
        let Some(entity) = named.map(|referent| &referent.entity) else {
            continue;
        };
        let range = context.range(at(&contact.number));
        let is_said = |range: CharRange| said.iter().any(|other| other.range.overlaps(range));
        if !is_said(range) {
            let number = words(&contact.number);
            let subject = EntityRef::Role {
                role: "phone number".to_owned(),
                of: Box::new(entity.clone()),
            };
            found.push(ExtractedStatement {
                phrase: "be".to_owned(),
                fact: format!("{name}'s phone number is {number}."),
                worth: Worth::new(WORTH),
                ..ExtractedStatement::plain(
                    subject,
                    Relation::Is,
                    ExtractedObject::Value(number),
                    reading.passage,
                    range,
                )
            });
        }
        let range = context.range(at(&contact.name));
        let label = words(&contact.label).to_lowercase();
        if !is_said(range) && !label.is_empty() {
            let relation = RelationName::of_role(&label);
            found.push(ExtractedStatement {
                phrase: format!("be {label}"),
                fact: format!("{name} is {}'s {label}.", context.name_of(owner)),
                worth: Worth::new(WORTH),
                ..ExtractedStatement::plain(
                    entity.clone(),
                    relation,
                    ExtractedObject::Entity(owner.clone()),
                    reading.passage,
                    range,
                )
            });
        }
    }
    found
}

/// Somebody in a note of their number, as bytes of it.
struct Contact {
    /// What they are; empty where it is not said.
    label: Range<usize>,
    name: Range<usize>,
    number: Range<usize>,
}

impl Contact {
    fn of(part: &str) -> Option<Self> {
        /// The least digits of a telephone number.
        const FEWEST: usize = 8;
        const MAX_NAME: usize = 3;
        let said: Vec<Range<usize>> = words(part).collect();
        let is_digits = |word: &Range<usize>| {
            part[word.clone()]
                .chars()
                .all(|c| c.is_ascii_digit() || "+()-/".contains(c))
        };
        let first = said.iter().position(is_digits)?;
        let last = first
            + said[first..]
                .iter()
                .take_while(|word| is_digits(word))
                .count();
        let number = said[first].start..said[last - 1].end;
        let digits = part[number.clone()]
            .chars()
            .filter(char::is_ascii_digit)
            .count();
        let is_name = |word: &&Range<usize>| part[(*word).clone()].starts_with(char::is_uppercase);
        let names = said[..first].iter().rev().take_while(is_name).count();
        // "Ring Ken 07700 900412": the first word may begin the note.
        let before = first - names;
        let label = &said[..before];
        let is_one = |word: &str| {
            is_occupation(word)
                || role(word).is_some_and(|role| role.relation.is_none())
                || ["man", "guy", "woman", "lady", "driver"].contains(&word)
        };
        let label = match label {
            [.., last] => {
                let written = part[last.clone()].trim_end_matches(':');
                let bare = written.to_lowercase();
                let from = label
                    .iter()
                    .position(|word| !BEFORE_LABEL.contains(&part[word.clone()].to_lowercase()))?;
                let end = last.start + written.len();
                (is_one(&bare) && label.len() - from <= MAX_LABEL)
                    .then(|| label[from].start..end)?
            }
            [] => 0..0,
        };
        let is_contact = (1..=MAX_NAME).contains(&names) && digits >= FEWEST;
        is_contact.then(|| Self {
            label,
            name: said[before].start..said[first - 1].end,
            number,
        })
    }
}

/// Where the parts of a note are, between the ends of its lines and of its sentences, and commas.
fn parts(text: &str) -> Vec<Range<usize>> {
    let ends = text.char_indices().filter(|(at, letter)| {
        let is_followed = text[at + letter.len_utf8()..].starts_with(' ');
        matches!(letter, '\n' | ';') || matches!(letter, ',' | '.') && is_followed
    });
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, letter) in ends.chain([(text.len(), ' ')]) {
        parts.push(start..at);
        start = (at + letter.len_utf8()).min(text.len());
    }
    parts
}

/// What an entry is of, and where its value stands.
struct Entry {
    label: String,
    value: Range<usize>,
}

impl Entry {
    fn of(part: &str) -> Option<Self> {
        let mark = [": ", " = ", " is "]
            .iter()
            .filter_map(|mark| Some((part.find(mark)?, mark.len())))
            .min();
        let (label, value) = match mark {
            Some((at, length)) => {
                let start = at + length;
                (&part[..at], start..part.trim_end().len().max(start))
            }
            None => {
                let value = words(part).find(|word| is_written_in_signs(&part[word.clone()]))?;
                let end = value.end + thousands_behind(&part[value.clone()], &part[value.end..]);
                let end = end + unit_behind(&part[end..]);
                (&part[..value.start], value.start..end)
            }
        };
        let label: Vec<String> = words(label)
            .map(|word| label[word].to_lowercase())
            .skip_while(|word| BEFORE_LABEL.contains(word))
            .collect();
        // "Room 2.12" is where something is.
        let is_place = label.len() == 1 && PLACES.contains(&label[0]);
        let nouns = label.iter().filter(|word| is_of_entry(word)).count();
        // "the wifi password" has two.
        let are_plain = label.iter().all(|word| {
            let is_somebody = is_given_name(word) && !is_of_entry(word) || role(word).is_some();
            word.chars().all(|c| c.is_alphabetic() || c == '-')
                && !NOT_IN_LABEL.contains(word)
                && !is_somebody
        });
        let value = value.start..value.start + part[value].trim_end_matches(['.', ',', ' ']).len();
        let first = words(&part[value.clone()]).next()?;
        let written = &part[value.start + first.start..value.start + first.end];
        let count = words(&part[value.clone()]).count();
        let is_value = count <= MAX_VALUE
            && (is_written_in_signs(written)
                || mark.is_some() && NAMED.contains(label.first()?) && is_name(written));
        ((1..=MAX_LABEL).contains(&label.len()) && nouns > 0 && !is_place && are_plain && is_value)
            .then(|| Self {
                label: label.join(" "),
                value,
            })
    }
}

/// The words of a part, as byte ranges.
fn words(part: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut from = 0;
    part.split(' ').filter_map(move |word| {
        let start = from;
        from += word.len() + 1;
        (!word.is_empty()).then_some(start..start + word.len())
    })
}

/// "8QK-2204", "870/month", "£1,150": whether a word has a digit among its letters and signs.
fn is_written_in_signs(word: &str) -> bool {
    word.len() > 1 && !word.starts_with('(') && word.chars().any(|c| c.is_ascii_digit())
}

fn is_name(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase) || word.contains(['_', '@', '-'])
}

/// The length of what goes on with a number in groups: " 500" of "18 500".
fn thousands_behind(number: &str, rest: &str) -> usize {
    let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit());
    let next = rest
        .strip_prefix(' ')
        .and_then(|rest| rest.split(' ').next());
    match next {
        Some(next)
            if is_number(number) && number.len() <= 3 && next.len() == 3 && is_number(next) =>
        {
            4
        }
        _ => 0,
    }
}

/// The length of the unit that follows a number: " kg".
fn unit_behind(rest: &str) -> usize {
    let Some(word) = rest
        .strip_prefix(' ')
        .and_then(|rest| rest.split(' ').next())
    else {
        return 0;
    };
    match is_unit(&word.to_lowercase()) {
        true => word.len() + 1,
        false => 0,
    }
}

fn is_of_entry(word: &str) -> bool {
    is_code(word) || NOUNS.contains(word)
}

/// What stands before what an entry is of.
static BEFORE_LABEL: WordList = WordList::new("my our the new");

/// What is no label: a sentence, a comparison, somebody else's.
static NOT_IN_LABEL: WordList = WordList::new(
    "i you he she it we they us me him them his her their was were has have had will at on in to from last old next and or but not no old ex previous",
);

/// What notes have entries of, beside codes and prices.
static NOUNS: WordList = WordList::new(
    "wifi wi-fi network ssid locker room seat gate flight booking pnr deposit parking iban account invoice order ticket serial model policy \
     passport licence license vin bp weight login username email",
);

/// Where one is called to by a number.
static PLACES: WordList = WordList::new("room gate seat flight locker cost");

/// Of which the value is a name.
static NAMED: WordList = WordList::new("wifi wi-fi network ssid login username password passcode");
