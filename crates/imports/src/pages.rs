//! Pages of the web that were kept as files: the text that is read on them.

use recollect_model::{Labels, ReferenceTime};
use serde_json::{Map, Value};

use crate::html::{self, attribute};
use crate::source::{Source, time_of};
use crate::{Found, notes};

/// What a page says of when it was published, as an attribute of its `meta`.
const TIMES: [&str; 6] = [
    "article:published_time",
    "article:modified_time",
    "date",
    "dc.date",
    "dcterms.created",
    "pubdate",
];

/// Whether this is a page: it begins as one.
pub(crate) fn is_page(_: &Source<'_>, text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let beginning: String = text.chars().take(1_000).collect::<String>().to_lowercase();
    let is_declared = ["<!doctype html", "<html"]
        .iter()
        .any(|tag| beginning.starts_with(tag));
    // A comment or a declaration may stand before it.
    let is_later = beginning.starts_with("<!--") || beginning.starts_with("<?xml");
    is_declared || (is_later && beginning.contains("<html"))
}

/// Reads what the page says; its title stands first.
pub(crate) fn read(source: &Source<'_>, text: &str, found: &mut Found) {
    let page = html::page(text);
    if page.text.is_empty() {
        return found.problem(format!(
            "{}: there is no text on the page",
            source.file.name
        ));
    }
    let title = page
        .title
        .filter(|title| !page.text.starts_with(title.as_str()));
    let body = match &title {
        Some(title) => format!("{title}\n\n{}", page.text),
        None => page.text,
    };
    let (time, address) = told_of_itself(source, text);
    let mut metadata = Map::new();
    if let Some(address) = address {
        metadata.insert("url".to_owned(), Value::from(address));
    }
    let labels = Labels::new(Vec::new(), metadata);
    let document = notes::document(source, &body, "html", time, labels);
    found.memories.push(document);
}

/// When the page was published and where, as its head says.
fn told_of_itself(source: &Source<'_>, text: &str) -> (Option<ReferenceTime>, Option<String>) {
    let (mut time, mut address) = (None, None);
    for token in html::tokens(text) {
        let html5gum::Token::StartTag(tag) = token else {
            continue;
        };
        match html::name(&tag.name).as_str() {
            "meta" => {
                let name = attribute(&tag, "property").or_else(|| attribute(&tag, "name"));
                let name = name.unwrap_or_default().to_lowercase();
                if time.is_none() && TIMES.contains(&name.as_str()) {
                    let said = attribute(&tag, "content").map(Value::from);
                    time = time_of(said.as_ref(), &source.options.calendar);
                }
            }
            "link" if attribute(&tag, "rel").as_deref() == Some("canonical") => {
                address = attribute(&tag, "href");
            }
            "body" => break,
            _ => {}
        }
    }
    (time, address)
}
