//! "Dad's 60th is on 3 May", "my fortieth is on Friday": the birthday that an ordinal alone stands for.

use crate::local::extraction::parse::edits::Edit;
use crate::local::extraction::parse::noting::plain;
use crate::word_list::WordList;

/// What is read behind the ordinal.
const BIRTHDAY: &str = " birthday";

/// From which year on an ordinal is no school year's and no place's in a race.
const FIRST: u32 = 16;

/// Where somebody's ordinal stands without what it counts.
pub(super) fn birthdays(content: &str) -> Vec<Edit> {
    let words: Vec<&str> = content.split_whitespace().collect();
    let place = |word: &str| word.as_ptr().addr() - content.as_ptr().addr();
    let mut edits = Vec::new();
    for (number, said) in words.windows(2).enumerate() {
        let [whose, counted] = said else { continue };
        let bare = counted.trim_end_matches(['.', ',', '!', '?', ')']);
        let next = words.get(number + 2).map_or("", |next| *next);
        let ends = bare.len() < counted.len() || next.is_empty();
        // "Mum and Dad's fortieth" is of their wedding.
        let is_of_two = number > 0 && plain(words[number - 1]) == "and";
        if !is_of_two && is_owner(whose) && is_year(bare) && (ends || BEHIND.contains(&plain(next)))
        {
            let end = place(counted) + bare.len();
            edits.push(Edit {
                stays: true,
                ..Edit::new(end, 0, BIRTHDAY)
            });
        }
    }
    edits
}

fn is_owner(word: &str) -> bool {
    let lower = plain(word);
    ["my", "his", "her"].contains(&lower.as_str()) || lower.ends_with("'s")
}

/// "60th", "fortieth", "seventy-fifth".
fn is_year(word: &str) -> bool {
    let lower = word.to_lowercase();
    let digits = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|end| lower.strip_suffix(end));
    let counted = digits.and_then(|digits| digits.parse::<u32>().ok());
    let last = lower.rsplit('-').next().unwrap_or_default();
    let tens = lower.split('-').next().unwrap_or_default();
    counted.is_some_and(|year| (FIRST..=120).contains(&year))
        || YEARS.contains(&lower)
        || lower.contains('-') && TENS.contains(tens) && UNITS.contains(last)
}

/// What may stand behind it; "her 40th marathon" is no birthday.
static BEHIND: WordList = WordList::new("is was on this next tomorrow today falls");

static YEARS: WordList = WordList::new(
    "sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth",
);
static TENS: WordList = WordList::new("twenty thirty forty fifty sixty seventy eighty ninety");
static UNITS: WordList =
    WordList::new("first second third fourth fifth sixth seventh eighth ninth");
