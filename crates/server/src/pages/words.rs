//! A text with what is to be seen in it: whom it names, what it says, what a search looked for.

use std::collections::BTreeSet;

use recollect_model::{CharRange, CharText, EntityId, EntityKind};

/// A word shorter than this is not looked for by its beginning.
const SHORTEST_STEM: usize = 4;
/// Words that match everywhere and say nothing.
const COMMON: [&str; 41] = [
    "a", "about", "am", "an", "and", "are", "as", "at", "be", "by", "can", "did", "do", "does",
    "for", "from", "had", "has", "have", "how", "i", "in", "is", "it", "me", "my", "of", "on",
    "or", "that", "the", "to", "was", "what", "when", "where", "which", "who", "why", "with",
    "you",
];

/// A piece of a text, all of it marked alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) text: String,
    /// Whom or what it names, with the kind's name.
    pub(crate) entity: Option<(EntityId, &'static str)>,
    /// Whether a fact was understood from it.
    pub(crate) is_said: bool,
    /// Whether it is what was looked for.
    pub(crate) is_match: bool,
    /// Whether a link leads to it.
    pub(crate) is_anchor: bool,
}

/// Something to be seen at a place of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    pub(crate) range: CharRange,
    pub(crate) what: Seen,
}

impl Mark {
    /// The same in a text without so many of its first characters; none where it lay in them.
    pub(crate) fn earlier_by(self, characters: u32) -> Option<Self> {
        Some(Self {
            range: CharRange {
                start: self.range.start.checked_sub(characters)?,
                end: self.range.end.checked_sub(characters)?,
            },
            what: self.what,
        })
    }
}

/// What is seen there.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Seen {
    Entity(EntityId, EntityKind),
    Said,
    Match,
    /// The words that a link leads to.
    Quoted,
}

/// A text cut where its marks begin and end.
pub(crate) fn pieces(text: &str, marks: &[Mark]) -> Vec<Piece> {
    let length = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    let ends = marks
        .iter()
        .flat_map(|mark| [mark.range.start, mark.range.end]);
    let cuts: BTreeSet<u32> = ends
        .chain([0, length])
        .filter(|cut| *cut <= length)
        .collect();
    let cuts: Vec<u32> = cuts.into_iter().collect();
    let characters = CharText::new(text);
    let mut pieces: Vec<Piece> = Vec::with_capacity(cuts.len());
    for pair in cuts.windows(2) {
        let (start, end) = (pair[0], pair[1]);
        let mut piece = Piece {
            text: characters.slice(CharRange { start, end }).to_owned(),
            entity: None,
            is_said: false,
            is_match: false,
            is_anchor: false,
        };
        let covering = |mark: &&Mark| mark.range.start <= start && end <= mark.range.end;
        for mark in marks.iter().filter(covering) {
            match mark.what {
                Seen::Entity(id, kind) => piece.entity = Some((id, kind.as_str())),
                Seen::Said => piece.is_said = true,
                Seen::Match => piece.is_match = true,
                Seen::Quoted => {
                    piece.is_match = true;
                    piece.is_anchor = mark.range.start == start;
                }
            }
        }
        // A gap is nobody, and what names one is one link.
        piece.entity = piece.entity.filter(|_| !piece.text.trim().is_empty());
        match pieces.last_mut().filter(|last| go_together(last, &piece)) {
            Some(last) => last.text.push_str(&piece.text),
            None => pieces.push(piece),
        }
    }
    pieces
}

fn go_together(one: &Piece, next: &Piece) -> bool {
    let is_alike =
        (one.entity, one.is_said, one.is_match) == (next.entity, next.is_said, next.is_match);
    is_alike && next.entity.is_some() && !next.is_anchor
}

/// Where a text has the words of a question, whatever their endings.
pub(crate) fn matches(text: &str, question: &str) -> Vec<Mark> {
    let wanted: Vec<String> = words(question)
        .map(|(_, word)| word.to_lowercase())
        .filter(|word| !COMMON.contains(&word.as_str()))
        .map(|word| stem(&word).to_owned())
        .collect();
    let found = words(text).filter(|(_, word)| {
        let word = word.to_lowercase();
        let begins =
            |wanted: &String| wanted.len() >= SHORTEST_STEM && word.starts_with(wanted.as_str());
        wanted
            .iter()
            .any(|wanted| stem(&word) == wanted || begins(wanted))
    });
    found
        .map(|(start, word)| {
            let length = u32::try_from(word.chars().count()).unwrap_or(0);
            Mark {
                range: CharRange {
                    start,
                    end: start + length,
                },
                what: Seen::Match,
            }
        })
        .collect()
}

/// The words of a text, each with the number of characters before it.
fn words(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let mut before = 0_u32;
    let mut byte = 0;
    text.split(|c: char| !c.is_alphanumeric())
        .filter_map(move |word| {
            // Of what lies between two words, `split` says only that it is one character.
            let start = before;
            byte += word.len();
            let separator = text[byte..].chars().next().map_or(0, char::len_utf8);
            byte += separator;
            before += u32::try_from(word.chars().count()).unwrap_or(0) + u32::from(separator > 0);
            (!word.is_empty()).then_some((start, word))
        })
}

/// A word without its most common endings.
fn stem(word: &str) -> &str {
    let endings = ["ing", "ies", "ed", "es", "s", "e", "y"];
    let shorter = endings.iter().find_map(|ending| word.strip_suffix(ending));
    shorter
        .filter(|stem| stem.chars().count() >= 3)
        .unwrap_or(word)
}
