//! Notes of Google Keep, as Takeout exports them: a file of JSON each, with the same as a page beside it.

use recollect_model::{EpisodeKind, Labels};
use serde_json::{Map, Value};

use crate::source::{Source, digest, id, items, shortened, stem, text, told_apart};
use crate::{Found, Memory};

/// Whether this is a note of Keep.
pub(crate) fn is_note(_: &Source<'_>, value: &Value) -> bool {
    value.get("userEditedTimestampUsec").is_some() && value.get("isTrashed").is_some()
}

/// Whether this is the page of a note that lies beside it.
pub(crate) fn is_twin(source: &Source<'_>, page: &str) -> bool {
    let is_page = page.trim_start().starts_with('<');
    let twin = is_page.then(|| source.json(&format!("{}.json", stem(&source.file.name))));
    twin.flatten().is_some_and(|note| is_note(source, &note))
}

/// Reads a note; what was thrown away is none.
pub(crate) fn read(source: &Source<'_>, value: &Value, found: &mut Found) {
    let name = &source.file.name;
    let is = |flag: &str| value.get(flag) == Some(&Value::Bool(true));
    if is("isTrashed") {
        return found.problem(format!("{name}: it was thrown away"));
    }
    let title = text(value, &["title"]).map(str::to_owned);
    let boxes = items(value.get("listContent")).iter().filter_map(|item| {
        let mark = if item.get("isChecked") == Some(&Value::Bool(true)) {
            'x'
        } else {
            ' '
        };
        Some(format!("- [{mark}] {}", text(item, &["text"])?))
    });
    let links = items(value.get("annotations")).iter().filter_map(|link| {
        let address = text(link, &["url"])?;
        Some(text(link, &["title"]).map_or_else(
            || address.to_owned(),
            |title| format!("{title} ({address})"),
        ))
    });
    let written = text(value, &["textContent"]).map(str::to_owned);
    let pieces = [
        title,
        written,
        Some(boxes.collect::<Vec<_>>().join("\n")),
        Some(links.collect::<Vec<_>>().join("\n")),
    ];
    let pieces: Vec<String> = pieces
        .into_iter()
        .flatten()
        .filter(|piece| !piece.trim().is_empty())
        .collect();
    if pieces.is_empty() {
        return found.problem(format!("{name}: there are no words in it"));
    }
    // Microseconds since 1970; the time of creation is the note's name for ever.
    let seconds = |field: &str| {
        value
            .get(field)
            .and_then(Value::as_f64)
            .map(|time| Value::from(time / 1e6))
    };
    let created = id(value, &["createdTimestampUsec"]);
    let created = created.unwrap_or_else(|| digest(&[name]));
    let labels = items(value.get("labels"))
        .iter()
        .filter_map(|label| text(label, &["name"]));
    let mut tags: Vec<String> = labels.map(|label| shortened(label, 100)).take(48).collect();
    tags.extend(is("isArchived").then(|| "archived".to_owned()));
    tags.extend(is("isPinned").then(|| "pinned".to_owned()));
    let time = source.time(seconds("userEditedTimestampUsec").as_ref());
    found.memories.push(Memory {
        sent: None,
        expires_at: None,
        external_id: format!("keep/{created}/{}", told_apart(stem(name), 200)),
        session: None,
        space: None,
        source: "keep".to_owned(),
        kind: EpisodeKind::Document,
        body: pieces.join("\n\n"),
        speaker: None,
        reference_time: time.unwrap_or_else(|| source.written()),
        labels: Labels::new(tags, Map::new()),
    });
}

/// The page says what the note beside it says.
pub(crate) const fn pass_over(_: &Source<'_>, _: &str, _: &mut Found) {}
