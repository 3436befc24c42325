//! Names of messages outside, which stay when the same chat is exported again.
//!
//! A message is called by the minute that clocks showed where it was written, by who wrote it, and by the two turns
//! before its own: who spoke before, and since when; of the first turns, by when the chat begins. So it is told from
//! what the same person wrote in another chat in that minute, and its name depends on nothing that changes: neither
//! on the words, which can be edited, nor on the name of the file, nor on the zone that its times are read in, nor on
//! where the export ends. Equal names are counted. Whatever somebody wrote counts, also what is left out: a photo,
//! what was deleted.
//!
//! Two chats that somebody begins in the same minute have the same names until somebody else speaks: whoever keeps
//! them [tells them apart](crate::apart). What was deleted only on one telephone is missing in its export, and what
//! came right behind it is called otherwise; so are the first turns of an export that begins later, because it was
//! too long.

use std::collections::HashMap;

use crate::source::digest;

/// Somebody, and the minute since which nobody else spoke.
#[derive(Debug, Clone, Default)]
struct Turn {
    speaker: String,
    minute: String,
}

/// The names of the messages of a chat, one after the other.
pub(super) struct Naming<'a> {
    /// What the chat is called for certain; nothing where nobody knows.
    chat: &'a str,
    now: Turn,
    before: [Turn; 2],
    known: HashMap<String, usize>,
}

impl<'a> Naming<'a> {
    /// Those of a chat whose first line is of that minute.
    pub(super) fn of(chat: &'a str, beginning: String) -> Self {
        Self {
            chat,
            now: Turn {
                speaker: String::new(),
                minute: beginning,
            },
            before: <[Turn; 2]>::default(),
            known: HashMap::new(),
        }
    }

    /// The name of the next message.
    pub(super) fn next(&mut self, speaker: &str, minute: &str) -> String {
        if self.now.speaker != speaker {
            let turn = Turn {
                speaker: speaker.to_owned(),
                minute: minute.to_owned(),
            };
            let last = std::mem::replace(&mut self.now, turn);
            let [_, second] = std::mem::take(&mut self.before);
            self.before = [second, last];
        }
        let [first, second] = &self.before;
        let name = digest(&[
            self.chat,
            minute,
            speaker,
            &first.speaker,
            &first.minute,
            &second.speaker,
            &second.minute,
        ]);
        // Who says "ok" twice in a minute has said it twice.
        let times = self.known.entry(name.clone()).or_default();
        *times += 1;
        format!("{name}/{times}")
    }
}
