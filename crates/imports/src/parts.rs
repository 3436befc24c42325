//! Texts that are longer than a memory may be.

use crate::Memory;

/// The memory, or its parts: each at most so many bytes, cut where a line ends, or a word. Together they are the text, to the
/// letter, but for parts that would be white space alone, and of one session.
pub(crate) fn of(memory: Memory, max_bytes: usize) -> Vec<Memory> {
    if memory.body.len() <= max_bytes {
        return vec![memory];
    }
    let mut rest = memory.body.as_str();
    let mut texts = Vec::new();
    while rest.len() > max_bytes {
        let (text, after) = rest.split_at(cut(rest, max_bytes));
        texts.push(text);
        rest = after;
    }
    texts.push(rest);
    // A part of white space alone would be no memory.
    texts.retain(|text| !text.trim().is_empty());
    let session = memory
        .session
        .clone()
        .unwrap_or_else(|| memory.external_id.clone());
    let part = |(index, text): (usize, &str)| Memory {
        external_id: format!("{}#{}", memory.external_id, index + 1),
        session: Some(session.clone()),
        body: text.to_owned(),
        labels: memory.labels.clone(),
        ..memory.clone()
    };
    texts.into_iter().enumerate().map(part).collect()
}

/// Where to cut: behind the last line that fits, or the last word, or the last character.
fn cut(text: &str, max_bytes: usize) -> usize {
    let mut end = max_bytes;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let fits = &text[..end];
    for mark in ["\n\n", "\n", " "] {
        if let Some(place) = fits.rfind(mark).filter(|place| *place > max_bytes / 2) {
            return place + mark.len();
        }
    }
    end.max(text.chars().next().map_or(1, char::len_utf8))
}
