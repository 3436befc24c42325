//! What of a message somebody said, and what WhatsApp wrote in its place, in any of the [locales](super::locales).
//!
//! Whole phrases are known wherever they stand alone. iPhones put a mark that nobody types before what they write
//! themselves; where it stands, a part of a phrase is enough. What is known by none of this was said.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::characters::{folded, is_mark};
use super::locale::Locale;
use super::locales;

/// The longest phrase of WhatsApp, in bytes.
const MAX_PHRASE: usize = 500;
/// What says that an attachment is left out has at most so many words.
const MAX_WORDS: usize = 7;
/// What Android writes for what it cannot export.
const NULL: &str = "null";
/// The endings of files that are sent.
const ENDINGS: [&str; 44] = [
    "aac", "apk", "avi", "bmp", "csv", "doc", "docx", "dwg", "epub", "gif", "gz", "heic", "html",
    "ics", "jpeg", "jpg", "json", "key", "m4a", "md", "mkv", "mov", "mp3", "mp4", "numbers", "odp",
    "ods", "odt", "ogg", "opus", "pages", "pdf", "png", "ppt", "pptx", "psd", "rar", "rtf", "svg",
    "txt", "vcf", "wav", "webp", "zip",
];
/// Further ones, of tables.
const TABLES: [&str; 3] = ["xls", "xlsx", "xml"];

/// What a message is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    /// What somebody said, and whether it was changed afterwards.
    Words { text: String, is_edited: bool },
    /// A photo or another file, without words.
    Attachment,
    /// It was deleted.
    Deleted,
    /// A line of WhatsApp itself.
    Notice,
}

/// What the lines of a message are, the first without its head.
pub(super) fn content(lines: &[&str], speaker: &str) -> Content {
    let whole = lines.join("\n");
    let whole = whole.trim();
    let is_short = whole.len() <= MAX_PHRASE;
    let phrase = folded(lines[0]);
    let is_alone = !whole.contains('\n');
    if is_short && is_alone {
        if PHRASES.is_deleted(&phrase) {
            return Content::Deleted;
        }
        if phrase == NULL && whole.ends_with(NULL) {
            return Content::Attachment;
        }
    }
    if PHRASES
        .encryption
        .iter()
        .any(|start| phrase.starts_with(start))
    {
        return Content::Notice;
    }
    if is_alone && is_marked(whole) && is_notice(&phrase, speaker) {
        return Content::Notice;
    }
    let (words, is_edited) = without_edit(whole);
    let text = clean(&without_attachments(words));
    match text.is_empty() {
        true => Content::Attachment,
        false => Content::Words { text, is_edited },
    }
}

/// What somebody said as it stands there, without marks.
pub(super) fn as_said(lines: &[&str]) -> Content {
    Content::Words {
        text: clean(&lines.join("\n")),
        is_edited: false,
    }
}

/// Whether WhatsApp marks the words as its own.
pub(super) fn is_marked(words: &str) -> bool {
    words.trim_start().starts_with(['\u{200e}', '\u{200f}'])
}

/// Whether this stands before a colon in a line of WhatsApp itself, and is no name: it says what somebody did, or a quotation
/// begins in it that does not end.
pub(super) fn is_notice_before_colon(name: &str) -> bool {
    let opening = |pair: &str| {
        let is_quote = |c: &char| "\"“”„«»「」『』‟״".contains(*c);
        let mut characters = pair.chars();
        matches!(
            (characters.next(), characters.next()),
            (Some(' ' | '\u{a0}'), Some(quote)) if is_quote(&quote)
        )
    };
    let quotes = name.chars().filter(|c| "\"“”„«»「」『』‟".contains(*c));
    let begins = name
        .char_indices()
        .any(|(place, _)| opening(&name[place..]));
    let is_open = quotes.count() % 2 == 1 && (begins || name.starts_with(['“', '„', '«', '「']));
    let is_asian = name.contains(['「', '“', '『']) && !name.contains(['」', '”', '』']);
    is_open || is_asian || PHRASES.is_notice(&folded(name))
}

fn is_notice(phrase: &str, speaker: &str) -> bool {
    let is_of_speaker = phrase
        .strip_prefix(&folded(speaker))
        .is_some_and(|rest| rest.starts_with(' '));
    is_of_speaker || PHRASES.is_notice(phrase)
}

/// Without the mark of what was changed, and whether there was one.
fn without_edit(text: &str) -> (&str, bool) {
    let before_mark = || {
        let end = text.trim_end_matches(|c| is_mark(c) || c == ' ');
        let inner = end.strip_suffix('>')?;
        let start = inner
            .rfind('<')
            .filter(|start| inner.len() - start <= MAX_PHRASE)?;
        let (before, inner) = (&text[..start], folded(&inner[start + 1..]));
        let is_mark_of_words =
            !inner.contains([':', '.', '\n']) && !inner.contains(char::is_numeric);
        let is_ours = before.ends_with(is_mark) && !clean(before).is_empty();
        let is_omission = PHRASES.is_omitted(&inner, true);
        let is_known = PHRASES
            .edits
            .iter()
            .any(|edit| inner.contains(edit.as_str()));
        (is_mark_of_words && !is_omission && (is_known || is_ours)).then_some(before)
    };
    before_mark().map_or((text, false), |before| (before, true))
}

/// Without what stands for attachments, before or behind their captions.
fn without_attachments(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let last = lines.len().saturating_sub(1);
    for place in [0, last] {
        if let Some(line) = lines.get_mut(place)
            && let Some(caption) = caption(line)
        {
            *line = caption;
        }
    }
    lines.join("\n")
}

/// The words beside an attachment, if the line has one.
fn caption(line: &str) -> Option<&str> {
    if line.len() > MAX_PHRASE * 4 {
        return None;
    }
    let line = line.trim_matches(|c| c == ' ' || c == '\r');
    let end = line.trim_end_matches(is_mark);
    if PHRASES.is_omitted(&folded(line), is_marked(line)) {
        return Some("");
    }
    if let Some(inner) = end.strip_suffix('>')
        && let Some(start) = inner.rfind('<')
    {
        let (before, inner) = (&line[..start], &inner[start + 1..]);
        if let Some(file) = attached_file(inner) {
            return Some(words_beside(before, file));
        }
        if PHRASES.is_omitted(&folded(inner), true) {
            return Some(words_beside(before, ""));
        }
    }
    if let Some(file) = named_file(end) {
        return Some(words_beside(file, file));
    }
    // A document is named before it is left out.
    let place = end.rfind(is_mark)?;
    let is_left_out = PHRASES.is_omitted(&folded(&end[place..]), true);
    is_left_out.then(|| words_beside(&end[..place], ""))
}

/// What stands before an attachment, if it is not the name of its file and how many pages it has.
fn words_beside<'a>(before: &'a str, file: &str) -> &'a str {
    let name = before.split('•').next().unwrap_or(before);
    let name = clean(name);
    let is_file = name.is_empty() || clean(file).ends_with(&name) || has_ending(&name);
    if is_file { "" } else { before }
}

/// The file of `attached: 00000012-PHOTO-2024-03-12-18-05-11.jpg`.
fn attached_file(inner: &str) -> Option<&str> {
    let (label, file) = inner.split_once([':', '：'])?;
    let label = folded(label);
    let is_word = !label.is_empty() && label.split(' ').count() <= 3;
    let file = file.trim_matches(|c| c == ' ' || is_mark(c));
    let is_numbered = file.len() > 9
        && file.bytes().take(8).all(|byte| byte.is_ascii_digit())
        && file.as_bytes()[8] == b'-';
    let is_known = PHRASES.attached.contains(&label) && file.contains('.');
    (is_word && (is_numbered || is_known || has_ending(file))).then_some(file)
}

/// The file of `IMG-20240312-WA0001.jpg (file attached)`.
fn named_file(line: &str) -> Option<&str> {
    let whole = clean(line);
    if is_numbered_by_whatsapp(&whole) && has_ending(&whole) {
        return Some(line);
    }
    let inner = line.strip_suffix([')', '）'])?;
    let start = inner.rfind(['(', '（'])?;
    let file = &line[..start];
    let name = clean(file.split('•').next().unwrap_or(file));
    let said = folded(inner[start..].trim_start_matches(['(', '（']));
    let has_any_ending = name.rsplit_once('.').is_some_and(|(_, ending)| {
        (1..=8).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    let is_attached = PHRASES.attached.contains(&said) || is_numbered_by_whatsapp(&name);
    (is_attached && has_any_ending).then_some(file)
}

/// Whether a file is called as WhatsApp calls those it keeps: `IMG-20240312-WA0001`.
fn is_numbered_by_whatsapp(name: &str) -> bool {
    let mut parts = name.splitn(3, '-');
    let (Some(kind), Some(day), Some(number)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    kind.len() <= 5
        && kind.bytes().all(|byte| byte.is_ascii_uppercase())
        && day.len() == 8
        && day.bytes().all(|byte| byte.is_ascii_digit())
        && number.starts_with("WA")
        && !number.contains(' ')
}

fn has_ending(name: &str) -> bool {
    let Some((_, ending)) = name.trim().rsplit_once('.') else {
        return false;
    };
    let ending = ending.to_lowercase();
    ENDINGS.contains(&ending.as_str()) || TABLES.contains(&ending.as_str())
}

/// Without the marks that tell a screen the direction of the text.
fn clean(text: &str) -> String {
    let is_shown =
        |c: &char| *c == '\u{200b}' || *c == '\u{200c}' || *c == '\u{200d}' || !is_mark(*c);
    let text: String = text.chars().filter(is_shown).collect();
    text.trim().to_owned()
}

/// The phrases of all locales, as they are compared.
struct Phrases {
    omission: Vec<String>,
    omitted: HashSet<String>,
    attached: HashSet<String>,
    deleted: HashSet<String>,
    /// The beginnings of what stands for a message that was deleted.
    deleted_by: Vec<String>,
    edits: Vec<String>,
    encryption: Vec<String>,
    notices: Vec<String>,
}

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    type Of = fn(&Locale) -> &'static [&'static str];
    let all = |of: Of| {
        let locales = locales::ALL.iter().copied().flatten();
        locales.flat_map(move |locale| of(locale).iter().copied())
    };
    let folded_all = |of: Of| all(of).map(folded);
    let deleted = || all(|locale| locale.deleted);
    let is_beginning = |phrase: &&str| phrase.ends_with('…');
    Phrases {
        omission: folded_all(|locale| locale.omission).collect(),
        omitted: folded_all(|locale| locale.omitted).collect(),
        attached: folded_all(|locale| locale.attached).collect(),
        deleted: deleted()
            .filter(|phrase| !is_beginning(phrase))
            .map(folded)
            .collect(),
        deleted_by: deleted().filter(is_beginning).map(folded).collect(),
        edits: folded_all(|locale| locale.edits).collect(),
        encryption: folded_all(|locale| locale.encryption).collect(),
        notices: all(|locale| locale.notices).map(within).collect(),
    }
});

/// A part of a phrase as it is compared, with the spaces at its ends.
fn within(part: &str) -> String {
    let space = |has: bool| if has { " " } else { "" };
    let (before, after) = (space(part.starts_with(' ')), space(part.ends_with(' ')));
    format!("{before}{}{after}", folded(part))
}

impl Phrases {
    /// Whether this says that an attachment is left out; a part of it is enough of what WhatsApp has marked as its own.
    fn is_omitted(&self, phrase: &str, is_ours: bool) -> bool {
        let inner = phrase
            .strip_prefix('<')
            .and_then(|rest| rest.strip_suffix('>'));
        let is_ours = is_ours || inner.is_some();
        let phrase = inner.unwrap_or(phrase).trim();
        let is_part =
            |word: &String| phrase.starts_with(word.as_str()) || phrase.ends_with(word.as_str());
        self.omitted.contains(phrase)
            || (is_ours
                && phrase.split(' ').count() <= MAX_WORDS
                && self.omission.iter().any(is_part))
    }

    fn is_deleted(&self, phrase: &str) -> bool {
        let starts = |start: &String| phrase.starts_with(start.as_str());
        self.deleted.contains(phrase) || self.deleted_by.iter().any(starts)
    }

    fn is_notice(&self, phrase: &str) -> bool {
        let phrase = format!(" {phrase} ");
        self.notices
            .iter()
            .any(|part| phrase.contains(part.as_str()))
    }
}
