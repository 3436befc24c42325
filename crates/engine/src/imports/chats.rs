//! Chats whose messages have names in common although they are different chats, told apart.
//!
//! The first messages of two chats of WhatsApp that somebody begins in the same minute have the same names. The chat
//! that comes first keeps them; the other one gets names of its own, `whatsapp/…~2`, and keeps these whenever it is
//! brought again. A chat is another one where what is there has another name and none of its messages of a later
//! turn.

use std::collections::{HashMap, HashSet};

use recollect_imports::Memory;
use recollect_model::{SpaceId, UserId};

use super::comparing::{numbered, part_of};
use crate::{Engine, EngineError};

/// What comes before the name of a message.
const NAMES: &str = "whatsapp/";
/// So many messages of a chat, from its first on and from its second turn on, are looked for.
const LOOKED_FOR: usize = 200;

/// A chat of what is brought.
struct Chat {
    session: String,
    /// Who writes first, until somebody else does.
    first: Option<String>,
    /// Where its messages are.
    places: Vec<usize>,
    /// How many of these are of the first turn.
    first_turn: usize,
}

impl Engine {
    /// Gives chats names of their own that share them with another that is there, or comes with them.
    pub(super) async fn tell_chats_apart(
        &self,
        user: UserId,
        space: SpaceId,
        memories: &mut [Memory],
    ) -> Result<(), EngineError> {
        let mut taken: HashSet<String> = HashSet::new();
        for chat in chats(memories) {
            let number = self
                .chat_number(user, space, (&chat, &*memories), &taken)
                .await?;
            for place in chat.places {
                let memory = &mut memories[place];
                memory.external_id = name(memory, number);
                taken.insert(memory.external_id.clone());
            }
        }
        Ok(())
    }

    /// The number of a chat among those that share its names: its own, if it is there, or else the first that is free. One that
    /// was taken back leaves its number, so one more is looked at.
    async fn chat_number(
        &self,
        user: UserId,
        space: SpaceId,
        (chat, memories): (&Chat, &[Memory]),
        taken: &HashSet<String>,
    ) -> Result<usize, EngineError> {
        let (first, later) = chat.places.split_at(chat.first_turn);
        let named = |places: &[usize], number| -> Vec<String> {
            let places = places.iter().take(LOOKED_FOR);
            places
                .map(|place| name(&memories[*place], number))
                .collect()
        };
        let mut free = None;
        for number in 1.. {
            let (first, later) = (named(first, number), named(later, number));
            let is_taken = first.iter().any(|name| taken.contains(name));
            let all: Vec<String> = first.into_iter().chain(later.iter().cloned()).collect();
            let held = self.store.latest_versions(user, space, &all).await?;
            let is_of_session = held
                .values()
                .any(|held| held.version.session.as_deref() == Some(chat.session.as_str()));
            if is_of_session || later.iter().any(|name| held.contains_key(name)) {
                return Ok(number);
            }
            match free {
                _ if is_taken || !held.is_empty() => {}
                Some(free) => return Ok(free),
                None => free = Some(number),
            }
        }
        Ok(1)
    }
}

/// The chats of what is brought.
fn chats(memories: &[Memory]) -> Vec<Chat> {
    let mut chats: Vec<Chat> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (place, memory) in memories.iter().enumerate() {
        let (Some(session), Some(speaker)) = (&memory.session, &memory.speaker) else {
            continue;
        };
        if memory.space.is_some() || !memory.external_id.starts_with(NAMES) {
            continue;
        }
        let at = *places.entry(session).or_insert_with(|| {
            chats.push(Chat {
                session: session.clone(),
                first: Some(speaker.clone()),
                places: Vec::new(),
                first_turn: 0,
            });
            chats.len() - 1
        });
        let chat = &mut chats[at];
        if chat.first.as_ref() != Some(speaker) {
            chat.first = None;
        }
        chat.first_turn += usize::from(chat.first.is_some());
        chat.places.push(place);
    }
    chats
}

/// The name of a message of a chat that has this number.
fn name(memory: &Memory, number: usize) -> String {
    let (name, part) = part_of(&memory.external_id);
    numbered(name, part, number)
}
