//! How people write when they chat.

use std::sync::LazyLock;

use recollect_spacy::Spellings;

/// The spellings of chats ("u", "dont", "gonna") and what they are read as, for
/// [`Pipeline::read_spelled`](recollect_spacy::Pipeline::read_spelled).
pub fn chat_spellings() -> &'static Spellings {
    static CHAT: LazyLock<Spellings> = LazyLock::new(|| Spellings::new(include_str!("chat.txt")));
    &CHAT
}
