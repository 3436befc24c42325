//! Notes without a verb: "landlord = Mr Osei", "rent going up to £985", "completion 24 April", "council tax £1,789", "Anna pregnant". They are
//! read as the sentences that they stand for.

use std::ops::Range;

use crate::lexicon::{
    MONTHS, WEEKDAYS, is_code, is_engagement, is_given_name, is_known_place, is_occupation,
    is_of_every_week, is_unit, role,
};
use crate::local::extraction::parse::bare::bare;
use crate::local::extraction::parse::edits::{COPULA, Edit, STOP};
use crate::local::extraction::parse::noting::{
    ADVERBS, FINITE, LEADS, OPENINGS, PAST, SUBJECTS, plain, words,
};
use crate::local::extraction::parse::owner::put_before;
use crate::word_list::WordList;

/// The most words that name what such a note is about.
const LONGEST_NAME: usize = 4;
/// The most words of such a note.
const LONGEST: usize = 16;

/// What it leaves out.
const IS: &str = "is ";
const WAS: &str = "was ";
const ON: &str = "is on ";
const FOR: &str = "for ";

/// Signs of money, which stand before its amount.
const SIGNS: [char; 3] = ['£', '$', '€'];

/// What such a note is read with; nothing where it is none.
pub(super) fn terse(sentence: &str, start: usize, whose: &'static str) -> Vec<Edit> {
    if let Some(whose) = bare(sentence, start, whose) {
        return vec![whose];
    }
    let words = words(sentence);
    Note::of(sentence, &words)
        .and_then(|note| note.edits(start, whose))
        .unwrap_or_default()
}

/// A note that names something and says no more of it than must be.
struct Note<'n> {
    sentence: &'n str,
    words: &'n [(usize, &'n str)],
    /// So many words name what it is about.
    name: usize,
    /// Whether that is somebody: "Anna", "Mum".
    is_somebody: bool,
    /// Whether it says whose it is: "Mei's number".
    is_owned: bool,
}

impl<'n> Note<'n> {
    fn of(sentence: &'n str, words: &'n [(usize, &'n str)]) -> Option<Self> {
        let (first, opening) = *words.first()?;
        let is_bare = sentence[..first].trim().is_empty() && !sentence.trim_end().ends_with('?');
        // "A1C 6.4, was 7.1 in March"
        let comma = sentence.find(", ").unwrap_or(sentence.len());
        let mut first_part = words.iter().take_while(|(at, _)| *at < comma);
        let is_said = first_part.any(|(_, word)| {
            let word = plain(word);
            // "I'm", "she'll"
            let bare = word.split('\'').next().unwrap_or_default();
            FINITE.contains(&word) || SUBJECTS.contains(bare) || word.ends_with("n't")
        });
        if !is_bare || is_said || words.len() > LONGEST {
            return None;
        }
        let lower = plain(opening);
        let is_owned = lower.ends_with("'s") && words.len() > 2;
        let is_capital = opening.starts_with(char::is_uppercase);
        let next = words.get(1).map(|(_, word)| plain(word));
        let is_of_people = next.is_some_and(|next| PERSONAL.contains(&next));
        let is_somebody = is_capital && (is_given_name(&lower) || is_of_people)
            || role(&lower).is_some_and(|role| role.relation.is_some());
        let is_state = |word: &str| STATES.contains(&plain(word)) || plain(word) == "made";
        let says_how = words.get(1).is_some_and(|(_, word)| is_state(word));
        let longest = match is_somebody && says_how {
            true => 1,
            false => words.len(),
        };
        let name = words
            .iter()
            .take(longest)
            .enumerate()
            .take_while(|(number, (at, word))| {
                let is_near = *number == 0 || sentence[..*at].ends_with(' ');
                let is_first_or_small = *number == 0 || word.starts_with(char::is_lowercase);
                let is_first = *number == 0 && (is_somebody || is_owned);
                // "wifi password heron-77"
                let is_value = *number > 0
                    && is_code(&plain(words[number - 1].1))
                    && is_identifier(&sentence[*at..]);
                !is_value && is_near && is_first_or_small && (is_thing(word) || is_first)
            })
            .count();
        if !(1 + usize::from(is_owned)..=LONGEST_NAME).contains(&name) {
            return None;
        }
        Some(Self {
            sentence,
            words,
            name: name + named_before_digits(sentence, words, name),
            is_somebody: is_somebody && !is_owned,
            is_owned,
        })
    }

    fn edits(&self, start: usize, whose: &'static str) -> Option<Vec<Edit>> {
        let (at, next) = *self.words.get(self.name)?;
        let (end, next) = (self.name_end(), plain(next));
        let between = &self.sentence[end..at];
        let mark = between.trim_end_matches(SIGNS).trim();
        let (first, opening) = self.words[0];
        // "Jonah shoe size 11", "Mum hip op 18 August": whose it is stands first.
        let is_of_somebody = self.is_somebody && self.name > 1;
        let whose = match is_of_somebody {
            true => Some(Edit {
                stays: true,
                ..Edit::new(start + first + opening.len(), 0, "'s")
            }),
            false => (!self.is_owned).then(|| put_before(self.sentence, start, first, whose)),
        };
        let put = |what: &'static str| Edit {
            goes_on_small: false,
            ..put_before(self.sentence, start, at, what)
        };
        if mark.is_empty() && self.is_somebody && self.name == 1 {
            return self.how_somebody_is(&next).map(|what| vec![put(what)]);
        }
        let is_small = self.words[0].1.starts_with(char::is_lowercase);
        if mark.is_empty() && is_small && PROGRESSIVE.contains(&next) {
            let dash = self.sentence[end..].find(" - ");
            let dash = dash.map(|dash| Edit::new(start + end + dash + 1, 1, STOP));
            return Some(whose.into_iter().chain([put(IS)]).chain(dash).collect());
        }
        if mark.is_empty() && is_small && HAPPENED.contains(&next) {
            return Some(whose.into_iter().collect());
        }
        // "passport expires 19 nov"
        if mark.is_empty() && TIMED.contains(&next) {
            let (value, _) = *self.words.get(self.name + 1)?;
            let on = Edit {
                goes_on_small: false,
                ..put_before(self.sentence, start, value, "on ")
            };
            let is_day = is_dated(&self.sentence[value..]);
            return is_day.then(|| whose.into_iter().chain([on]).collect());
        }
        // "Rotterdam now 16 June"
        let behind = self.words.get(self.name + 1);
        if let Some((value, _)) =
            behind.filter(|(value, _)| next == "now" && is_dated(&self.sentence[*value..]))
        {
            let is_place = is_known_place(self.words[0].1);
            let now = Edit::new(start + at, value - at, "is now on ");
            return Some(
                whose
                    .filter(|_| !is_place)
                    .into_iter()
                    .chain([now])
                    .collect(),
            );
        }
        let copula = match mark {
            "=" => {
                let sign = end + between.find('=')?;
                Edit::new(start + sign, 1, "is")
            }
            "" | ":" => self.copula(end..at, start)?,
            _ => return None,
        };
        // A full stop in the place of the first comma behind what it says: "Hannah Poole, Taylor & Emmet".
        let comma = self.sentence[at..].find(", ");
        let stop = comma.map(|comma| Edit::new(start + at + comma, 1, STOP));
        let edits = whose.into_iter().chain(self.of_what(start));
        Some(edits.chain([copula]).chain(stop).collect())
    }

    /// "door code Kungsgatan": the code for it.
    fn of_what(&self, start: usize) -> Option<Edit> {
        let small = self.last();
        let place = self.words[..self.name]
            .iter()
            .position(|(_, word)| *word == small)?;
        let (at, _) = self.words[..self.name].get(place + 1)?;
        is_code(&plain(small)).then(|| Edit::new(start + at, 0, FOR))
    }

    /// What "Anna pregnant" leaves out; `None` where it is no such note.
    fn how_somebody_is(&self, next: &str) -> Option<&'static str> {
        // "Bob married Alice" is a sentence.
        let has_object = self
            .words
            .get(self.name + 1)
            .is_some_and(|(_, word)| word.starts_with(char::is_uppercase));
        let is_state = STATES.contains(next) || PROGRESSIVE.contains(next);
        if is_state && !has_object {
            return Some(IS);
        }
        let is_redundant = next == "made" && self.sentence[self.name_end()..].contains("redundant");
        is_redundant.then_some(WAS)
    }

    /// What joins the name with the day or the amount behind it, where that is between them; `None` where none follows.
    fn copula(&self, between: Range<usize>, start: usize) -> Option<Edit> {
        let last = plain(self.last());
        // "GP appt 29 July" is read as it is; "dentist Thu 3pm" is nobody's day.
        if ARRANGED.contains(&last) || role(&last).is_some() || is_occupation(&last) {
            return None;
        }
        let value = self.sentence[between.start..].trim_start_matches([':', ' ']);
        let find = |marks: &[char]| {
            let mark = self.sentence[between.clone()].find(marks);
            mark.map(|mark| start + between.start + mark)
        };
        let colon = find(&[':']);
        // "Choir on Thursdays", "Yoga every Monday"
        if colon.is_none() && is_engagement(&last) && is_led(value) {
            return Some(Edit::new(start + between.end, 0, IS));
        }
        let is_day = is_dated(value);
        let is_amount = value.starts_with(SIGNS)
            || value.starts_with(|c: char| c.is_ascii_digit())
                && (colon.is_some() || self.is_measured(value))
            || is_code(&last) && is_identifier(value);
        if !is_day && !is_amount {
            return None;
        }
        let before_value = || find(&SIGNS).unwrap_or(start + between.end);
        Some(match (colon, is_day) {
            (Some(colon), false) => Edit::new(colon, 1, COPULA),
            (Some(colon), true) => Edit::new(colon, 1, " is on"),
            (None, false) => Edit::new(before_value(), 0, IS),
            (None, true) => Edit::new(before_value(), 0, ON),
        })
    }

    /// The last small word of the name: "code" of "door code Kungsgatan".
    fn last(&self) -> &'n str {
        let mut name = self.words[..self.name].iter().rev();
        name.find(|(_, word)| word.starts_with(char::is_lowercase))
            .unwrap_or(&self.words[self.name - 1])
            .1
    }

    /// Where the name ends.
    fn name_end(&self) -> usize {
        let (last, word) = self.words[self.name - 1];
        last + word.len()
    }

    /// Whether a number behind its name says how much it is, and not which one: "weight 71 kg", but "room 12".
    fn is_measured(&self, value: &str) -> bool {
        let last = plain(self.last());
        let number = value.trim_start_matches(|c: char| c.is_ascii_digit() || ".,".contains(c));
        let unit = number.trim_start().split([' ', '/', ',', '.']).next();
        let is_rate =
            number.starts_with("/mo") || number.starts_with("/week") || number.starts_with("/year");
        is_rate
            || is_code(&last)
            || MEASURED.contains(&last)
            || unit.is_some_and(|unit| is_unit(&unit.to_lowercase()))
    }
}

/// How many names stand between a noun and its number: that of "door code Kungsgatan 5512", "dog insurance Agria 389/month".
fn named_before_digits(sentence: &str, words: &[(usize, &str)], name: usize) -> usize {
    const MOST: usize = 2;
    let is_name = |(at, word): &(usize, &str)| {
        let lower = plain(word);
        let is_time = is_day_name(&lower) || MONTHS.contains(&lower);
        word.starts_with(char::is_uppercase)
            && !is_time
            && sentence[..*at].ends_with(' ')
            && word.chars().all(char::is_alphabetic)
    };
    let names = words[name..]
        .iter()
        .take_while(|word| is_name(word))
        .count();
    let number = words.get(name + names).map_or("", |(_, word)| *word);
    let is_small = words[name - 1].1.starts_with(char::is_lowercase);
    match (1..=MOST).contains(&names)
        && is_small
        && number.starts_with(|c: char| c.is_ascii_digit())
    {
        true => names,
        false => 0,
    }
}

/// "on Thursdays at 7", "every Monday": a day behind the word that leads to it.
fn is_led(value: &str) -> bool {
    let (lead, day) = value.split_once(' ').unwrap_or((value, ""));
    let first = day.split([' ', ',', '.', '!']).next().unwrap_or_default();
    let is_weekly = is_of_every_week(&plain(first));
    match plain(lead).as_str() {
        "on" => is_weekly || is_dated(day),
        "every" => is_dated(day),
        "most" => is_weekly,
        _ => false,
    }
}

/// "XR4T9Q", "8QK-2204": a word with a digit.
fn is_identifier(value: &str) -> bool {
    let first = value.split([' ', ',', ';']).next().unwrap_or_default();
    let is_part = |c: char| c.is_alphanumeric() || c == '-';
    let first = first.trim_end_matches('.');
    first.len() > 2 && first.chars().all(is_part) && first.contains(|c: char| c.is_ascii_digit())
}

/// Whether a word may be part of the name of a thing.
pub(super) fn is_thing(word: &str) -> bool {
    let lower = plain(word);
    let is_plain =
        lower.chars().all(|c| c.is_ascii_lowercase() || c == '-') || MEASURED.contains(&lower);
    let is_other = SUBJECTS.contains(&lower)
        || FINITE.contains(&lower)
        || OPENINGS.contains(&lower)
        || LEADS.contains(&lower)
        || ADVERBS.contains(&lower)
        || PAST.contains(&lower)
        || is_day_name(&lower)
        || MONTHS.contains(&lower)
        || PROGRESSIVE.contains(&lower)
        || HAPPENED.contains(&lower)
        || OTHERS.contains(&lower)
        || lower.ends_with("ed");
    is_plain && !is_other
}

/// Whether words begin with a day: "24 April", "Thu 3pm", "May 3".
pub(super) fn is_dated(text: &str) -> bool {
    let words: Vec<(usize, &str)> = words(text).into_iter().take(3).collect();
    let said = |place: usize| {
        words
            .get(place)
            .map_or(String::new(), |(_, word)| plain(word))
    };
    let (first, second) = (said(0), said(1));
    let is_day = |word: &str| {
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        matches!(digits.len(), 1 | 2) && digits.chars().all(|c| c.is_ascii_digit())
    };
    is_day_name(&first)
        || MONTHS.contains(&first) && is_day(&second)
        || is_day(&first) && MONTHS.contains(&second)
        // "16–20 June"
        || is_day(&first) && is_day(&second) && MONTHS.contains(&said(2))
}

fn is_day_name(word: &str) -> bool {
    WEEKDAYS.contains(word) || matches!(word, "today" | "tomorrow" | "tonight" | "thur")
}

/// What goes on, of things and of people.
static PROGRESSIVE: WordList = WordList::new(
    "going getting working leaking coming rising falling improving hurting growing ending starting closing expiring costing arriving \
     leaving failing healing squeaking dripping aching acting moving",
);

/// What things do on a day.
static TIMED: WordList = WordList::new("expires ends starts begins opens closes");

/// What things do at once.
static HAPPENED: WordList = WordList::new("arrived broke expired started ended failed died");

/// How somebody is.
static STATES: WordList = WordList::new(
    "pregnant sick ill unwell engaged married divorced single retired off away back home abroad in better worse vegetarian vegan diabetic \
     fine dead redundant",
);

/// How people alone are.
static PERSONAL: WordList = WordList::new("pregnant engaged married divorced retired");

/// What is arranged for a day.
static ARRANGED: WordList =
    WordList::new("appointment appt appointments meeting interview exam call lunch dinner party");

/// What is measured.
static MEASURED: WordList = WordList::new(
    "size weight height cholesterol ferritin hr bp bpm temperature pulse score balance salary rent age sugar hba1c a1c ldl hdl vo2 bmi retest",
);

/// Words that begin other sentences, or join: no part of a name.
static OTHERS: WordList = WordList::new(
    "weighs measures earns makes pays spends charges owns uses wears sells buys drives be do go come pop swing drop bring meet stop get see call buy ask tell check remember remind need want let please thanks thank sorry yes no not maybe if when while \
     because how what where why which than as or by per vs then too very really got last next great good nice lovely amazing awesome bad \
     terrible awful best worst fun happy busy long short big small effective starting since until from \
     now won owe owed cost costs expires ends starts begins opens closes leaves departs arrives runs lands due goes eats takes went gets needs smells looks feels",
);
