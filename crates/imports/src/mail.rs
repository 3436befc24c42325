//! Mail: mailboxes (mbox), folders of messages (maildir), and single messages.
//!
//! A message is what its writer wrote: what they quote of others, and their signature, are left out. Mail that the
//! program itself has put among spam or into the bin is left out.

use mail_parser::mailbox::mbox::MessageIterator;
use mail_parser::{Address, HeaderValue, Message, MessageParser, MimeHeaders};
use recollect_model::{EpisodeKind, Labels, ReferenceTime, Timestamp};
use serde_json::{Map, Value};

use crate::chat::one_line;
use crate::source::{Source, digest, shortened, told_apart};
use crate::{Found, Memory, html};

/// Headers that a message has; one that has two of them is one.
const HEADERS: [&str; 9] = [
    "from:",
    "to:",
    "date:",
    "subject:",
    "message-id:",
    "received:",
    "mime-version:",
    "return-path:",
    "delivered-to:",
];
/// The most bytes of what tells who is quoted.
const MAX_ATTRIBUTION: usize = 400;
const MAX_SUBJECT: usize = 180;
const MAX_RECIPIENTS: usize = 20;

/// Whether this is a mailbox, or a message.
pub(crate) fn is_mail(_: &Source<'_>, text: &str) -> bool {
    looks_like_mail(text)
}

/// The same, of the beginning of a file.
pub(crate) fn looks_like_mail(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    let headers = match text.strip_prefix("From ") {
        Some(rest) => rest.split_once('\n').map_or("", |(_, headers)| headers),
        None => text,
    };
    let mut count = 0;
    for line in headers.lines().take(60) {
        let lower = line
            .get(..line.len().min(20))
            .unwrap_or(line)
            .to_lowercase();
        let is_folded = line.starts_with([' ', '\t']);
        let name = lower.split_once(':').map_or("", |(name, _)| name);
        let is_header =
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        if line.is_empty() || !(is_folded || is_header || line.contains(':')) {
            break;
        }
        count += usize::from(HEADERS.iter().any(|header| lower.starts_with(header)));
    }
    // A note may begin with "From:" and "To:"; a message says besides how it came.
    let has_passage = ["message-id:", "received:", "mime-version:", "return-path:"]
        .iter()
        .any(|header| {
            let mut lines = headers.lines().take(60).take_while(|line| !line.is_empty());
            lines.any(|line| {
                line.get(..header.len())
                    .is_some_and(|name| name.eq_ignore_ascii_case(header))
            })
        });
    count >= 2 && has_passage
}

/// Reads every message of a mailbox, or the one.
pub(crate) fn read(source: &Source<'_>, _: &str, found: &mut Found) {
    let bytes = source
        .file
        .bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(&source.file.bytes);
    let name = &source.file.name;
    let mut left_out = 0;
    if !bytes.starts_with(b"From ") {
        return match read_message(source, bytes, None, found) {
            Read::Kept => {}
            Read::LeftOut => found.problem(format!("{name}: it is spam, or was thrown away")),
            Read::Broken(why) => found.problem(format!("{name}: {why}")),
        };
    }
    for (number, message) in MessageIterator::new(bytes).enumerate() {
        let Ok(message) = message else {
            break;
        };
        // What the line before a message says; nothing where it says none.
        let seconds = i64::try_from(message.internal_date())
            .ok()
            .filter(|seconds| *seconds > 0);
        let delivered =
            seconds.and_then(|seconds| Timestamp::from_microsecond(seconds * 1_000_000).ok());
        match read_message(source, message.contents(), delivered, found) {
            Read::Kept => {}
            Read::LeftOut => left_out += 1,
            Read::Broken(why) => found.problem(format!(
                "{name}, message {}: {why}",
                source.file.before + number + 1
            )),
        }
    }
    if left_out > 0 {
        found.problem(format!(
            "{name}: spam and what was thrown away left out: {left_out}"
        ));
    }
}

/// What became of a message.
enum Read {
    Kept,
    LeftOut,
    Broken(&'static str),
}

/// Reads a message that was delivered then, as far as is known.
fn read_message(
    source: &Source<'_>,
    bytes: &[u8],
    delivered: Option<Timestamp>,
    found: &mut Found,
) -> Read {
    let Some(message) = MessageParser::default().parse(bytes) else {
        return Read::Broken("it is no message");
    };
    let labels = labels(&message);
    if labels.iter().any(|label| {
        ["spam", "trash", "junk", "papierkorb"].contains(&label.to_lowercase().as_str())
    }) {
        return Read::LeftOut;
    }
    let Some((speaker, address)) = message.from().and_then(|from| people(from).next()) else {
        return Read::Broken("it says of nobody that they wrote it");
    };
    let words = written(&message);
    let subject = shortened(
        &one_line(message.subject().unwrap_or_default()),
        MAX_SUBJECT,
    );
    if words.is_empty() && subject.is_empty() {
        return Read::Broken("there are no words in it");
    }
    let time = time(&message);
    let id = message.message_id().map(str::to_owned).unwrap_or_else(|| {
        digest(&[
            &address,
            &time.map_or_else(String::new, |time| time.to_string()),
            &subject,
            &words,
        ])
    });
    let reference_time = time.unwrap_or_else(|| {
        let said = if subject.is_empty() { &words } else { &subject };
        taken(source, delivered, said, found)
    });
    let thread = one_line(message.thread_name().unwrap_or_default());
    let session = match thread.is_empty() {
        true => format!("Mail with {speaker}"),
        false => format!("Mail: {}", shortened(&thread, MAX_SUBJECT)),
    };
    let body = match (subject.is_empty(), words.is_empty()) {
        (false, false) => format!("Subject: {subject}\n\n{speaker}: {words}"),
        (true, _) => format!("{speaker}: {words}"),
        (_, true) => format!("{speaker}: {subject}"),
    };
    found.memories.push(Memory {
        sent: None,
        expires_at: None,
        external_id: format!("mail/{}", told_apart(&id, 480)),
        session: Some(session),
        space: None,
        source: "mail".to_owned(),
        kind: EpisodeKind::Conversation,
        body,
        speaker: Some(speaker),
        reference_time,
        labels: Labels::new(labels, metadata(&message, &address)),
    });
    Read::Kept
}

/// The time that is taken for a message which says none that can be read; that is told.
fn taken(
    source: &Source<'_>,
    delivered: Option<Timestamp>,
    said: &str,
    found: &mut Found,
) -> ReferenceTime {
    let calendar = &source.options.calendar;
    let delivered = delivered.map(|delivered| calendar.written(delivered));
    let taken = delivered.unwrap_or_else(|| source.written());
    let (name, said) = (&source.file.name, one_line(&shortened(said, 40)));
    found.problem(format!(
        "{name}: \"{said}\" says no time that can be read; {taken} was taken"
    ));
    taken
}

/// Who is named, each with their address.
fn people<'a>(address: &'a Address<'_>) -> impl Iterator<Item = (String, String)> + 'a {
    address.iter().filter_map(|one| {
        let address = one_line(one.address.as_deref().unwrap_or_default());
        let name = one_line(one.name.as_deref().unwrap_or_default());
        let name = name.trim_matches(['"', '\'']).replace(':', " ");
        let name = match name.trim() {
            "" => address.clone(),
            name => turned(name),
        };
        (!name.is_empty()).then(|| (shortened(&name, 80), shortened(&address, 200)))
    })
}

/// "Fox, Lena" is Lena Fox; "Garden, Inc." is a firm.
fn turned(name: &str) -> String {
    match name.split_once(", ") {
        Some((last, first)) if !first.contains(['.', ',']) && first.split(' ').count() <= 2 => {
            format!("{first} {last}")
        }
        _ => name.to_owned(),
    }
}

fn metadata(message: &Message<'_>, from: &str) -> Map<String, Value> {
    let mut metadata = Map::new();
    if !from.is_empty() {
        metadata.insert("from".to_owned(), Value::from(from));
    }
    let to: Vec<Value> = [message.to(), message.cc()]
        .into_iter()
        .flatten()
        .flat_map(people)
        .filter(|(_, address)| !address.is_empty())
        .map(|(_, address)| Value::from(address))
        .take(MAX_RECIPIENTS)
        .collect();
    if !to.is_empty() {
        metadata.insert("to".to_owned(), Value::from(to));
    }
    let attached = message
        .attachments()
        .filter_map(|part| part.attachment_name());
    let attached: Vec<Value> = attached
        .take(MAX_RECIPIENTS)
        .map(|name| Value::from(shortened(name, 200)))
        .collect();
    if !attached.is_empty() {
        metadata.insert("attachments".to_owned(), Value::from(attached));
    }
    metadata
}

/// What the mail program sorted it by, and whether it went to many.
fn labels(message: &Message<'_>) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    for name in ["X-Gmail-Labels", "Keywords", "X-Keywords"] {
        let said = match message.header(name) {
            Some(HeaderValue::Text(text)) => text.to_string(),
            Some(HeaderValue::TextList(texts)) => texts.join(","),
            _ => continue,
        };
        labels.extend(said.split(',').map(|label| shortened(label, 100)));
    }
    if !matches!(message.list_unsubscribe(), HeaderValue::Empty) {
        labels.push("newsletter".to_owned());
    }
    labels.retain(|label| !label.is_empty());
    labels.truncate(50);
    labels
}

fn time(message: &Message<'_>) -> Option<ReferenceTime> {
    let sent = message.date().filter(|date| date.is_valid());
    let sent = sent.and_then(|date| date.to_rfc3339().parse().ok());
    sent.or_else(|| message.received()?.date()?.to_rfc3339().parse().ok())
}

/// What the writer wrote themselves.
fn written(message: &Message<'_>) -> String {
    let is_html = message
        .text_bodies()
        .next()
        .is_none_or(|part| part.is_text_html());
    let whole = match is_html {
        true => message.body_html(0).map(|page| html::written(&page)),
        false => message.body_text(0).map(|text| text.into_owned()),
    };
    let whole = whole.unwrap_or_default().replace("\r\n", "\n");
    let own = without_quotes(&whole);
    match own.is_empty() {
        // Who says nothing of their own passes on what others said.
        true => whole.trim().to_owned(),
        false => own,
    }
}

/// What begins the message that is answered, below the answer, in some languages.
const ANSWERED: [&str; 8] = [
    "-----original message-----",
    "----- original message -----",
    "-----ursprüngliche nachricht-----",
    "-----mensaje original-----",
    "-----message d'origine-----",
    "-----messaggio originale-----",
    "________________________________",
    "-----original appointment-----",
];
/// How a line ends that tells who is quoted, in some languages.
const WROTE: [&str; 10] = [
    "wrote:",
    "schrieb:",
    "écrit :",
    "écrit:",
    "escribió:",
    "scritto:",
    "escreveu:",
    "schreef:",
    "skrev:",
    "napisał(a):",
];
/// The same where a name or an address ends the line.
const WROTE_BEFORE: [&str; 4] = [" wrote ", " schrieb ", " a écrit ", " escribió "];

/// Without what is quoted, the lines that tell who is quoted, and the signature.
fn without_quotes(text: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut has_words = false;
    for line in text.lines() {
        let beginning: String = line.trim().chars().take(60).collect();
        let is_signature = line == "-- " || line == "--\u{a0}";
        let beginning = beginning.to_lowercase();
        let is_rest = is_signature || ANSWERED.iter().any(|mark| beginning.starts_with(mark));
        if is_rest && has_words {
            break;
        }
        if line.trim_start().starts_with('>') {
            drop_attribution(&mut kept);
            // One empty line stands for what was quoted.
            kept.push("");
            continue;
        }
        has_words |= !line.trim().is_empty();
        kept.push(line);
    }
    drop_attribution(&mut kept);
    kept.join("\n").trim().to_owned()
}

/// How a line begins that tells who is quoted, in some languages.
const QUOTED: [&str; 10] = [
    "on ", "am ", "le ", "el ", "il ", "em ", "op ", "den ", "w dniu ", "at ",
];

/// Takes away the line, or the two or three that it was broken into, which told who is quoted.
fn drop_attribution(kept: &mut Vec<&str>) {
    while kept.last().is_some_and(|line| line.trim().is_empty()) {
        kept.pop();
    }
    let Some(last) = kept.len().checked_sub(1) else {
        return;
    };
    let above = kept[..=last].iter().rev().take(3);
    let is_short = |line: &&&str| !line.trim().is_empty() && line.len() < MAX_ATTRIBUTION;
    let most = above.take_while(is_short).count();
    let told = |lines: usize| {
        kept[last + 1 - lines..=last]
            .join(" ")
            .trim()
            .to_lowercase()
    };
    let is_told = |told: &str| {
        let has_word = WROTE_BEFORE.iter().any(|word| told.contains(word));
        let has_end = WROTE.iter().any(|end| told.ends_with(end));
        told.len() < MAX_ATTRIBUTION && (has_end || (told.ends_with(':') && has_word))
    };
    let begins = |lines: &usize| {
        let told = told(*lines);
        is_told(&told) && QUOTED.iter().any(|word| told.starts_with(word))
    };
    let names = |lines: &usize| is_told(&told(*lines)) && told(*lines).contains(['@', '<']);
    let whole = (1..=most).find(begins);
    if let Some(lines) = whole.or_else(|| (1..=most.min(1)).find(names)) {
        kept.truncate(last + 1 - lines);
    }
}
