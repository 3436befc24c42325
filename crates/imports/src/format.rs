//! The list of formats: what each is called, and the functions that know it by its content and read it.
//!
//! To read one more, add a line here and the module it names; everything else follows from the list: the names that
//! the interface and the command line take, their schema, and what the tests go through.

use std::fmt;

use serde_json::Value;

use crate::source::Source;
use crate::{
    Found, assistants, bookmarks, calendars, claude_memory, code_sessions, contacts, discord,
    gemini,
};
use crate::{keep, mail, memories, messages, notes, office, own, pages, pdf, signal, slack, table};
use crate::{telegram, whatsapp};

/// How a format is known and read. The first of each pair says whether it is one; the second reads it.
pub(crate) enum Reader {
    /// JSON, read whole.
    Json(
        fn(&Source<'_>, &Value) -> bool,
        fn(&Source<'_>, &Value, &mut Found),
    ),
    /// JSON, a value a line; it is known by the first lines.
    Lines(fn(&[Value]) -> bool, fn(&Source<'_>, &str, &mut Found)),
    /// Bytes that are no text.
    Bytes(fn(&Source<'_>) -> bool, fn(&Source<'_>, &mut Found)),
    /// Text in any encoding.
    Text(
        fn(&Source<'_>, &str) -> bool,
        fn(&Source<'_>, &str, &mut Found),
    ),
}

macro_rules! formats {
    ($($(#[doc = $about:literal])+ $format:ident $name:literal [$($reader:expr),+ $(,)?];)+) => {
        /// What a file is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Format {
            $($(#[doc = $about])+ $format,)+
        }

        impl Format {
            /// Every format, in the order in which files are held against them.
            pub const ALL: &'static [Self] = &[$(Self::$format),+];

            /// The name that the interface and the command line use.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$format => $name,)+
                }
            }

            /// How its files are known and read; some come in several shapes.
            pub(crate) const fn readers(self) -> &'static [Reader] {
                match self {
                    $(Self::$format => {
                        const READERS: &[Reader] = &[$($reader),+];
                        READERS
                    })+
                }
            }
        }
    };
}

formats! {
    /// `conversations.json` of ChatGPT's export.
    ChatGpt "chatgpt" [Reader::Json(assistants::is_chatgpt, assistants::chatgpt)];
    /// `conversations.json`, `memories.json` and `projects.json` of Claude's export.
    Claude "claude" [
        Reader::Json(assistants::is_claude, assistants::claude),
        Reader::Json(claude_memory::is_kept, claude_memory::read)
    ];
    /// Sessions of Claude Code, as it logs them.
    ClaudeCode "claude-code" [Reader::Lines(code_sessions::is_claude_code, code_sessions::claude_code)];
    /// Sessions of Codex, as it logs them.
    Codex "codex" [Reader::Lines(code_sessions::is_codex, code_sessions::codex)];
    /// Gemini's activity as Google Takeout exports it, as JSON or as a page.
    Gemini "gemini" [
        Reader::Json(gemini::is_activity, gemini::read),
        Reader::Text(gemini::is_page, gemini::read_page),
    ];
    /// `result.json` of Telegram: all chats, or one.
    Telegram "telegram" [Reader::Json(telegram::is_export, telegram::read)];
    /// Slack's export: a file for each day of a channel, and the lists beside them.
    Slack "slack" [Reader::Json(slack::is_export, slack::read)];
    /// A channel as `DiscordChatExporter` writes it, or the package that Discord gives to its users.
    Discord "discord" [
        Reader::Json(discord::is_channel, discord::read),
        Reader::Json(discord::is_package, discord::read_package),
        Reader::Text(discord::is_table, discord::read_table),
    ];
    /// A conversation of Signal, as sigtop or signal-export writes it.
    Signal "signal" [
        Reader::Json(signal::is_export, signal::read),
        Reader::Lines(signal::is_lines, signal::read_lines),
        Reader::Text(signal::is_text, signal::read_text),
    ];
    /// A chat that WhatsApp has exported as text.
    WhatsApp "whatsapp" [Reader::Text(whatsapp::is_chat, whatsapp::read)];
    /// The export of this service.
    Recollect "recollect" [Reader::Json(own::is_export, own::read)];
    /// Memories of mem0.
    Mem0 "mem0" [Reader::Json(memories::is_mem0, memories::read_mem0)];
    /// The graph of MCP's memory server.
    MemoryServer "memory-server" [Reader::Lines(memories::is_graph, memories::read_graph)];
    /// A note of basic-memory.
    BasicMemory "basic-memory" [Reader::Text(memories::is_basic, memories::read_basic)];
    /// What was told to CORE.
    Core "core" [Reader::Json(memories::is_core, memories::read_core)];
    /// A note of Google Keep.
    Keep "keep" [
        Reader::Json(keep::is_note, keep::read),
        Reader::Text(keep::is_twin, keep::pass_over),
    ];
    /// A document of Word's.
    Docx "docx" [Reader::Bytes(office::is_docx, office::read_docx)];
    /// A book.
    Epub "epub" [Reader::Bytes(office::is_epub, office::read_epub)];
    /// A document that is made to be printed.
    Pdf "pdf" [Reader::Bytes(pdf::is_pdf, pdf::read)];
    /// Messages as JSON, as many chats export them.
    Messages "messages" [Reader::Json(|_, _| true, messages::read)];
    /// Mail: a mailbox, or a message.
    Mail "mail" [Reader::Text(mail::is_mail, mail::read)];
    /// A calendar.
    Calendar "calendar" [Reader::Text(calendars::is_calendar, calendars::read)];
    /// Contacts.
    Contacts "contacts" [Reader::Text(contacts::is_contacts, contacts::read)];
    /// Bookmarks as every browser exports them.
    Bookmarks "bookmarks" [Reader::Text(bookmarks::is_export, bookmarks::read)];
    /// A page.
    Html "html" [Reader::Text(pages::is_page, pages::read)];
    /// A table with a text a row.
    Csv "csv" [Reader::Text(table::is_table, table::read)];
    /// A note in Markdown.
    Markdown "markdown" [Reader::Text(notes::is_markdown, notes::markdown)];
    /// Text.
    Text "text" [Reader::Text(|_, _| true, notes::text)];
}

impl Format {
    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|format| format.as_str() == name)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
