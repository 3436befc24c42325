//! What a page says: its text as it is read, without what only programs read.

use std::convert::Infallible;

use html5gum::emitters::default::{DefaultEmitter, StartTag};
use html5gum::{Token, Tokenizer};

/// What is between the tags of these is no text of the page.
const SILENT: [&str; 9] = [
    "head", "script", "style", "template", "noscript", "nav", "svg", "iframe", "object",
];
/// So deep what is silent is counted.
const MAX_SILENT: usize = 64;
/// What begins and ends a line.
const BLOCKS: [&str; 33] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "dd",
    "details",
    "dialog",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "header",
    "html",
    "legend",
    "li",
    "main",
    "ol",
    "section",
    "summary",
    "table",
    "tbody",
    "tfoot",
    "thead",
    "title",
    "tr",
    "ul",
    "hr",
];
/// What has an empty line before and after it.
const PARAGRAPHS: [&str; 8] = ["p", "pre", "h1", "h2", "h3", "h4", "h5", "h6"];

/// What a page says.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// What its head calls it.
    pub(crate) title: Option<String>,
    pub(crate) text: String,
}

/// The pieces of a page, one after the other.
pub(crate) fn tokens(html: &str) -> impl Iterator<Item = Token> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let tokens = Tokenizer::new_with_emitter(html, emitter);
    tokens.map(|token| match token {
        Ok(token) => token,
        Err(error) => never(error),
    })
}

/// What an attribute of a tag says.
pub(crate) fn attribute(tag: &StartTag<()>, name: &str) -> Option<String> {
    let value = tag.attributes.get(name.as_bytes())?;
    Some(String::from_utf8_lossy(value).into_owned())
}

/// The name of a tag, in small letters.
pub(crate) fn name(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

const fn never(error: Infallible) -> Token {
    match error {}
}

/// The text of a page, or of a piece of one.
pub(crate) fn page(html: &str) -> Page {
    page_without(html, &[])
}

/// The text of a mail, without what it quotes.
pub(crate) fn written(html: &str) -> String {
    page_without(html, &["blockquote"]).text
}

fn page_without(html: &str, quotes: &[&str]) -> Page {
    let is_silent = |name: &str| SILENT.contains(&name) || quotes.contains(&name);
    let mut writer = Writer::default();
    let mut title: Option<String> = None;
    let mut is_title = false;
    // How deep it is within what is silent.
    let mut silent: Vec<String> = Vec::new();
    for token in tokens(html) {
        match token {
            Token::StartTag(tag) => {
                let name = name(&tag.name);
                is_title = name == "title" && title.is_none();
                if is_silent(&name) && !tag.self_closing && silent.len() < MAX_SILENT {
                    silent.push(name);
                } else if silent.is_empty() {
                    writer.start(&name);
                } else if name == "body" {
                    // A head that nobody closed ends here.
                    silent.clear();
                }
            }
            Token::EndTag(tag) => {
                let name = name(&tag.name);
                is_title = false;
                let open = silent.iter().rposition(|open| *open == name);
                if let Some(place) = open {
                    silent.truncate(place);
                } else if silent.is_empty() {
                    writer.end(&name);
                }
            }
            Token::String(text) => {
                let text = String::from_utf8_lossy(&text);
                if is_title {
                    title.get_or_insert_default().push_str(&text);
                } else if silent.is_empty() {
                    writer.text(&text);
                }
            }
            _ => {}
        }
    }
    let title = title.map(|title| title.split_whitespace().collect::<Vec<_>>().join(" "));
    Page {
        title: title.filter(|title| !title.is_empty()),
        text: writer.text.trim().to_owned(),
    }
}

/// The text of a piece of a page.
pub(crate) fn text(html: &str) -> String {
    page(html).text
}

/// Puts together lines: white space is one space, but for what is set as it was typed.
#[derive(Default)]
struct Writer {
    text: String,
    /// How many lines end before what comes next.
    breaks: usize,
    has_space: bool,
    /// How deep it is within `pre`.
    typed: usize,
}

impl Writer {
    fn start(&mut self, name: &str) {
        match name {
            "br" => self.line(),
            "td" | "th" => self.has_space = true,
            "pre" => {
                self.apart(2);
                self.typed += 1;
            }
            name if PARAGRAPHS.contains(&name) => self.apart(2),
            name if BLOCKS.contains(&name) => self.apart(1),
            _ => {}
        }
        if name == "li" {
            self.put("- ");
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "pre" => {
                self.typed = self.typed.saturating_sub(1);
                self.apart(2);
            }
            name if PARAGRAPHS.contains(&name) => self.apart(2),
            name if BLOCKS.contains(&name) => self.apart(1),
            _ => {}
        }
    }

    fn apart(&mut self, breaks: usize) {
        self.breaks = self.breaks.max(breaks);
        self.has_space = false;
    }

    fn line(&mut self) {
        self.breaks = (self.breaks + 1).min(2);
        self.has_space = false;
    }

    fn text(&mut self, text: &str) {
        if self.typed > 0 {
            self.put(text.trim_end_matches('\n'));
            self.breaks += text.len() - text.trim_end_matches('\n').len();
            return;
        }
        let is_space = |c: char| c.is_ascii_whitespace();
        self.has_space |= text.starts_with(is_space);
        for word in text.split(is_space).filter(|word| !word.is_empty()) {
            self.put(word);
            self.has_space = true;
        }
        self.has_space &= text.ends_with(is_space);
    }

    fn put(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let is_start = self.text.is_empty() || self.text.ends_with('\n');
        if self.breaks > 0 && !self.text.is_empty() {
            self.text.extend(std::iter::repeat_n('\n', self.breaks));
        } else if self.has_space && !is_start && !self.text.ends_with(' ') {
            self.text.push(' ');
        }
        self.breaks = 0;
        self.has_space = false;
        self.text.push_str(text);
    }
}
