//! What of a passage is indexed and embedded: its words with the date and the speaker.
//!
//! A question says "in May" or "what did Anna say", so what it is compared with must say it too. Changing a
//! format here changes what every vector was made from: raise the version in the model's name with it.

use recollect_model::ReferenceTime;

use crate::time;

/// The text to embed: date, speaker, content.
pub fn for_embedding(date: ReferenceTime, speaker: Option<&str>, content: &str) -> String {
    dated(date, speaker, content)
}

/// The text whose words are indexed: date, speaker, content.
pub fn for_words(date: ReferenceTime, speaker: Option<&str>, content: &str) -> String {
    dated(date, speaker, content)
}

fn dated(date: ReferenceTime, speaker: Option<&str>, content: &str) -> String {
    let date = time::in_words(date);
    match speaker {
        Some(speaker) => format!("{date}. {speaker}: {content}"),
        None => format!("{date}. {content}"),
    }
}
