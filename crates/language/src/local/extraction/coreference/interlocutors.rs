//! Who speaks, whom "you" means, and where it is not plain who says "I".

use recollect_model::EntityKey;

use crate::local::extraction::coreference::referents::{Interlocutors, called};
use crate::local::extraction::parse::owner::is_given_name_of;
use crate::local::extraction::parse::reading::Reading;
use crate::local::extraction::types::is_addressed;
use crate::turns::{is_assistant, is_owner_role};
use crate::{EntityRef, PassageText, TextToRead};

/// Where a mail names its sender.
const MAIL_HEAD_LINES: usize = 12;

/// The most words before a colon that are looked at as somebody's name.
const LABEL_WORDS: usize = 8;

/// Who speaks in a passage: the part a user plays in a chat is the owner's.
pub(crate) fn speaker_of(passage: &PassageText, owner_name: &str) -> Option<EntityRef> {
    let name = passage
        .speaker
        .as_deref()
        .filter(|_| !is_correction(passage))?;
    Some(speaker_called(name, owner_name))
}

/// Who speaks under a name.
pub(crate) fn speaker_called(name: &str, owner_name: &str) -> EntityRef {
    match name.to_lowercase().as_str() {
        _ if is_owner_role(name) => EntityRef::Owner,
        "assistant" | "ai" | "bot" => EntityRef::Named("assistant".to_owned()),
        // "Nell: …" in the memory of Nell Hargreaves.
        _ if is_given_name_of(owner_name, name) => EntityRef::Owner,
        _ => called(name, owner_name),
    }
}

/// Whether what stands before the colon announces a correction rather than who speaks.
pub(crate) fn is_correction(passage: &PassageText) -> bool {
    passage
        .speaker
        .as_deref()
        .is_some_and(|label| ["correction", "corrections"].contains(&label.to_lowercase().as_str()))
}

/// Those who speak in a text and before it, each once; of more than three it does not matter who else there is.
pub(crate) fn cast(text: &TextToRead, speakers: &[Option<EntityRef>]) -> Vec<EntityRef> {
    let mut cast: Vec<EntityRef> = Vec::new();
    for speaker in text
        .context
        .speakers
        .iter()
        .chain(speakers.iter().flatten())
    {
        let is_known = |known: &EntityRef| known == speaker || known.key() == speaker.key();
        if !cast.iter().any(is_known) {
            cast.push(speaker.clone());
        }
        if cast.len() > 3 {
            break;
        }
    }
    cast
}

/// Whom a passage speaks to by name: "Hey Mel! How was your trip?"; `None` where it is nobody or more than one.
pub(crate) fn spoken_to(
    reading: &Reading<'_>,
    owner_name: &str,
    cast: &[EntityRef],
) -> Option<EntityRef> {
    let mut spoken_to = reading
        .names
        .iter()
        .filter(|name| is_addressed(reading, name.tokens.clone()));
    let first = spoken_to.next()?;
    spoken_to
        .all(|name| name.text == first.text)
        .then(|| called_among(cast, &first.text, owner_name))
}

/// Whoever has a name where these speak: the owner's given name is the owner's where the owner does.
pub(crate) fn called_among(cast: &[EntityRef], name: &str, owner_name: &str) -> EntityRef {
    match cast.contains(&EntityRef::Owner) && is_given_name_of(owner_name, name) {
        true => EntityRef::Owner,
        false => called(name, owner_name),
    }
}

/// Whom "I" and "you" mean in a passage.
pub(crate) fn interlocutors(
    passage: &PassageText,
    speaker: Option<&EntityRef>,
    cast: &[EntityRef],
    is_in_session: bool,
) -> Interlocutors {
    if passage.is_joined || passage.speaker.as_deref().is_some_and(is_assistant) {
        return Interlocutors::default();
    }
    let first = speaker.cloned().unwrap_or(EntityRef::Owner);
    let others: Vec<&EntityRef> = cast
        .iter()
        .filter(|other| other.key() != first.key())
        .collect();
    let second = match others[..] {
        [EntityRef::Named(name)] if is_assistant(name) => None,
        [one] => Some(one.clone()),
        _ => None,
    };
    // What somebody else is heard to say in a memory was said to whoever keeps it; at the beginning of a session, to
    // somebody who has yet to answer.
    let is_heard = others.is_empty() && matches!(first, EntityRef::Named(_)) && !is_in_session;
    let second = second.or_else(|| is_heard.then_some(EntityRef::Owner));
    Interlocutors {
        first: Some(first),
        second,
    }
}

/// Whether a text is a mail with its sender, who is not the owner.
pub(crate) fn is_letter(text: &TextToRead) -> bool {
    let head = text.body.lines().take(MAIL_HEAD_LINES);
    head.filter_map(|line| {
        line.trim_start()
            .split_once(':')
            .filter(|(name, _)| name.eq_ignore_ascii_case("from"))
    })
    .any(|(_, sender)| {
        let name = sender.split('<').next().unwrap_or(sender);
        text.owner_name.trim().is_empty()
            || EntityKey::of_name(name) != EntityKey::of_name(&text.owner_name)
    })
}

/// Marks the words of lines that somebody else may be saying: `12/03, 18:24 - Nora: …`, `> …`, "my brother told me: …".
pub(crate) fn mark_others(reading: &mut Reading<'_>) {
    let mut line_start = 0;
    let text = reading.text;
    for line in text.split_inclusive('\n') {
        let from = if line.trim_start().starts_with(['>', '|']) {
            Some(0)
        } else {
            label_end(line)
        };
        if let Some(from) = from {
            let range = line_start + from..line_start + line.len();
            let first = reading
                .doc
                .tokens
                .partition_point(|token| token.range.start < range.start);
            let last = reading
                .doc
                .tokens
                .partition_point(|token| token.range.start < range.end);
            if let Some(quoted) = reading.quoted.get_mut(first..last) {
                quoted.fill(true);
            }
        }
        line_start += line.len();
    }
}

/// Marks what somebody is told to have said in their own words, without quotation marks: "she said dad, I want to go".
pub(crate) fn mark_speech(reading: &mut Reading<'_>) {
    const SAYING: &[&str] = &["said", "says", "shouted", "yelled", "asked"];
    const OWN: &[&str] = &[
        "i", "i'm", "we", "you", "can", "do", "please", "let", "let's",
    ];
    let mut found = Vec::new();
    for verb in 0..reading.doc.tokens.len() {
        let by_me = verb > 0 && reading.is_any(verb - 1, &["i", "we"]);
        if !reading.is_any(verb, SAYING) || by_me {
            continue;
        }
        let comma = (verb + 1..reading.doc.tokens.len().min(verb + 4))
            .find(|token| reading.is_any(*token, &[","]));
        let Some(comma) = comma.filter(|comma| reading.is_any(*comma + 1, OWN)) else {
            continue;
        };
        // "she said, I think, that he left": an aside.
        let sentence = reading.doc.sentence_of(verb);
        let is_aside =
            (comma + 2..sentence.end.min(comma + 5)).any(|token| reading.is_any(token, &[","]));
        if !is_aside && sentence.contains(&comma) {
            found.push(verb + 1..sentence.end);
        }
    }
    for range in found {
        if let Some(quoted) = reading.quoted.get_mut(range) {
            quoted.fill(true);
        }
    }
}

/// The byte after the label of a line, when it looks as if somebody else's words follow.
fn label_end(line: &str) -> Option<usize> {
    let colon = line
        .match_indices(':')
        .map(|(place, _)| place)
        .find(|place| {
            let after = line[place + 1..].chars().next();
            after.is_none_or(char::is_whitespace)
        })?;
    let label = &line[..colon];
    let label = label.rsplit(['.', '!', '?']).next().unwrap_or(label);
    let words: Vec<&str> = label.split_whitespace().collect();
    // "[image: my sister]" is said by whoever speaks.
    let is_bracket = label
        .rfind('[')
        .is_some_and(|open| !label[open..].contains(']'));
    if words.is_empty() || words.len() > LABEL_WORDS || is_bracket {
        return None;
    }
    let last = words
        .last()
        .map(|word| word.to_lowercase())
        .unwrap_or_default();
    let tells = words.iter().any(|word| {
        [
            "said", "says", "told", "asked", "wrote", "texted", "replied", "answered", "goes",
            "thought",
        ]
        .contains(&word.to_lowercase().as_str())
    });
    let is_marked = label.contains(|c: char| c.is_ascii_digit() || "*_@[](){}#~".contains(c));
    let is_name = words.len() <= 3
        && crate::lexicon::is_given_name(
            words[0]
                .trim_matches(|c: char| !c.is_alphanumeric())
                .to_lowercase()
                .as_str(),
        );
    (tells || is_marked || is_name || last == "rumor" || last == "rumour").then_some(colon + 1)
}
