//! Notes in few words: what was done to a thing ("Boiler fixed yesterday."), and labels before a sentence ("Main reason: …").

use std::ops::Range;

use crate::lexicon::{WEEKDAYS, is_given_name, role};
use crate::local::extraction::parse::edits::Edit;
use crate::local::extraction::parse::noting::{FINITE, PAST, SUBJECTS, place, plain, words};
use crate::local::extraction::parse::terse::is_thing;
use crate::word_list::WordList;

/// Whose something is of which a note tells what was done to it.
pub(super) const WHOSE: &str = "My ";

/// What stands before what was done.
pub(super) const WAS: &str = "was ";

/// "Boiler fixed yesterday.": where the noun and the participle begin of a note that leaves out whose it is and that it was.
pub(super) fn done_to(sentence: &str) -> Option<Range<usize>> {
    const LONGEST: usize = 3;
    let words = words(sentence);
    let (first, _) = *words.first()?;
    let place = words
        .iter()
        .skip(1)
        .take(LONGEST)
        .position(|(_, word)| DONE.contains(word))?
        + 1;
    let is_noun = |word: &str| {
        let lower = word.to_lowercase();
        // "Ben paid for dinner", "Everyone paid in cash": they did it.
        let is_somebody =
            is_given_name(&lower) || role(&lower).is_some() || SOMEBODY.contains(&lower);
        !is_somebody && is_thing(word)
    };
    let are_nouns = words[..place]
        .iter()
        .enumerate()
        .all(|(number, (_, word))| {
            // "driving test", but no "driving".
            let is_head = number + 1 == place;
            is_noun(word)
                && (number == 0 || word.starts_with(char::is_lowercase))
                && !(is_head && word.ends_with("ing"))
        });
    let behind = &words[place + 1..];
    let goes_on = behind.first().is_none_or(|(at, next)| {
        let between = &sentence[words[place].0 + words[place].1.len()..*at];
        let next = next.to_lowercase();
        between.contains([',', '!', '(']) || WHEN.contains(&next) || WEEKDAYS.contains(&next)
    });
    let is_said = behind
        .iter()
        .any(|(_, word)| FINITE.contains(&word.to_lowercase()));
    let opens = sentence[..first].trim().is_empty() && sentence[..words[place].0].ends_with(' ');
    (opens && are_nouns && goes_on && !is_said && !sentence.trim_end().ends_with('?'))
        .then_some(first..words[place].0)
}

/// The colon of a label, behind which a sentence of its own stands: "Main reason: the lease is too short". What an assistant saves has
/// nobody's words behind a colon, but what explains the sentence before it: "The user is lactose intolerant: oat milk is fine".
pub(super) fn label(sentence: &str, tells_of_owner: bool) -> Option<usize> {
    const LONGEST: usize = 6;
    let colon = sentence.find(": ")?;
    let (name, rest) = (words(&sentence[..colon]), words(&sentence[colon + 1..]));
    let is_label = (1..=LONGEST).contains(&name.len())
        && name[0].1.starts_with(char::is_uppercase)
        && (tells_of_owner || !name.iter().any(|(_, word)| is_finite(word)));
    let first = rest.first()?.1;
    // "Presents: Mum a scarf, gave Dad a watch" is a list.
    let ends = sentence[colon + 1..].find([',', ';']).unwrap_or(usize::MAX);
    let says = rest
        .iter()
        .skip(1)
        .take(LONGEST)
        .any(|(at, word)| *at < ends && is_finite(word))
        || place(&sentence[colon + 1..]).is_some();
    let is_question = sentence.trim_end().ends_with('?');
    (is_label && says && !is_question && !first.starts_with(['"', '“'])).then_some(colon)
}

/// "My address has changed: 12 Mill Lane", "my number changed, it's 0176 5550 123": what it is from then on.
pub(super) fn renewed(content: &str) -> Vec<Edit> {
    const NOW: &[&str] = &[
        "it's now",
        "it is now",
        "it's",
        "it is",
        "now it's",
        "now",
        "to",
    ];
    let mut edits = Vec::new();
    for (at, changed) in content.match_indices("changed") {
        let before = words(&content[..at]);
        let has = before.last().filter(|(_, word)| plain(word) == "has");
        let count = before.len() - usize::from(has.is_some());
        let of_what = count.checked_sub(1).map_or("", |last| before[last].1);
        if !CHANGING.contains(&plain(of_what)) {
            continue;
        }
        let from = has.map_or(at, |(place, _)| *place);
        let rest = &content[at + changed.len()..];
        let mark = rest.trim_start_matches([',', ':', ';', '-', '–', '—', ' ']);
        let is_marked = rest
            .trim_start()
            .starts_with([',', ':', ';', '-', '–', '—']);
        let now = NOW.iter().find(|now| {
            let said = mark.get(..now.len()).map(plain);
            said.as_deref() == Some(**now) && mark[now.len()..].starts_with(' ')
        });
        let skipped = now.map_or(0, |now| now.len() + 1);
        let end = content.len() - mark.len() + skipped;
        if is_marked || now.is_some_and(|now| *now == "to") {
            edits.push(Edit::new(from, end - from, "is "));
        }
    }
    edits
}

/// What somebody has another of from a day on.
static CHANGING: WordList = WordList::new(
    "number address email e-mail postcode surname name code pin iban passcode username extension",
);

fn is_finite(word: &str) -> bool {
    let word = plain(word);
    FINITE.contains(&word) || SUBJECTS.contains(&word) || PAST.contains(&word)
}

/// What is done to things: "Boiler fixed yesterday."
static DONE: WordList = WordList::new(
    "fixed done bought booked paid sold sent delivered installed cancelled ordered collected repaired renewed signed submitted approved \
     rejected accepted passed confirmed rescheduled sorted replaced fitted serviced mended painted removed refunded charged picked",
);

/// Who may do it.
static SOMEBODY: WordList = WordList::new(
    "everyone everybody someone somebody nobody people others most both all none guests neighbours neighbors colleagues who",
);

/// What may stand behind it.
static WHEN: WordList = WordList::new(
    "yesterday today tonight this last on in at for by from with to until till since and",
);
