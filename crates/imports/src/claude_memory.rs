//! What Claude keeps beside its conversations: what it remembers of a person, and the documents of projects.

use serde_json::{Map, Value};

use crate::Found;
use crate::memories::{Kept, keep};
use crate::source::{Source, id, items, text};

/// Whether this is `memories.json` or `projects.json` of Claude's export.
pub(crate) fn is_kept(_: &Source<'_>, value: &Value) -> bool {
    let mut first = items(Some(value)).iter().take(20);
    first.any(|one| is_memory(one) || is_project(one))
}

fn is_memory(one: &Value) -> bool {
    let has = |name: &str| one.get(name).is_some();
    has("account_uuid") && (has("conversations_memory") || has("project_memories"))
}

fn is_project(one: &Value) -> bool {
    one.get("uuid").is_some() && one.get("docs").is_some_and(Value::is_array)
}

/// Reads what is remembered, each project's by itself, and each document of a project.
pub(crate) fn read(source: &Source<'_>, value: &Value, found: &mut Found) {
    let before = found.memories.len();
    for one in items(Some(value)) {
        match is_project(one) {
            true => project(source, one, found),
            false => memory(source, one, found),
        }
    }
    if found.memories.len() == before {
        let name = &source.file.name;
        found.problem(format!(
            "{name}: there is nothing remembered in it, and no document"
        ));
    }
}

fn memory(source: &Source<'_>, one: &Value, found: &mut Found) {
    let of = id(one, &["account_uuid"]).unwrap_or_default();
    let own = text(one, &["conversations_memory"]).map(|words| (of.as_str(), words));
    let of_projects = one.get("project_memories").and_then(Value::as_object);
    let of_projects = of_projects.into_iter().flatten();
    let of_projects = of_projects.filter_map(|(id, words)| Some((id.as_str(), words.as_str()?)));
    for (of, words) in own.into_iter().chain(of_projects) {
        if !words.trim().is_empty() {
            let kept = Kept {
                id: format!("memory/{of}"),
                body: words.to_owned(),
                ..Kept::default()
            };
            keep(source, "claude", kept, found);
        }
    }
}

fn project(source: &Source<'_>, one: &Value, found: &mut Found) {
    for document in items(one.get("docs")) {
        let (Some(id), Some(words)) = (id(document, &["uuid"]), text(document, &["content"]))
        else {
            continue;
        };
        let mut metadata = Map::new();
        for (name, said) in [
            ("project", one.get("name")),
            ("title", document.get("filename")),
        ] {
            if let Some(said) = said.and_then(Value::as_str).filter(|said| !said.is_empty()) {
                metadata.insert(name.to_owned(), Value::from(said));
            }
        }
        let kept = Kept {
            id: format!("document/{id}"),
            body: words.to_owned(),
            time: source.time(document.get("created_at")),
            metadata,
            ..Kept::default()
        };
        keep(source, "claude", kept, found);
    }
}
