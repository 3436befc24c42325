//! What somebody notes to do, as they would tell another to: "Cancel Audible before the 14th", "Call Mum", "pay the plumber".

use crate::local::extraction::parse::noting::{plain, words};
use crate::word_list::WordList;

/// Where in a sentence "I should" is left out.
pub(super) fn errand(sentence: &str) -> Option<usize> {
    let said = words(sentence);
    let (&(first, verb), rest) = said.split_first()?;
    let next = plain(rest.first()?.1);
    let is_open = sentence[..first]
        .chars()
        .all(|letter| letter.is_whitespace() || "-–—*•".contains(letter));
    // "Call me later", "buy it, it's worth it", "pay attention"
    let is_to_another = said
        .iter()
        .any(|(_, word)| TO_ANOTHER.contains(&plain(word)));
    // "Water 18 degrees"
    let is_number = next.starts_with(|first: char| first.is_ascii_digit());
    let is_errand = ERRANDS.contains(&plain(verb)) && !OTHERWISE.contains(&next) && !is_number;
    let is_asked = sentence.contains('?');
    (is_open && is_errand && !is_to_another && !is_asked).then_some(first)
}

/// What one does for oneself and notes; an assistant is asked for other things.
static ERRANDS: WordList = WordList::new(
    "buy call ring phone pay cancel return renew collect fetch water feed defrost refill chase visit vacuum mow repot",
);

/// By which one speaks to somebody.
static TO_ANOTHER: WordList =
    WordList::new("me us you your yourself please pls plz yours u ur let's lets");

/// What follows such a verb where it says something else.
static OTHERWISE: WordList = WordList::new(
    "it this that these those them attention off for is was were are had has center centre waiting forwarding history list sign back",
);
