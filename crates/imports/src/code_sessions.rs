//! Sessions of programs that write code, as Claude Code and Codex log them: what the person asked, and what was
//! answered.
//!
//! What the programs put in between is no part of the conversation, and is left out: what their tools did, what they
//! thought, the surroundings they were told of, and the work of assistants beneath them.

use serde_json::Value;

use crate::chat::{Chat, Said};
use crate::source::{Source, id, items, stem, text};
use crate::{Found, jsonl};

/// Whether these lines are of a session of Claude Code.
pub(crate) fn is_claude_code(lines: &[Value]) -> bool {
    lines.iter().any(|line| {
        let is_message = line.get("sessionId").is_some() && line.get("uuid").is_some();
        is_message
            || line.get("leafUuid").is_some()
            || line
                .get("type")
                .is_some_and(|kind| kind == "file-history-snapshot")
    })
}

/// Reads a session of Claude Code.
pub(crate) fn claude_code(source: &Source<'_>, log: &str, found: &mut Found) {
    let mut chat: Option<Chat> = None;
    for (_, line) in jsonl::lines(source, log, found) {
        let is_said = is_said(&line);
        let speaker = match line.get("type").and_then(Value::as_str) {
            Some("user") => "user",
            Some("assistant") => "assistant",
            _ => continue,
        };
        let (Some(message), true) = (line.get("message"), is_said) else {
            continue;
        };
        let chat = chat.get_or_insert_with(|| {
            let session = text(&line, &["sessionId"]).unwrap_or(stem(&source.file.name));
            begun(source, "claude-code", session, text(&line, &["cwd"]))
        });
        let words = words(message.get("content"));
        // What a tool returned is a message of the person's in the log.
        if words.trim().is_empty() {
            continue;
        }
        let said = Said {
            id: text(&line, &["uuid"]),
            speaker: Some(speaker),
            words: &words,
            time: source.time(line.get("timestamp")),
            is_edited: false,
        };
        chat.say(&said, found);
    }
}

/// Whether a line of Claude Code is of what was asked or answered in the session itself.
pub(crate) fn is_said(line: &Value) -> bool {
    let is_of = |flag: &str| line.get(flag) == Some(&Value::Bool(true));
    let is_beneath = is_of("isSidechain") || is_of("isMeta") || is_of("isCompactSummary");
    let kind = line.get("type").and_then(Value::as_str);
    !is_beneath && matches!(kind, Some("user" | "assistant")) && line.get("message").is_some()
}

/// Whether these lines are of a session of Codex.
pub(crate) fn is_codex(lines: &[Value]) -> bool {
    lines.iter().any(|line| {
        let kind = line.get("type").and_then(Value::as_str);
        let is_enveloped = line.get("payload").is_some()
            && matches!(
                kind,
                Some("session_meta" | "response_item" | "event_msg" | "turn_context")
            );
        is_enveloped || line.get("record_type").is_some()
    })
}

/// Reads a session of Codex, in envelopes or, as before, without.
pub(crate) fn codex(source: &Source<'_>, log: &str, found: &mut Found) {
    let mut chat: Option<Chat> = None;
    for (number, line) in jsonl::lines(source, log, found) {
        let (kind, payload) = match line.get("payload") {
            Some(payload) => (line.get("type").and_then(Value::as_str), payload),
            None if line.get("type").is_some() => (Some("response_item"), &line),
            None => (Some("session_meta"), &line),
        };
        match kind {
            Some("session_meta") if chat.is_none() && id(payload, &["id"]).is_some() => {
                if payload.pointer("/source/subagent").is_some() {
                    let name = &source.file.name;
                    return found.problem(format!("{name}, line {number}: the session of an assistant beneath another is left out"));
                }
                let session = id(payload, &["id"]).unwrap_or_default();
                let mut begun = begun(source, "codex", &session, text(payload, &["cwd"]));
                begun.began(source.time(payload.get("timestamp")));
                chat = Some(begun);
            }
            Some("response_item") => {
                let is_message = payload.get("type").is_some_and(|kind| kind == "message");
                let speaker = payload.get("role").and_then(Value::as_str);
                let Some(speaker) =
                    speaker.filter(|role| is_message && ["user", "assistant"].contains(role))
                else {
                    continue;
                };
                let words = words(payload.get("content"));
                if words.trim().is_empty() {
                    continue;
                }
                let chat = chat
                    .get_or_insert_with(|| begun(source, "codex", stem(&source.file.name), None));
                let said = Said {
                    speaker: Some(speaker),
                    words: &words,
                    time: source.time(line.get("timestamp")),
                    ..Said::default()
                };
                chat.say(&said, found);
            }
            _ => {}
        }
    }
}

fn begun(source: &Source<'_>, origin: &'static str, session: &str, folder: Option<&str>) -> Chat {
    let project = folder.and_then(|folder| {
        folder
            .trim_end_matches(['/', '\\'])
            .rsplit(['/', '\\'])
            .next()
    });
    let short: String = session.chars().take(8).collect();
    let project = project.filter(|project| !project.is_empty());
    let mut chat = Chat::new(
        source,
        origin,
        session,
        &format!("{} · {short}", project.unwrap_or(origin)),
    );
    if let Some(project) = project {
        chat.note("project", project);
    }
    chat
}

/// What somebody said in a message: its texts, but for those that the program put there.
fn words(content: Option<&Value>) -> String {
    const TEXTS: [&str; 3] = ["text", "input_text", "output_text"];
    let said: Vec<&str> = match content {
        Some(Value::String(text)) => vec![text],
        content => items(content)
            .iter()
            .filter(|item| {
                item.get("type")
                    .and_then(Value::as_str)
                    .is_none_or(|kind| TEXTS.contains(&kind))
            })
            .filter_map(|item| item.get("text")?.as_str())
            .collect(),
    };
    let said: Vec<String> = said.into_iter().filter_map(typed).collect();
    said.join("\n\n")
}

/// What of a text the person typed, or the assistant wrote.
fn typed(text: &str) -> Option<String> {
    let text = text.trim();
    if let Some((_, arguments)) = text.split_once("<command-args>") {
        let name = text
            .split_once("<command-name>")
            .and_then(|(_, rest)| rest.split_once('<'));
        let arguments = arguments
            .split_once("</command-args>")
            .map_or(arguments, |(arguments, _)| arguments);
        let arguments = arguments.trim();
        return (!arguments.is_empty())
            .then(|| format!("{} {arguments}", name.map_or("", |(name, _)| name)));
    }
    // What an editor tells of itself stands before what was asked.
    if let Some((_, asked)) = text.split_once("## My request for Codex:") {
        return Some(asked.trim().to_owned());
    }
    let is_put_there = [
        "Caveat: The messages below",
        "[Request interrupted",
        "# AGENTS.md instructions for",
    ]
    .iter()
    .any(|beginning| text.starts_with(beginning));
    (!text.is_empty() && !is_put_there && !is_element(text)).then(|| text.to_owned())
}

/// Whether the text is elements alone, as `<environment_context>…</environment_context>`.
fn is_element(text: &str) -> bool {
    let mut rest = text;
    while !rest.is_empty() {
        match after_element(rest) {
            Some(after) => rest = after.trim_start(),
            None => return false,
        }
    }
    true
}

/// What comes after the element that the text begins with.
fn after_element(text: &str) -> Option<&str> {
    let name = text.strip_prefix('<')?.split(['>', ' ', '\n']).next()?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let is_put_there = name.contains(['_', '-']) || name.chars().all(|c| c.is_ascii_uppercase());
    let is_name = !name.is_empty() && name.len() < 80 && name.chars().all(is_part);
    let (_, after) = text.split_once(&format!("</{name}>"))?;
    (is_name && is_put_there).then_some(after)
}
