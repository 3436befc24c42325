//! Documents that are packed: Word's (DOCX) and books (EPUB). Their text, in its order, and when they were written.
//!
//! Both are archives of XML; what is asked of them is little, and a tokeniser that takes any bytes reads it.

use std::collections::{HashMap, HashSet};

use html5gum::{Token, Tokenizer};
use recollect_model::{Labels, ReferenceTime};
use serde_json::{Map, Value};

use crate::archives::{Archive, is_archive};
use crate::source::{Source, time_of};
use crate::{Found, decoded, html, notes};

/// The pieces of an XML document.
fn tokens(xml: &str) -> impl Iterator<Item = Token> {
    Tokenizer::new(xml).map(|token| match token {
        Ok(token) => token,
        Err(error) => match error {},
    })
}

fn archive<'a>(source: &Source<'a>) -> Option<Archive<'a>> {
    let bytes = source.file.bytes.as_slice();
    is_archive(bytes).then(|| Archive::of(bytes).ok()).flatten()
}

/// What is in a file of the archive, as text; of what is left to unpack.
fn part(archive: &Archive<'_>, path: &str, left: &mut usize) -> Option<Result<String, String>> {
    let bytes = archive.unpacked(archive.entry(path)?, *left);
    Some(bytes.map(|bytes| {
        *left -= bytes.len();
        decoded(&bytes)
    }))
}

const DOCUMENT: &str = "word/document.xml";

/// Whether this is a document of Word's.
pub(crate) fn is_docx(source: &Source<'_>) -> bool {
    archive(source).is_some_and(|archive| archive.entry(DOCUMENT).is_some())
}

/// Reads the paragraphs, tables and notes of a document.
pub(crate) fn read_docx(source: &Source<'_>, found: &mut Found) {
    let name = &source.file.name;
    let Some(archive) = archive(source) else {
        return found.problem(format!("{name}: the document is broken"));
    };
    let mut left = source.options.max_unpacked_bytes;
    let mut texts = Vec::new();
    for path in [DOCUMENT, "word/footnotes.xml", "word/endnotes.xml"] {
        match part(&archive, path, &mut left) {
            Some(Ok(xml)) => texts.push(paragraphs(&xml)),
            Some(Err(error)) => found.problem(format!("{name}, {path}: {error}")),
            None => {}
        }
    }
    let text = texts.join("\n").trim().to_owned();
    if text.is_empty() {
        return found.problem(format!("{name}: there is no text in it"));
    }
    let about = part(&archive, "docProps/core.xml", &mut left).and_then(Result::ok);
    let about = about.unwrap_or_default();
    keep(
        source,
        "docx",
        &text,
        &about,
        ["dcterms:modified", "dcterms:created"],
        found,
    );
}

/// The text between the tags that hold it, a paragraph a line, the cells of a table in one.
fn paragraphs(xml: &str) -> String {
    const SILENT: [&str; 3] = ["w:del", "w:movefrom", "mc:fallback"];
    let mut text = String::new();
    let (mut is_text, mut silent) = (false, 0_usize);
    for token in tokens(xml) {
        match token {
            Token::StartTag(tag) => match html::name(&tag.name).as_str() {
                name if SILENT.contains(&name) && !tag.self_closing => silent += 1,
                "w:t" => is_text = !tag.self_closing,
                "w:tab" if silent == 0 => text.push('\t'),
                "w:br" | "w:cr" if silent == 0 => text.push('\n'),
                _ => {}
            },
            Token::EndTag(tag) => match html::name(&tag.name).as_str() {
                name if SILENT.contains(&name) => silent = silent.saturating_sub(1),
                "w:t" => is_text = false,
                "w:tc" => {
                    // A cell ends with its last paragraph.
                    text.truncate(text.trim_end_matches('\n').len());
                    text.push('\t');
                }
                "w:tr" => {
                    text.truncate(text.trim_end_matches('\t').len());
                    text.push('\n');
                }
                "w:p" => text.push('\n'),
                _ => {}
            },
            Token::String(said) if is_text && silent == 0 => {
                text.push_str(&String::from_utf8_lossy(&said));
            }
            _ => {}
        }
    }
    text
}

const CONTAINER: &str = "META-INF/container.xml";

/// Whether this is a book.
pub(crate) fn is_epub(source: &Source<'_>) -> bool {
    archive(source).is_some_and(|archive| archive.entry(CONTAINER).is_some())
}

/// Reads the chapters of a book in their order.
pub(crate) fn read_epub(source: &Source<'_>, found: &mut Found) {
    let name = &source.file.name;
    let mut left = source.options.max_unpacked_bytes;
    let book = archive(source).and_then(|archive| {
        let container = part(&archive, CONTAINER, &mut left)?.ok()?;
        let [path] = attributes(&container, "rootfile", ["full-path"])
            .into_iter()
            .next()?;
        let package = part(&archive, &path, &mut left)?.ok()?;
        Some((archive, path, package))
    });
    let Some((archive, path, package)) = book else {
        return found.problem(format!("{name}: the book is broken"));
    };
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let items: HashMap<String, String> = attributes(&package, "item", ["id", "href"])
        .into_iter()
        .map(|[id, reference]| (id, reference))
        .collect();
    let mut seen = HashSet::new();
    let mut chapters = Vec::new();
    for [id] in attributes(&package, "itemref", ["idref"]) {
        let Some(reference) = items.get(&id).filter(|_| seen.insert(id)) else {
            continue;
        };
        let path = within(folder, reference);
        match part(&archive, &path, &mut left) {
            Some(Ok(page)) => chapters.push(html::text(&page)),
            Some(Err(error)) => {
                found.problem(format!("{name}, {path}: {error}"));
                // What is too much once is not unpacked again and again.
                break;
            }
            None => found.problem(format!("{name}: its chapter {path} is missing")),
        }
    }
    chapters.retain(|chapter| !chapter.is_empty());
    if chapters.is_empty() {
        return found.problem(format!("{name}: there is no text in it"));
    }
    let text = chapters.join("\n\n");
    keep(
        source,
        "epub",
        &text,
        &package,
        ["dcterms:modified", "dc:date"],
        found,
    );
}

/// The values of these attributes of every tag of that name; an empty text for one that is not there.
fn attributes<const N: usize>(xml: &str, tag: &str, names: [&str; N]) -> Vec<[String; N]> {
    let all = tokens(xml).filter_map(|token| match token {
        Token::StartTag(start) if without_prefix(&html::name(&start.name)) == tag => {
            Some(names.map(|name| html::attribute(&start, name).unwrap_or_default()))
        }
        _ => None,
    });
    all.collect()
}

fn without_prefix(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// The path of a reference from a file in this folder.
fn within(folder: &str, reference: &str) -> String {
    let reference = reference.split('#').next().unwrap_or_default();
    let reference = percent_decoded(reference);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in reference.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// `%20` is a space.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let number = after.get(..2).filter(|_| *first == b'%');
        let number = number
            .and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(number.unwrap_or(*first));
        rest = if number.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Keeps the document, with what it says of itself.
fn keep(
    source: &Source<'_>,
    origin: &str,
    text: &str,
    about: &str,
    times: [&str; 2],
    found: &mut Found,
) {
    let said = |name: &str| said_in(about, name);
    let time: Option<ReferenceTime> = times.iter().find_map(|name| {
        let said = Value::from(said(name)?);
        time_of(Some(&said), &source.options.calendar)
    });
    let mut metadata = Map::new();
    for (name, tag) in [("title", "dc:title"), ("author", "dc:creator")] {
        if let Some(said) = said(tag) {
            metadata.insert(name.to_owned(), Value::from(said));
        }
    }
    let title = said("dc:title").filter(|title| !text.starts_with(title.as_str()));
    let body = title.map_or_else(|| text.to_owned(), |title| format!("{title}\n\n{text}"));
    let labels = Labels::new(Vec::new(), metadata);
    let document = notes::document(source, &body, origin, time, labels);
    found.memories.push(document);
}

/// What is said in the first element of this name, or in the `meta` that has it as its property.
fn said_in(xml: &str, name: &str) -> Option<String> {
    let mut is_here = false;
    for token in tokens(xml) {
        match token {
            Token::StartTag(tag) => {
                is_here = html::name(&tag.name) == name
                    || html::attribute(&tag, "property").as_deref() == Some(name);
            }
            Token::EndTag(_) => is_here = false,
            Token::String(said) if is_here => {
                let said = String::from_utf8_lossy(&said)
                    .trim()
                    .chars()
                    .take(300)
                    .collect::<String>();
                if !said.is_empty() {
                    return Some(said);
                }
            }
            _ => {}
        }
    }
    None
}
