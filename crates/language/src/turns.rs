//! Turns of a dialogue: the lines that begin with somebody's name and a colon.
//!
//! Whether a label is a name is a judgement. A role (`user`, `assistant`) always is; a capitalised label of up to
//! four words is, unless it is a word that heads notes, mails and forms (`Todo`, `Subject`, `Address`); a label
//! in lower case, or with nothing after its colon, is only when the text's labels come and go as in a dialogue.

use std::collections::HashSet;
use std::ops::Range;

use crate::word_list::WordList;

/// The longest label that is taken for a name, in characters and in words.
const LONGEST_NAME: (usize, usize) = (40, 4);

/// The longest time stamp in brackets in front of a name, in bytes.
const LONGEST_STAMP: usize = 40;

const ROLES: &[&str] = &["user", "assistant", "system", "human", "ai", "bot"];

/// The roles of a machine that answers.
const ASSISTANTS: &[&str] = &["assistant", "system", "ai", "bot"];

/// Whether a speaker's name is the role of a machine that answers, such as `assistant`.
pub fn is_assistant(speaker: &str) -> bool {
    ASSISTANTS.contains(&speaker.to_lowercase().as_str())
}

/// Small words inside names.
const PARTICLES: &[&str] = &[
    "de", "da", "di", "do", "del", "della", "la", "le", "van", "von", "der", "den", "ten", "ter",
    "bin", "ibn", "al", "el", "y", "e",
];

/// Words that head notes, mails and forms; a label that ends in one of them is no name.
static HEADINGS: WordList = WordList::new(
    "address advice age agenda amount answer a appointment attendees author bcc background best \
     birthday bonus body book breakfast btw budget category caution cc change city comment comments \
     company conclusion cons contact content context cost country date day deadline decision \
     definition description details diary dinner directions disclaimer done duration edit email \
     e-mail end entry error event example examples facts feedback figure file focus footnote from fwd \
     fyi goal goals gratitude hint hobbies http https id idea ideas important info information \
     ingredients input instructions introduction issue item items job journal key keywords language \
     last lesson lessons level link links list location log lunch meaning medication meeting memo \
     message method mood more name next note notes number occupation one option options order other \
     output overview part password people phone place plan plans price priority problem project pros \
     ps p.s purpose q question questions quote rating re reason recap recipe reference references \
     reminder reminders reply request result results review role rule rules schedule section see sent \
     serves size snack solution source sources start status step steps story subject subtitle summary \
     symptoms tags takeaway task tasks temperature thanks theme thought thoughts time tip tips title \
     to today todo to-do todos tomorrow topic topics total translation type update updates url usage \
     version via warning weather website weight when where why what who how work workout year \
     yesterday monday tuesday wednesday thursday friday saturday sunday",
);

/// A stretch of a text with one speaker, as byte ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Turn {
    /// Where it begins, with the name.
    pub(crate) start: usize,
    /// The first byte after the name and its colon.
    pub(crate) name_end: usize,
    /// What is said, up to the next turn.
    pub(crate) content: Range<usize>,
    /// The name, where there is one.
    pub(crate) speaker: Option<String>,
}

/// The turns of a text: together they cover all of it; a text without names is one turn of nobody.
pub(crate) fn turns(body: &str) -> Vec<Turn> {
    let labels = labels(body);
    let dialogue = Dialogue::of(&labels);
    let mut turns = vec![Turn {
        start: 0,
        name_end: 0,
        content: 0..body.len(),
        speaker: None,
    }];
    for label in labels.iter().filter(|label| dialogue.has_speaker(label)) {
        if let Some(previous) = turns.last_mut() {
            previous.content.end = label.line_start;
        }
        turns.push(Turn {
            start: label.line_start,
            name_end: label.end,
            content: label.end..body.len(),
            speaker: Some(label.name.to_owned()),
        });
    }
    turns
}

/// What stands before the first colon of a line and could be a name.
struct Label<'a> {
    line_start: usize,
    end: usize,
    name: &'a str,
    is_doubtful: bool,
    is_alone: bool,
}

fn labels(body: &str) -> Vec<Label<'_>> {
    let mut line_start = 0;
    let mut labels = Vec::new();
    for line in body.split_inclusive('\n') {
        labels.extend(label_of(line, line_start));
        line_start += line.len();
    }
    labels
}

fn label_of(line: &str, line_start: usize) -> Option<Label<'_>> {
    let indented = line.trim_start();
    let rest = match indented
        .strip_prefix('[')
        .and_then(|stamped| stamped.split_once(']'))
    {
        Some((stamp, rest))
            if stamp.len() <= LONGEST_STAMP && stamp.contains(|c: char| c.is_ascii_digit()) =>
        {
            rest.trim_start()
        }
        _ => indented,
    };
    let (before, after) = rest.split_at(rest.find([':', '：'])?);
    let colon = after.chars().next()?;
    let after = &after[colon.len_utf8()..];
    let name = before.trim();
    let is_followed = after.is_empty() || after.starts_with(char::is_whitespace) || colon == '：';
    if !is_followed || !has_form_of_name(name) {
        return None;
    }
    Some(Label {
        line_start,
        end: line_start + line.len() - after.len(),
        name,
        is_doubtful: name.starts_with(char::is_lowercase) || is_phrase(name),
        is_alone: after.trim().is_empty(),
    })
}

fn has_form_of_name(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let Some(last) = words.last() else {
        return false;
    };
    let (characters, most_words) = LONGEST_NAME;
    words.len() <= most_words
        && name.chars().count() <= characters
        && !HEADINGS.contains(&last.to_lowercase())
        && words.iter().enumerate().all(|(place, word)| {
            let is_spelled = word.starts_with(char::is_alphabetic) && word.chars().all(is_spelling);
            // A name of several words is capitalised, if its script knows capitals; a single word may be a handle.
            is_spelled
                && (words.len() == 1
                    || !word.starts_with(char::is_lowercase)
                    || place > 0 && PARTICLES.contains(word))
        })
}

/// Beyond ASCII everything visible is let through: several scripts write marks and joiners inside words.
fn is_spelling(c: char) -> bool {
    c.is_ascii_alphanumeric() || "'-._".contains(c) || !c.is_ascii() && !c.is_control()
}

/// A label in a script without spaces and capitals that is longer than names there are.
fn is_phrase(name: &str) -> bool {
    name.starts_with(|c| ('\u{2e80}'..='\u{ffdc}').contains(&c)) && name.chars().count() > 4
}

/// How often the labels of a text recur.
struct Dialogue {
    /// Whether there are several labels and one of them comes back.
    recurs: bool,
}

impl Dialogue {
    fn of(labels: &[Label<'_>]) -> Self {
        let distinct = labels
            .iter()
            .map(|label| label.name)
            .collect::<HashSet<_>>()
            .len();
        Self {
            recurs: (2..labels.len()).contains(&distinct),
        }
    }

    fn has_speaker(&self, label: &Label<'_>) -> bool {
        is_role(label.name) || (!label.is_doubtful && !label.is_alone) || self.recurs
    }
}

/// Whether a name is the part somebody plays in a chat with an assistant.
pub(crate) fn is_role(name: &str) -> bool {
    ROLES.contains(&name.to_lowercase().as_str())
}
