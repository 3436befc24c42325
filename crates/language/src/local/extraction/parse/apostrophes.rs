//! "'s" of "is" and "has" behind a noun or a name, told by the words that follow: "Nadia's training as a midwife", "Keith's been
//! voted in". The parser, which has read little chat, takes it for that of a genitive.

use crate::lexicon::conjugation::is_irregular_participle;
use crate::lexicon::{is_evaluation, is_lasting};
use crate::local::extraction::parse::edits::Edit;
use crate::local::extraction::parse::noting::plain;
use crate::word_list::WordList;

/// What the mark stands for.
const IS: &str = " is";
const HAS: &str = " has";

/// A word with where it stands, and whether a mark of punctuation stands between it and the next.
struct Word<'t> {
    at: usize,
    text: &'t str,
    ends: bool,
}

impl Word<'_> {
    fn is_in(&self, list: &WordList) -> bool {
        list.contains(&plain(self.text))
    }

    /// The length of its mark, where it has one behind a noun or a name.
    fn mark(&self) -> Option<usize> {
        let mark = ["'s", "’s"]
            .into_iter()
            .find(|mark| self.text.ends_with(mark))?;
        let stem = &self.text[..self.text.len() - mark.len()];
        let is_noun = stem.len() > 1
            && stem.chars().all(char::is_alphanumeric)
            && stem.starts_with(char::is_alphabetic)
            && !PRONOUNS.contains(&stem.to_lowercase());
        is_noun.then_some(mark.len())
    }
}

/// Where such a mark is read as the verb that it stands for.
pub(super) fn apostrophes(content: &str) -> Vec<Edit> {
    let words = words(content);
    let edit = |number: usize| {
        let word = &words[number];
        let mark = word.mark().filter(|_| !word.ends)?;
        let next = words.get(number + 1)?;
        let place = Place {
            is_elliptic: is_elliptic(&words, number),
            starts_clause: starts_clause(&words, number),
        };
        let put = verb(next, words.get(number + 2), place)?;
        Some(Edit::new(word.at + word.text.len() - mark, mark, put))
    };
    (0..words.len()).filter_map(edit).collect()
}

/// Where a word with a mark stands.
#[derive(Clone, Copy)]
struct Place {
    /// Whether what is somebody's may be left out: "at Mum's".
    is_elliptic: bool,
    /// Whether a clause begins with it.
    starts_clause: bool,
}

/// Which verb stands in front of a word; `None` where it may be a genitive.
fn verb(next: &Word<'_>, behind: Option<&Word<'_>>, place: Place) -> Option<&'static str> {
    let word = plain(next.text);
    // What stands behind the next word in the same clause.
    let behind = behind.filter(|_| !next.ends);
    let follows = |list: &WordList| behind.is_none_or(|behind| behind.is_in(list));
    if word == "been" || word == "gone" && place.starts_clause {
        return Some(HAS);
    }
    if ADVERBS.contains(&word) {
        let behind = plain(behind?.text);
        return match is_participle(&behind) {
            true if HAVING.contains(&word) => Some(HAS),
            // "Tom's always loved her" and "Tom's always tired" look alike.
            true => None,
            false => Some(IS).filter(|_| !place.is_elliptic),
        };
    }
    if place.is_elliptic {
        return None;
    }
    if DETERMINERS.contains(&word) {
        return Some(IS);
    }
    if word.len() > 4 && word.ends_with("ing") {
        if DOING.contains(&word) && !next.ends {
            return Some(IS);
        }
        let behind = behind?;
        // "The roof's being redone."
        if word == "being" && is_participle(&plain(behind.text)) {
            return Some(IS);
        }
        let is_done = match OWNED.contains(&word) {
            true => behind.is_in(&OBJECTS),
            false => behind.is_in(&OBJECTS) || behind.is_in(&FUNCTION) || behind.mark().is_some(),
        };
        return is_done.then_some(IS);
    }
    let is_predicate = PREDICATES.contains(&word)
        || place.starts_clause && (is_evaluation(&word) || is_lasting(&word));
    if is_predicate && follows(&FUNCTION) {
        return Some(IS);
    }
    if !place.starts_clause {
        return None;
    }
    if PREPOSITIONS.contains(&word) && !next.ends {
        return Some(IS);
    }
    let is_amount = word.starts_with(|first: char| first.is_ascii_digit() || "£$€".contains(first))
        && !word.ends_with(|last: char| last.is_alphabetic());
    (is_amount && follows(&BEHIND_AMOUNTS)).then_some(IS)
}

/// "staying at Mum's": whether the noun that is somebody's may be left out behind the mark.
fn is_elliptic(words: &[Word<'_>], number: usize) -> bool {
    let mut before = words[..number]
        .iter()
        .rev()
        .take(3)
        .take_while(|word| !word.ends)
        .skip_while(|word| word.is_in(&DETERMINERS) || word.text.starts_with(char::is_uppercase));
    before.next().is_some_and(|word| word.is_in(&BEFORE_PLACES))
}

/// Whether a clause begins with a word, or with what belongs to it.
fn starts_clause(words: &[Word<'_>], number: usize) -> bool {
    let before: Vec<&Word<'_>> = words[..number]
        .iter()
        .rev()
        .take_while(|word| !word.ends)
        .collect();
    // "the final bill"
    let own = before
        .iter()
        .take(3)
        .position(|word| word.is_in(&DETERMINERS))
        .map_or(0, |article| article + 1);
    before.get(own).is_none_or(|word| word.is_in(&OPENING))
}

/// Whether a word is surely a participle of the past.
fn is_participle(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ed") || is_irregular_participle(word)
}

fn words(content: &str) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut start = None;
    for (at, letter) in content.char_indices().chain([(content.len(), '\n')]) {
        let is_part = letter.is_alphanumeric() || "'’-£$€.".contains(letter);
        match (is_part, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                let whole = &content[from..at];
                let text = whole.trim_end_matches(['.', '-']);
                words.push(Word {
                    at: from,
                    text,
                    ends: letter != ' ' || text.len() < whole.len(),
                });
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// From which the parser parts the mark by itself.
static PRONOUNS: WordList = WordList::new(
    "it he she that this there here what who where how when why let one everyone everybody someone somebody anyone nobody name",
);

/// What no genitive stands before.
static DETERMINERS: WordList = WordList::new("a an the my our your his her their");

/// In front of a place that is somebody's: "at Mum's".
static BEFORE_PLACES: WordList = WordList::new(
    "at to from by near past round behind opposite of visit visited leave left than like",
);

/// What stands between the verb and what is said.
static ADVERBS: WordList = WordList::new(
    "so too really not also still nearly almost just already probably definitely actually currently usually often finally always never only",
);

/// Behind which a clause begins.
static OPENING: WordList = WordList::new(
    "and but because that so if when as while since think thinks thought know knows knew says said say hope hopes guess heard whether \
     where now oh well yeah yes no ok okay haha also",
);

/// Where somebody or something is.
static PREPOSITIONS: WordList =
    WordList::new("in on at with under behind from into near between opposite");

/// Behind which a participle is what somebody has done.
static HAVING: WordList = WordList::new("just already finally never");

/// What an activity is done to, or as.
static OBJECTS: WordList =
    WordList::new("me him us them it the a an my our your his her their as everyone everything");

/// What may stand behind what is said.
static FUNCTION: WordList = WordList::new(
    "to in on with of from at for as up down out off back over through about into round around again now tomorrow today tonight next \
     this that since until till so and but because than every all who which if when while whenever home away too anyway",
);

/// What nobody has, whatever it is done to: "Whitney's quitting nursing".
static DOING: WordList = WordList::new(
    "getting having making taking bringing giving losing quitting selling buying keeping finishing wanting needing doing seeing \
     marrying renting letting trying hoping going coming becoming joining expecting asking telling putting",
);

/// Nouns that somebody may have, of those that end like what somebody is doing.
static OWNED: WordList = WordList::new(
    "training wedding building painting meeting reading writing drawing clothing ceiling feeling blessing evening morning earring string \
     spring sibling opening ending beginning savings earnings belongings birthing hearing cooking baking singing driving parking \
     housing funding recording posting listing warning timing spelling understanding being swimming gardening knitting running \
     boxing washing shopping darling offspring christening housewarming whistling upbringing inning lodging bearing filling icing everything nothing anything something",
);

/// What somebody or something is, in a word that by itself is nobody's.
static PREDICATES: WordList = WordList::new(
    "allergic pregnant engaged married divorced retired vegan vegetarian due broken dead tired asleep awake alive away abroad \
     ill sick poorly okay ok better worse here there upstairs downstairs overdrawn obsessed keen mad afraid scared worried unwell \
     diabetic deaf blind left-handed colour-blind late early ready busy full closed open shut coeliac gluten-free teetotal \
     unemployed self-employed",
);

/// What may stand behind an amount or an age.
static BEHIND_AMOUNTS: WordList = WordList::new(
    "a an per and but so now in on for at by this next not plus if before after euros pounds dollars quid grand",
);
