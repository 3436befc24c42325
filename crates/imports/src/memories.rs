//! What other memories hold: mem0, basic-memory, MCP's memory server, and CORE.

use std::collections::BTreeMap;

use recollect_model::{EpisodeKind, Labels, ReferenceTime};
use serde_json::{Map, Value};

use crate::source::{Source, id, items, shortened, stem, text, told_apart};
use crate::{Found, Memory, jsonl, notes};

/// What a memory is made of.
#[derive(Default)]
pub(crate) struct Kept {
    pub(crate) id: String,
    pub(crate) session: Option<String>,
    pub(crate) body: String,
    pub(crate) time: Option<ReferenceTime>,
    pub(crate) tags: Vec<String>,
    pub(crate) metadata: Map<String, Value>,
    /// It is part of what was said in its session.
    pub(crate) is_said: bool,
}

/// Adds it to what was found.
pub(crate) fn keep(source: &Source<'_>, origin: &str, kept: Kept, found: &mut Found) {
    let mut tags = kept.tags;
    tags.retain(|tag| !tag.is_empty() && tag.chars().count() <= 100);
    tags.truncate(50);
    found.memories.push(Memory {
        sent: None,
        expires_at: None,
        external_id: format!("{origin}/{}", told_apart(&kept.id, 400)),
        session: kept.session.map(|session| shortened(&session, 200)),
        space: None,
        source: origin.to_owned(),
        kind: match kept.is_said {
            true => EpisodeKind::Conversation,
            false => EpisodeKind::Document,
        },
        body: kept.body,
        speaker: None,
        reference_time: kept.time.unwrap_or_else(|| source.written()),
        labels: Labels::new(tags, kept.metadata),
    });
}

fn texts(value: Option<&Value>) -> Vec<String> {
    let texts = items(value).iter().filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}

/// The memories of mem0: a list, or one under a name.
fn of_mem0(value: &Value) -> &[Value] {
    let lists = ["results", "memories"].into_iter();
    let mut lists = lists.map(|name| items(value.get(name)));
    match value {
        Value::Array(all) => all,
        _ => lists.find(|list| !list.is_empty()).unwrap_or_default(),
    }
}

/// Whether these are memories of mem0.
pub(crate) fn is_mem0(_: &Source<'_>, value: &Value) -> bool {
    let is_memory = |one: &Value| {
        let has = |name: &str| one.get(name).is_some();
        let is_dated = has("created_at") || has("user_id") || has("hash");
        one.get("memory").is_some_and(Value::is_string) && has("id") && is_dated
    };
    // What OpenMemory exports calls the text by another name.
    let is_open = |one: &Value| one.get("content").is_some() && one.get("state").is_some();
    let is_list = value.get("memories").is_some();
    let mut first = of_mem0(value).iter().take(20);
    first.any(|one| is_memory(one) || (is_list && is_open(one)))
}

/// Reads the memories of mem0; what was deleted is none.
pub(crate) fn read_mem0(source: &Source<'_>, value: &Value, found: &mut Found) {
    for (number, one) in (source.file.before..).zip(of_mem0(value)) {
        let Some(body) = text(one, &["memory", "content"]) else {
            let name = &source.file.name;
            found.problem(format!("{name}, memory {}: it says nothing", number + 1));
            continue;
        };
        if one.get("state").is_some_and(|state| state == "deleted") {
            continue;
        }
        let time = ["updated_at", "created_at"].iter();
        let mut metadata = one
            .get("metadata")
            .and_then(Value::as_object)
            .cloned()
            .unwrap_or_default();
        for name in ["user_id", "agent_id", "run_id", "app_id"] {
            if let Some(value) = text(one, &[name]) {
                metadata.insert(name.to_owned(), Value::from(value));
            }
        }
        let kept = Kept {
            id: id(one, &["id"]).unwrap_or_else(|| number.to_string()),
            body: body.to_owned(),
            time: time.filter_map(|name| source.time(one.get(*name))).next(),
            tags: texts(one.get("categories")),
            metadata,
            ..Kept::default()
        };
        keep(source, "mem0", kept, found);
    }
}

/// Whether these lines are of MCP's memory server.
pub(crate) fn is_graph(lines: &[Value]) -> bool {
    let is = |line: &Value, kind: &str, names: [&str; 2]| {
        line.get("type").is_some_and(|told| told == kind)
            && names.iter().all(|name| line.get(*name).is_some())
    };
    let mut lines = lines.iter();
    lines.any(|line| {
        is(line, "entity", ["entityType", "observations"])
            || is(line, "relation", ["relationType", "from"])
    })
}

/// Reads a graph: each entity with what was observed of it and what it is to others.
pub(crate) fn read_graph(source: &Source<'_>, log: &str, found: &mut Found) {
    let mut entities: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut kinds: BTreeMap<String, String> = BTreeMap::new();
    let spoken = |name: &str| name.replace('_', " ");
    for (number, line) in jsonl::lines(source, log, found) {
        match line.get("type").and_then(Value::as_str) {
            Some("entity") if text(&line, &["name"]).is_some() => {
                let name = text(&line, &["name"]).unwrap_or_default();
                let kind = text(&line, &["entityType"]).unwrap_or_default();
                kinds.insert(name.to_owned(), kind.to_owned());
                let observations = texts(line.get("observations"));
                entities
                    .entry(name.to_owned())
                    .or_default()
                    .extend(observations);
            }
            Some("relation") => {
                let part = |name| text(&line, &[name]).unwrap_or_default();
                let (from, to) = (part("from"), part("to"));
                if from.is_empty() || to.is_empty() {
                    let name = &source.file.name;
                    found.problem(format!("{name}, line {number}: it relates nothing"));
                    continue;
                }
                let relation = spoken(part("relationType"));
                let said = format!("{} {relation} {}.", spoken(from), spoken(to));
                entities.entry(from.to_owned()).or_default().push(said);
            }
            _ => {
                let name = &source.file.name;
                found.problem(format!(
                    "{name}, line {number}: it is neither entity nor relation"
                ));
            }
        }
    }
    for (name, said) in entities {
        let kind = kinds
            .get(&name)
            .map(|kind| spoken(kind))
            .unwrap_or_default();
        let is_vowel = kind.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']);
        let mut lines = match kind.is_empty() {
            true => vec![spoken(&name)],
            false => vec![format!(
                "{} is {} {kind}.",
                spoken(&name),
                if is_vowel { "an" } else { "a" }
            )],
        };
        lines.extend(said);
        let kept = Kept {
            id: name,
            body: lines.join("\n"),
            tags: vec![shortened(&kind, 100)],
            ..Kept::default()
        };
        keep(source, "memory-server", kept, found);
    }
}

/// Whether this is a note of basic-memory.
pub(crate) fn is_basic(_: &Source<'_>, note: &str) -> bool {
    let Some((matter, rest)) = notes::front_matter(note) else {
        return false;
    };
    let mut lines = rest.lines();
    matter.contains_key("permalink")
        && lines.any(|line| observed(line).is_some() || related(line).is_some())
}

/// Reads a note of basic-memory: its observations and relations as sentences, the rest as it is.
pub(crate) fn read_basic(source: &Source<'_>, note: &str, found: &mut Found) {
    let (matter, rest) = notes::front_matter(note).unwrap_or_default();
    let said = |name: &str| matter.get(name).and_then(Value::as_str).map(str::to_owned);
    let title = said("title").unwrap_or_else(|| stem(&source.file.name).to_owned());
    let mut lines = Vec::new();
    for line in rest.trim().lines() {
        let read = match (observed(line), related(line)) {
            (Some(observation), _) => format!("- {observation}"),
            (None, Some((relation, target))) => {
                format!("- {title} {} {target}", relation.replace('_', " "))
            }
            (None, None) => line.to_owned(),
        };
        lines.push(read);
    }
    let body = lines.join("\n");
    let body = match body.contains(title.as_str()) {
        true => body,
        false => format!("{title}\n\n{body}"),
    };
    let (tags, mut metadata) = notes::labels(&matter, rest);
    metadata.remove("title");
    let times = ["updated", "modified", "created", "date"].iter();
    let kept = Kept {
        id: said("permalink").unwrap_or_else(|| title.clone()),
        session: Some(title),
        body,
        time: times
            .filter_map(|name| source.time(matter.get(*name)))
            .next(),
        tags,
        metadata,
        ..Kept::default()
    };
    keep(source, "basic-memory", kept, found);
}

/// What a line observes: `- [category] What is so`. A box to tick is none.
fn observed(line: &str) -> Option<&str> {
    let (category, rest) = line.trim_start().strip_prefix("- [")?.split_once("] ")?;
    let is_category = category.chars().count() > 1 && !category.starts_with('[');
    (is_category && !category.contains(']')).then_some(rest)
}

/// What a line relates, and to what: `- works_at [[Bakery]] (since May)`.
fn related(line: &str) -> Option<(&str, String)> {
    let (relation, rest) = line.trim_start().strip_prefix("- ")?.split_once(" [[")?;
    let (target, after) = rest.split_once("]]")?;
    let is_relation = !relation.is_empty()
        && !relation.contains(['[', ']', '.'])
        && relation.split(' ').count() <= 4;
    is_relation.then(|| (relation, format!("{target}{after}")))
}

/// Whether these are logs or episodes of CORE, as its interface lists them.
pub(crate) fn is_core(_: &Source<'_>, value: &Value) -> bool {
    let logs = items(value.get("logs")).iter().take(20);
    let mut logs = logs.filter(|log| log.get("ingestText").is_some());
    let episodes = items(value.get("episodes")).iter().take(20);
    let mut episodes =
        episodes.filter(|one| one.get("content").is_some() && one.get("uuid").is_some());
    logs.next().is_some() || episodes.next().is_some()
}

/// Reads what was told to CORE, as it was told.
pub(crate) fn read_core(source: &Source<'_>, value: &Value, found: &mut Found) {
    let all = items(value.get("logs"))
        .iter()
        .chain(items(value.get("episodes")));
    for (number, one) in (source.file.before..).zip(all) {
        let Some(body) = text(one, &["ingestText", "originalContent", "content"]) else {
            let name = &source.file.name;
            found.problem(format!("{name}, text {}: it says nothing", number + 1));
            continue;
        };
        let sent = one
            .get("data")
            .and_then(|data| source.time(data.get("referenceTime")));
        let told = ["validAt", "time", "createdAt"]
            .iter()
            .filter_map(|name| source.time(one.get(*name)));
        let mut metadata = Map::new();
        if let Some(from) = text(one, &["source"]) {
            metadata.insert("source".to_owned(), Value::from(from));
        }
        let kind = one.pointer("/data/type").and_then(Value::as_str);
        let kept = Kept {
            is_said: kind != Some("DOCUMENT"),
            // A log and its episode are one text.
            id: id(one, &["episodeUUID", "uuid", "id"]).unwrap_or_else(|| number.to_string()),
            session: text(one, &["sessionId"]).map(str::to_owned),
            body: body.to_owned(),
            time: sent.or_else(|| told.into_iter().next()),
            metadata,
            ..Kept::default()
        };
        keep(source, "core", kept, found);
    }
}
