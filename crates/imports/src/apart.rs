//! Chats whose messages have names in common although they are different chats.
//!
//! WhatsApp's messages are named by nothing that is known of their chat, and those of its first turn by little more
//! than who wrote them, and when. Two chats that somebody begins in the same minute share these names, and none of a
//! later turn.

use std::collections::{HashMap, HashSet};

use crate::Memory;

/// A chat, as it is called.
#[derive(Default)]
struct Chat<'a> {
    /// Who writes first, until somebody else does.
    first: Option<&'a str>,
    /// What is named after the first turn.
    later: HashSet<&'a str>,
}

/// The chats that are there beside the first, by what they are called, each with a number of its own; exports of one chat
/// have one.
pub(crate) fn chats(memories: &[Memory]) -> HashMap<String, usize> {
    let mut order: Vec<&str> = Vec::new();
    let mut chats: HashMap<&str, Chat<'_>> = HashMap::new();
    for memory in memories.iter().filter(|memory| memory.source == "whatsapp") {
        let (Some(session), Some(speaker)) = (&memory.session, &memory.speaker) else {
            continue;
        };
        let chat = chats.entry(session).or_insert_with(|| {
            order.push(session);
            Chat {
                first: Some(speaker),
                ..Chat::default()
            }
        });
        chat.first = chat.first.filter(|first| first == speaker);
        if chat.first.is_none() {
            chat.later.insert(&memory.external_id);
        }
    }
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (number, session) in order.into_iter().enumerate() {
        let later = &chats[session].later;
        let same = later.iter().find_map(|name| known.get(name).copied());
        let number = same.unwrap_or(number);
        known.extend(later.iter().map(|name| (*name, number)));
        numbers.insert(session.to_owned(), number);
    }
    numbers
}
