//! The lines of chats as messengers export them: a time, a name, what is said.
//!
//! `12/31/23, 10:32 PM - Anna: Hi`, `31.12.23, 22:32 - Anna: Hi`, `[31.12.23, 22:32:10] Anna: Hi`, with marks for the
//! direction of writing that nobody sees. What stands for a picture or a message that is gone says nothing.

/// The longest time in front of a name, in bytes.
const LONGEST_STAMP: usize = 40;

/// The fewest groups of digits in a date with a time: day, month, hour, minute.
const MIN_GROUPS: usize = 4;

/// A time in front of a line.
pub(crate) struct Stamp {
    /// The first byte after it, white space and marks that nobody sees.
    pub(crate) end: usize,
    /// Whether it is a date with a time of day.
    pub(crate) is_whole: bool,
}

/// The time in front of a line: in brackets, or a date with a time of day before a dash.
pub(crate) fn stamp(line: &str) -> Option<Stamp> {
    let rest = line.trim_start_matches(is_mark_or_space);
    let start = line.len() - rest.len();
    let (time, after) = match rest.strip_prefix('[') {
        Some(stamped) => {
            let (time, _) = stamped.split_once(']')?;
            (time, start + time.len() + 2)
        }
        None => {
            let dash = [" - ", " – "]
                .into_iter()
                .filter_map(|dash| Some((rest.find(dash)?, dash.len())));
            let (place, dash) = dash.min()?;
            let time = &rest[..place];
            // Without brackets it takes a whole date to be one.
            is_date_with_time(time).then_some((time, start + place + dash))?
        }
    };
    if time.len() > LONGEST_STAMP || !time.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let name = line[after..].trim_start_matches(is_mark_or_space);
    Some(Stamp {
        end: line.len() - name.len(),
        is_whole: is_date_with_time(time),
    })
}

/// Words without the marks around them that nobody sees, and without the tilde before the name of whom one does not know.
pub(crate) fn without_marks(words: &str) -> &str {
    words
        .trim_matches(is_mark_or_space)
        .trim_start_matches('~')
        .trim_matches(is_mark_or_space)
}

/// Whether a message is only what an export puts in the place of one: `<Media omitted>`.
pub(crate) fn is_placeholder(message: &str) -> bool {
    const GONE: &[&str] = &[
        "this message was deleted",
        "you deleted this message",
        "missed voice call",
        "missed video call",
        "null",
    ];
    let message = without_marks(message)
        .trim_matches(['<', '>', '.'])
        .to_lowercase();
    let is_omitted = message.ends_with(" omitted") && message.split_whitespace().count() <= 3;
    let is_file = message.ends_with("(file attached)") || message.starts_with("attached: ");
    let is_one_line = !message.contains('\n');
    is_one_line && (is_omitted || is_file || GONE.contains(&message.as_str()))
}

/// Whether words are a date and a time of day, in digits: "12/31/23, 10:32 PM".
fn is_date_with_time(words: &str) -> bool {
    let groups = words
        .split(|c: char| !c.is_ascii_digit())
        .filter(|group| !group.is_empty())
        .count();
    let has_time = words
        .as_bytes()
        .windows(3)
        .any(|three| three[0].is_ascii_digit() && three[1] == b':' && three[2].is_ascii_digit());
    let is_part = |c: char| {
        c.is_ascii_digit() || ".,/:-TZ".contains(c) || is_mark_or_space(c) || "aApPmM".contains(c)
    };
    groups >= MIN_GROUPS && has_time && words.len() <= LONGEST_STAMP && words.chars().all(is_part)
}

/// White space, and marks that nobody sees: of the direction of writing, and of no width.
fn is_mark_or_space(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
        )
}
