//! What of a text is still in the ear when the next one of its session is read.

use crate::sentences::sentences;
use crate::turns::turns;

/// So many of its last turns are.
const TURNS: usize = 2;

/// So many bytes at the end of each, in whole sentences.
const LONGEST_HEARD: usize = 400;

/// A text of more bytes is no turn of a conversation.
const LONGEST_TEXT: usize = 16 * 1024;

/// A turn of a conversation, as it was heard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// What its speaker is called there, where it says so.
    pub speaker: Option<String>,
    /// What was said, as far as it is still in the ear: the last sentences.
    pub text: String,
}

/// The last two turns of a text, the last one last, without what is noted in brackets behind them: "How old is it? [photo]".
pub fn heard(body: &str) -> Vec<Heard> {
    if body.len() > LONGEST_TEXT {
        return Vec::new();
    }
    let mut heard: Vec<Heard> = turns(body)
        .into_iter()
        .rev()
        .filter(|turn| !turn.is_notice)
        .map(|turn| Heard {
            text: last_sentences(without_notes(&body[turn.content])).to_owned(),
            speaker: turn.speaker,
        })
        .filter(|heard| !heard.text.is_empty())
        .take(TURNS)
        .collect();
    heard.reverse();
    heard
}

fn without_notes(text: &str) -> &str {
    let mut text = text.trim();
    while let Some((before, _)) = text
        .strip_suffix([']', ')'])
        .and_then(|noted| noted.rsplit_once(['[', '(']))
    {
        text = before.trim_end();
    }
    text
}

fn last_sentences(text: &str) -> &str {
    let start = sentences(text)
        .into_iter()
        .map(|sentence| sentence.start)
        .find(|start| text.len() - start <= LONGEST_HEARD);
    start.map_or("", |start| &text[start..])
}
