//! Bookmarks, as every browser exports them: a page of nested lists (Netscape's format).

use html5gum::Token;
use recollect_model::{EpisodeKind, Labels, ReferenceTime};
use serde_json::{Map, Value};

use crate::html::{self, attribute};
use crate::source::{Source, digest, time_of};
use crate::{Found, Memory};

/// The deepest folder that is told.
const MAX_DEPTH: usize = 32;

/// Whether the page is one of bookmarks.
pub(crate) fn is_export(_: &Source<'_>, text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let beginning: String = text.chars().take(60).collect();
    beginning
        .to_uppercase()
        .starts_with("<!DOCTYPE NETSCAPE-BOOKMARK-FILE")
}

/// A bookmark that is being read.
#[derive(Default)]
struct Bookmark {
    address: String,
    title: String,
    description: String,
    time: Option<ReferenceTime>,
    tags: Vec<String>,
}

/// What the text that comes next is.
#[derive(PartialEq, Clone, Copy)]
enum Place {
    Folder,
    Title,
    Description,
    Elsewhere,
}

/// Reads every bookmark, with the folders that it is in.
pub(crate) fn read(source: &Source<'_>, text: &str, found: &mut Found) {
    let mut folders: Vec<String> = Vec::new();
    let (mut folder, mut depth) = (String::new(), 0_usize);
    let mut bookmark: Option<Bookmark> = None;
    let mut place = Place::Elsewhere;
    for token in html::tokens(text) {
        match token {
            Token::StartTag(tag) => match html::name(&tag.name).as_str() {
                "dt" => {
                    keep(source, &folders, bookmark.take(), found);
                    place = Place::Elsewhere;
                }
                "h3" => {
                    folder = String::new();
                    place = Place::Folder;
                }
                "dl" => {
                    keep(source, &folders, bookmark.take(), found);
                    depth += 1;
                    if folders.len() < MAX_DEPTH {
                        folders.push(std::mem::take(&mut folder).trim().to_owned());
                    }
                    place = Place::Elsewhere;
                }
                "a" => {
                    let time = attribute(&tag, "add_date").map(Value::from);
                    let tags = attribute(&tag, "tags").unwrap_or_default();
                    bookmark = Some(Bookmark {
                        address: attribute(&tag, "href").unwrap_or_default(),
                        time: time_of(time.as_ref(), &source.options.calendar),
                        tags: tags.split(',').map(|tag| tag.trim().to_owned()).collect(),
                        ..Bookmark::default()
                    });
                    place = Place::Title;
                }
                "dd" => place = Place::Description,
                _ => {}
            },
            Token::EndTag(tag) => match html::name(&tag.name).as_str() {
                "a" | "h3" => place = Place::Elsewhere,
                "dl" => {
                    keep(source, &folders, bookmark.take(), found);
                    depth = depth.saturating_sub(1);
                    folders.truncate(depth);
                }
                _ => {}
            },
            Token::String(text) => {
                let text = String::from_utf8_lossy(&text);
                match (place, &mut bookmark) {
                    (Place::Folder, _) => folder.push_str(&text),
                    (Place::Title, Some(bookmark)) => bookmark.title.push_str(&text),
                    (Place::Description, Some(bookmark)) => bookmark.description.push_str(&text),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    keep(source, &folders, bookmark.take(), found);
}

/// Takes a bookmark of the web in. What leads into the browser itself, or is a program, is no page.
fn keep(source: &Source<'_>, folders: &[String], bookmark: Option<Bookmark>, found: &mut Found) {
    let Some(bookmark) = bookmark else {
        return;
    };
    let address = bookmark.address.trim();
    if !address.starts_with("http://") && !address.starts_with("https://") {
        return;
    }
    let folders = folders.iter().filter(|folder| !folder.is_empty());
    let folder = folders.map(String::as_str).collect::<Vec<_>>().join(" / ");
    let said = [bookmark.title.trim(), address, bookmark.description.trim()];
    let said: Vec<&str> = said.into_iter().filter(|line| !line.is_empty()).collect();
    let mut tags = bookmark.tags;
    tags.retain(|tag| !tag.is_empty() && tag.chars().count() <= 100);
    tags.truncate(50);
    let mut metadata = Map::new();
    metadata.insert("url".to_owned(), Value::from(address));
    if !folder.is_empty() {
        metadata.insert("folder".to_owned(), Value::from(folder.as_str()));
    }
    found.memories.push(Memory {
        sent: None,
        expires_at: None,
        external_id: format!("bookmarks/{}", digest(&[address, &folder])),
        session: None,
        space: None,
        source: "bookmarks".to_owned(),
        kind: EpisodeKind::Document,
        body: said.join("\n"),
        speaker: None,
        reference_time: bookmark.time.unwrap_or_else(|| source.written()),
        labels: Labels::new(tags, metadata),
    });
}
