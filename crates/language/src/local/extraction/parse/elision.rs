//! What notes leave out: "I" ("Bought tickets for Friday."), "is" ("Door code: 20B41"), and nothing at all after "note to self:".
//!
//! The parser has seen few such sentences, and takes them for commands or for noun phrases. So they are parsed with what
//! they leave out, which is taken out of the parse again.

use std::ops::Range;

use recollect_spacy::{Doc, Pipeline};

use crate::lexicon::{is_ceremony, is_entry};
use crate::local::extraction::parse::brief::brief;
use crate::local::extraction::parse::chat::{borne, tails};
use crate::local::extraction::parse::edits::{COPULA, Edit, STOP, SUBJECT, completed, take_back};
use crate::local::extraction::parse::errands::errand;
use crate::local::extraction::parse::fragment::{Completion, goes_on_small};
use crate::local::extraction::parse::headless::{headless, subject};
use crate::local::extraction::parse::noting::{FINITE, place, plain, words};
use crate::local::extraction::parse::owner;
use crate::local::extraction::parse::pictures::pictures;
use crate::local::extraction::parse::rewriting::rewritten;
use crate::local::extraction::parse::spelling::spellings;
use crate::local::extraction::parse::telegraphic::{WAS, WHOSE, done_to, label};
use crate::local::extraction::parse::terse::terse;
use crate::sentences::plain_sentences;

/// What stands before the name of an entry that says what it is of.
const THE: &str = "The ";

/// What stands before what is to be done.
const SHOULD: &str = "I should ";

/// What stands before a dash.
const SPACE: &str = " ";

/// What stands before the caption of a picture, which says that it is one or does not.
const SHARED: &str = ". I shared ";
const SHARED_PHOTO: &str = ". I shared a photo of ";

/// How a passage is told.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Manner {
    /// Whether it tells of its owner in the third person.
    pub(crate) tells_of_owner: bool,
    /// Whether its writer notes it, and says it to nobody.
    pub(crate) is_note: bool,
}

/// Parses a passage, which may begin with a reply that is no sentence, or tell of its owner in the third person.
pub(crate) fn parse(
    pipeline: &Pipeline,
    content: &str,
    reply: Option<Completion>,
    manner: Manner,
) -> Doc {
    let edits = edits(content, reply, manner);
    let read = |text: &str| pipeline.read_apart(text, &spellings(text, content), &lines(text));
    if edits.is_empty() {
        return read(content);
    }
    let whole = completed(content, &edits);
    let mut doc = read(&whole);
    take_back(&mut doc, content, &edits);
    doc
}

/// Lines that are no longer than this were broken where they end, and not to fit a page.
const MAX_LINE: usize = 60;
const MAX_SMALL_LINE: usize = 45;

/// Where the lines begin that begin a sentence: an entry of a list, a line of an address. A long line may be broken anywhere, and what
/// ends with a comma or begins with "in" goes on.
fn lines(text: &str) -> Vec<usize> {
    const JOINING: &[&str] = &[
        "and", "or", "but", "of", "to", "with", "for", "in", "at", "on", "from", "that", "who",
        "which", "because", "the", "a", "an", "my", "is", "are", "was", "near", "about", "as",
        "by", "than", "if", "when", "his", "our", "their", "into", "over", "we", "have",
    ];
    let breaks = text.match_indices('\n').map(|(at, _)| at);
    let mut starts: Vec<usize> = Vec::new();
    let mut begin = 0;
    for at in breaks {
        let line = text[begin..at].trim();
        let next = begins_at(text, at);
        begin = at;
        let (Some(last), Some(first)) = (
            line.split_whitespace().last(),
            text[next..].split_whitespace().next(),
        ) else {
            continue;
        };
        let is_joined = line.ends_with(',') || JOINING.contains(&last) || JOINING.contains(&first);
        // What goes on in small letters behind a line that is not short may be wrapped there.
        let longest = match first.starts_with(char::is_lowercase) {
            true => MAX_SMALL_LINE,
            false => MAX_LINE,
        };
        let is_short = line.chars().count() <= longest;
        if !is_joined && (is_bullet(first) || is_short) {
            starts.push(next);
        }
    }
    starts.dedup();
    starts
}

/// The first character from a byte on that is no space.
fn begins_at(text: &str, from: usize) -> usize {
    let rest = &text[from..];
    from + (rest.len() - rest.trim_start().len())
}

/// Whether a line's first word says that it is an entry of a list.
fn is_bullet(first: &str) -> bool {
    let number = first.strip_suffix(['.', ')']).unwrap_or_default();
    let is_number = matches!(number.len(), 1 | 2) && number.chars().all(|c| c.is_ascii_digit());
    ["-", "*", "•", "–", "—"].contains(&first) || is_number
}

/// What is left out, in the order of the text.
fn edits(content: &str, reply: Option<Completion>, manner: Manner) -> Vec<Edit> {
    let between = |part: Range<usize>| edits_between(content, part, manner);
    let mut edits = Vec::new();
    let mut from = 0;
    if let Some(reply) = reply {
        from = reply.end;
        let words = &content[reply.at + reply.removed..reply.end];
        // What is left out is said by the first word that is read, or by "yes".
        let shown = match reply.removed {
            0 => words.split(' ').next().map_or(0, str::len),
            removed => removed,
        };
        edits.push(Edit {
            shown,
            goes_on_small: goes_on_small(&reply.before, words),
            stays: true,
            ..Edit::new(reply.at, reply.removed, reply.before)
        });
        if !reply.behind.is_empty() {
            edits.push(Edit {
                stays: true,
                ..Edit::new(reply.end, 0, reply.behind)
            });
        }
    }
    for picture in pictures(content) {
        edits.extend(between(from..picture.range.start.max(from)));
        let said = if picture.says_so {
            SHARED
        } else {
            SHARED_PHOTO
        };
        let start = picture.range.start;
        edits.push(Edit::new(start, picture.caption - start, said));
        edits.push(Edit::new(picture.range.end - 1, 1, STOP));
        from = picture.range.end;
    }
    edits.extend(between(from..content.len()));
    edits.extend(dashes(content));
    edits.extend(in_short(content));
    edits.extend(tails(content).chain(borne(content)));
    edits.extend(rewritten(content));
    edits.sort_by_key(|edit| edit.at);
    apart(&mut edits);
    edits
}

/// Of edits of the same words the first is kept: what is left out in front of "started" is left out once.
fn apart(edits: &mut Vec<Edit>) {
    let mut end = 0;
    edits.retain(|edit| {
        let is_apart = edit.at >= end;
        if is_apart {
            end = edit.at + edit.removed + usize::from(edit.goes_on_small);
        }
        is_apart
    });
}

/// "good- better than ever": a hyphen that stands for a dash is one when it stands alone.
fn dashes(content: &str) -> impl Iterator<Item = Edit> + '_ {
    content.match_indices("- ").filter_map(|(at, _)| {
        let before = content[..at].chars().next_back()?;
        // "pre- and post-war" goes on.
        let rest = content[at + 2..].trim_start();
        let goes_on = ["and ", "or ", "to "]
            .iter()
            .any(|word| rest.starts_with(word));
        (before.is_alphabetic() && !goes_on).then(|| Edit::new(at, 0, SPACE))
    })
}

/// "wed 17 sep", "on Wed": the day, which the parser cuts into "we'd"; "w the flat": "with".
fn in_short(content: &str) -> Vec<Edit> {
    const BEFORE_DAY: &[&str] = &["on", "next", "this", "every", "by", "until", "till", "last"];
    let words = words(content);
    let is_apart = |at: usize, end: usize| {
        let before = content[..at].chars().next_back();
        let after = content[end..].chars().next();
        before.is_none_or(|c| c.is_whitespace() || c == '(')
            && after.is_none_or(|c| c.is_whitespace() || ",.)!".contains(c))
    };
    let said = words.iter().enumerate().filter_map(|(number, (at, word))| {
        let end = at + word.len();
        let next = words.get(number + 1).map_or("", |(_, next)| *next);
        let before = number.checked_sub(1).map_or("", |before| words[before].1);
        let is_digits = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        let read = match *word {
            "wed" | "Wed" if is_digits(next) || BEFORE_DAY.contains(&plain(before).as_str()) => {
                "Wednesday"
            }
            "w" if !is_digits(before) && next.starts_with(char::is_alphabetic) => "with",
            _ => return None,
        };
        let is_followed = *word != "w" || content[end..].starts_with(' ');
        (is_apart(*at, end) && is_followed).then(|| Edit::new(*at, word.len(), read))
    });
    said.collect()
}

/// What is left out in a part of the text.
fn edits_between(content: &str, part: Range<usize>, manner: Manner) -> Vec<Edit> {
    let tells_of_owner = manner.tells_of_owner;
    let mut edits = if tells_of_owner {
        owner::named(content, &part)
    } else {
        Vec::new()
    };
    let sentences = plain_sentences(&content[part.clone()]).into_iter();
    let mut before = "";
    for sentence in sentences.map(|one| one.start + part.start..one.end + part.start) {
        let before = std::mem::replace(&mut before, &content[sentence.clone()]);
        if tells_of_owner {
            edits.extend(owner::left_out_of(content, sentence.clone()));
        }
        let mut start = sentence.start;
        let text = &content[sentence.clone()];
        let opening = opening(text);
        if opening > 0 {
            let blank = text.len() - text.trim_start().len();
            edits.push(Edit::new(start + blank, opening - blank, ""));
            start += opening;
        }
        edits.extend(edits_of(content, before, start..sentence.end, manner));
    }
    edits
}

/// What is left out in a sentence, behind what opens it.
fn edits_of(content: &str, before: &str, part: Range<usize>, manner: Manner) -> Vec<Edit> {
    let Manner {
        tells_of_owner,
        is_note,
    } = manner;
    let start = part.start;
    let text = &content[part.clone()];
    let whose = whose(before, text, tells_of_owner);
    let brief = brief(text, start, whose);
    if !brief.is_empty() {
        return brief;
    }
    if let Some(colon) = label(text, tells_of_owner) {
        let rest = start + colon + 1;
        let said = &content[rest..part.end];
        let mut edits = vec![Edit::new(start + colon, 1, STOP)];
        if tells_of_owner {
            edits.extend(owner::left_out_of(content, rest..part.end));
        }
        edits.extend(place(said).map(|place| left_out(said, rest, place, tells_of_owner)));
        return edits;
    }
    if let Some(done) = done_to(text) {
        let was = Edit {
            goes_on_small: false,
            ..owner::put_before(text, start, done.end, WAS)
        };
        return vec![owner::put_before(text, start, done.start, whose), was];
    }
    if let Some(place) = errand(text).filter(|_| is_note && !tells_of_owner) {
        return vec![Edit {
            put: SHOULD.into(),
            ..left_out(text, start, place, false)
        }];
    }
    let terse = terse(text, start, whose);
    if !terse.is_empty() {
        return terse;
    }
    let headless = headless(before, text, start, whose);
    if !headless.is_empty() && !tells_of_owner {
        return headless;
    }
    let goes_on = tells_of_owner && content[..start].trim_end().ends_with(';');
    if let Some(place) = place(text).filter(|_| !goes_on) {
        return vec![left_out(text, start, place, tells_of_owner)];
    }
    entry(text).map_or_else(Vec::new, |colon| entered(text, start, colon, whose))
}

/// Whose something is of which a sentence does not say that.
fn whose(before: &str, sentence: &str, tells_of_owner: bool) -> &'static str {
    let words = words(sentence);
    match tells_of_owner {
        // "Funeral Tuesday"
        _ if words
            .first()
            .is_some_and(|(_, noun)| is_ceremony(&plain(noun))) =>
        {
            THE
        }
        true => owner::WHOSE,
        // "Tom fell. Surgery tomorrow": it need not be its writer's.
        false if subject(before).is_some() => THE,
        false => WHOSE,
    }
}

/// The subject that a note leaves out, at a place of its sentence.
fn left_out(sentence: &str, start: usize, place: usize, tells_of_owner: bool) -> Edit {
    if tells_of_owner {
        return owner::left_out(sentence, start, place);
    }
    Edit {
        goes_on_small: true,
        ..Edit::new(start + place, 0, SUBJECT)
    }
}

/// The length of what a note begins with that is no part of what it says: "Note to self: ".
fn opening(sentence: &str) -> usize {
    const TOPICS: &[&str] = &[
        "correction on",
        "correction re",
        "correction about",
        "update on",
        "update re",
        "news on",
    ];
    const MAX_TOPIC: usize = 3;
    const OPENINGS: &[&str] = &[
        "note to self",
        "note",
        "notes",
        "reminder",
        "to-do",
        "todo",
        "to do",
        "fyi",
        "psa",
        "memo",
        "remember",
        "in case i forget",
        "update",
        "dear diary",
        "for the record",
        "for later",
    ];
    let blank = sentence.len() - sentence.trim_start().len();
    if let Some(length) = asked_to_keep(sentence).or_else(|| called(sentence)) {
        return length;
    }
    let Some(mark) = sentence.find([':', ',']) else {
        return 0;
    };
    let is_colon = sentence[mark..].starts_with(':');
    let before = sentence.get(blank..mark).unwrap_or_default().to_lowercase();
    // "Correction on Fargo, …"
    let is_about = TOPICS.iter().any(|topic| {
        let about = before.strip_prefix(topic);
        about.is_some_and(|about| about.starts_with(' ') && words(about).len() <= MAX_TOPIC + 1)
    });
    let is_known =
        is_about || OPENINGS.contains(&before.as_str()) && (is_colon || before == "dear diary");
    let rest = &sentence[mark + 1..];
    if !is_known || rest.trim().is_empty() {
        return 0;
    }
    mark + 1 + rest.len() - rest.trim_start().len()
}

/// The length of how a sentence asks that what it says be kept: "Can you remember that Ife isn't allowed ibuprofen".
fn asked_to_keep(sentence: &str) -> Option<usize> {
    const ASKING: &[&str] = &[
        "can you",
        "could you",
        "would you",
        "please",
        "kindly",
        "pls",
        "plz",
        "do",
        "just",
    ];
    const KEEPING: &[&str] = &[
        "remember that ",
        "note that ",
        "don't forget that ",
        "dont forget that ",
        "keep in mind that ",
        "bear in mind that ",
        "remember: ",
        "note: ",
    ];
    if sentence.trim_end().ends_with('?') {
        return None;
    }
    let lower = sentence.to_lowercase();
    if lower.len() != sentence.len() {
        return None;
    }
    let mut rest = lower.trim_start();
    while let Some(after) = ASKING.iter().find_map(|word| rest.strip_prefix(word)) {
        rest = after.strip_prefix([' ', ','])?.trim_start();
    }
    let rest = KEEPING.iter().find_map(|word| rest.strip_prefix(word))?;
    (!rest.trim().is_empty()).then(|| sentence.len() - rest.len())
}

/// The length of whom a sentence calls before what it says: "guys i need to tell you something".
fn called(sentence: &str) -> Option<usize> {
    const CALLED: &[&str] = &[
        "guys", "folks", "dude", "bro", "mate", "lads", "peeps", "everyone", "yall", "y'all",
    ];
    const GOING_ON: &[&str] = &[
        "i", "im", "i'm", "ive", "i've", "id", "i'd", "ill", "i'll", "we", "we're", "my", "the",
        "it", "its", "it's", "there",
    ];
    let said = words(sentence);
    let (first, called) = *said.first()?;
    let (at, next) = *said.get(1)?;
    let is_called = CALLED.contains(&plain(called).as_str())
        && GOING_ON.contains(&plain(next).as_str())
        && sentence[..first].trim().is_empty()
        && sentence[first + called.len()..at]
            .trim_matches(',')
            .trim()
            .is_empty();
    is_called.then_some(at)
}

/// Whether a name says what it is one of: "door code for Mira's building".
fn is_of_something(name: &str) -> bool {
    words(name)
        .iter()
        .any(|(_, word)| ["for", "of", "at", "in", "with"].contains(&plain(word).as_str()))
}

/// Whether words say whose or which one something is: "the", "my", "Tom's".
fn says_whose(name: &str) -> bool {
    const SAYING: &[&str] = &[
        "the", "my", "our", "your", "his", "her", "their", "a", "an", "this",
    ];
    let first = words(name).first().map(|(_, word)| plain(word));
    first.is_some_and(|first| SAYING.contains(&first.as_str()) || first.ends_with("'s"))
}

/// What an entry leaves out: whose or which one it is, and that it is so.
fn entered(text: &str, start: usize, colon: usize, whose: &'static str) -> Vec<Edit> {
    let mut edits = Vec::new();
    let first = text.len() - text.trim_start().len();
    if !says_whose(&text[first..]) {
        let which = match is_of_something(&text[first..colon]) {
            true => THE,
            false => whose,
        };
        edits.push(owner::put_before(text, start, first, which));
    }
    edits.push(Edit::new(start + colon, 1, COPULA));
    // Without a mark at its end the value is taken for one.
    let end = text.trim_end().len();
    if text[..end].ends_with(|last: char| last.is_alphanumeric()) {
        edits.push(Edit::new(start + end, 0, STOP));
    }
    edits
}

/// The colon of an entry: "Door code for Mira's building: 20B41".
fn entry(sentence: &str) -> Option<usize> {
    const LONGEST: usize = 7;
    let colon = sentence.find(": ")?;
    let (name, value) = (&sentence[..colon], &sentence[colon + 1..]);
    let lower = |text: &str| -> Vec<String> {
        words(text)
            .into_iter()
            .map(|(_, word)| plain(word))
            .collect()
    };
    let (name, value) = (lower(name), lower(value));
    // What it is an entry of stands before "for", "of" and the like.
    let noun = name
        .iter()
        .position(|word| ["for", "of", "at", "in", "with"].contains(&word.as_str()))
        .unwrap_or(name.len())
        .checked_sub(1)
        .and_then(|last| name.get(last))?;
    let is_said = name.iter().chain(&value).any(|word| FINITE.contains(word));
    let is_short = name.len() <= LONGEST && (1..=LONGEST + 3).contains(&value.len());
    (is_entry(noun) && is_short && !is_said && !sentence.trim_end().ends_with('?')).then_some(colon)
}
