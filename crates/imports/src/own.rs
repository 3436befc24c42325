//! The export of this service, from another server or another database.

use std::collections::HashMap;

use recollect_model::{EpisodeKind, Labels, ReferenceTime};
use serde_json::{Map, Value};

use crate::source::{Source, items, text};
use crate::told::Document;
use crate::{Found, Memory};

/// Whether this is an account with its texts.
pub(crate) fn is_export(_: &Source<'_>, value: &Value) -> bool {
    value.get("account").is_some() && value.get("logs").is_some()
}

/// Reads the texts with all that they were sent with, and what is told besides. What was replaced or forgotten is no memory.
pub(crate) fn read(source: &Source<'_>, value: &Value, found: &mut Found) {
    let owned = |value: &Value, name: &str| text(value, &[name]).map(str::to_owned);
    for space in items(value.get("spaces")) {
        if let (Some(name), Some(about)) = (owned(space, "name"), owned(space, "description")) {
            found.spaces.insert(name, about);
        }
    }
    let spaces = items(value.get("spaces")).iter().filter_map(|space| {
        let is_default = space.get("isDefault") == Some(&Value::Bool(true));
        let name = owned(space, "name").filter(|_| !is_default);
        Some((owned(space, "id")?, name))
    });
    let spaces: HashMap<String, Option<String>> = spaces.collect();
    let mut texts: HashMap<String, String> = HashMap::new();
    for (number, log) in items(value.get("logs")).iter().enumerate() {
        let body = owned(log, "ingestText");
        let Some(body) = body.filter(|_| text(log, &["replacedBy"]).is_none()) else {
            continue;
        };
        let Some(time) = time(log) else {
            let problem = format!("{}, log {}: it names no time", source.file.name, number + 1);
            found.problem(problem);
            continue;
        };
        let kind = log.pointer("/data/type").and_then(Value::as_str);
        let kind = kind.and_then(|kind| EpisodeKind::from_name(&kind.to_uppercase()));
        let tags = items(log.get("tags")).iter();
        let tags = tags.filter_map(Value::as_str).map(str::to_owned).collect();
        let metadata = log.get("metadata").and_then(Value::as_object);
        let id = owned(log, "id").unwrap_or_else(|| number.to_string());
        let name = owned(log, "externalId").unwrap_or_else(|| format!("recollect/{id}"));
        let space = text(log, &["spaceId"]).and_then(|id| spaces.get(id).cloned().flatten());
        if let Some(accepted) = text(log, &["time"]).and_then(|time| time.parse().ok()) {
            let place = (space.clone(), name.clone());
            found.told.accepted.insert(place, accepted);
        }
        if let Some(episode) = owned(log, "episodeUUID") {
            texts.insert(episode, name.clone());
        }
        found.memories.push(Memory {
            external_id: name,
            session: owned(log, "sessionId"),
            space,
            source: owned(log, "source").unwrap_or_else(|| "recollect".to_owned()),
            kind: kind.unwrap_or_default(),
            body,
            speaker: None,
            reference_time: time,
            labels: Labels::new(tags, metadata.cloned().unwrap_or_default()),
            sent: sent(log),
            expires_at: text(log, &["expiresAt"]).and_then(|time| time.parse().ok()),
        });
    }
    let document = Document {
        value,
        spaces: &spaces,
        texts: &texts,
    };
    let left_out = document.read(&mut found.told);
    if left_out > 0 {
        let name = &source.file.name;
        found.problem(format!(
            "{name}: {left_out} of the decisions about facts and names cannot be carried out"
        ));
    }
}

/// By the clock that it was said by: as that is told, or as it was sent, where that is the same instant.
fn time(log: &Value) -> Option<ReferenceTime> {
    let told: ReferenceTime = text(log, &["referenceTime"])?.parse().ok()?;
    let offset = log.get("referenceOffsetSeconds").and_then(Value::as_i64);
    if let Some(offset) = offset.and_then(|offset| i32::try_from(offset).ok()) {
        return Some(ReferenceTime::at_offset(told.instant(), offset));
    }
    let sent = ["/data/referenceTime", "/data/reference_time"]
        .iter()
        .find_map(|path| {
            let sent: ReferenceTime = log.pointer(path)?.as_str()?.parse().ok()?;
            (sent.instant() == told.instant()).then_some(sent)
        });
    Some(sent.unwrap_or(told))
}

/// The request as it was sent; of its text, only where it was.
fn sent(log: &Value) -> Option<Map<String, Value>> {
    let mut data = log.get("data")?.as_object()?.clone();
    for name in ["episodeBody", "episode_body"] {
        if let Some(text) = data.get_mut(name) {
            *text = Value::Null;
        }
    }
    Some(data)
}
