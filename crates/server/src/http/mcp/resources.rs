//! Resources: what an application may attach to a conversation by itself, as text, each made by the tool that a model
//! would call.

use recollect_engine::Engine;
use rmcp::model::{JsonObject, Resource, ResourceContents, ResourceTemplate};
use serde_json::{Value, json};

use super::tools::{self, Asker, Refused};

const SCHEME: &str = "recollect://";
const TEXT: &str = "text/plain";
/// A resource may be longer than a tool's answer: whoever attaches it wants it.
const MAX_TOKENS: u32 = 6_000;

/// Those that are always there.
pub(super) fn all() -> Vec<Resource> {
    vec![
        Resource::new(format!("{SCHEME}profile"), "profile")
            .with_title("Who the user is")
            .with_description("The user's name, and what is known of them now")
            .with_mime_type(TEXT),
        Resource::new(format!("{SCHEME}recent"), "recent")
            .with_title("Recent memories")
            .with_description("The texts that were saved last, the newest first")
            .with_mime_type(TEXT),
    ]
}

/// Those that are named by what they are about.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(format!("{SCHEME}entities/{{entity}}"), "entity")
            .with_title("A person, place or thing")
            .with_description("What is known of one by its name or id, with the words that say it")
            .with_mime_type(TEXT),
        ResourceTemplate::new(format!("{SCHEME}episodes/{{id}}"), "episode")
            .with_title("One text")
            .with_description("A remembered text by its id, and what was understood of it")
            .with_mime_type(TEXT),
    ]
}

/// What is at an address; `None` where nothing is.
pub(super) async fn read(
    uri: &str,
    engine: &Engine,
    asker: Asker,
) -> Result<Option<ResourceContents>, Refused> {
    let Some((tool, mut arguments)) = source(uri) else {
        return Ok(None);
    };
    // The tool's answer would be that there is nobody of that name.
    if let Some(Value::String(name)) = arguments.get("entity")
        && !tools::knows(engine, asker.user, name)
            .await
            .unwrap_or(false)
    {
        return Ok(None);
    }
    arguments.insert("maxTokens".to_owned(), Value::from(MAX_TOKENS));
    match tools::call(tool, engine, asker, arguments).await {
        Ok(told) => Ok(Some(
            ResourceContents::text(told.text, uri).with_mime_type(TEXT),
        )),
        // A name or an id that is nobody's.
        Err(Refused::Tool(_)) => Ok(None),
        Err(refused) => Err(refused),
    }
}

/// The tool that tells of it, and what it is asked.
fn source(uri: &str) -> Option<(&'static str, JsonObject)> {
    let path = uri.strip_prefix(SCHEME)?;
    let (tool, arguments) = match path.split_once('/') {
        None if path == "profile" => ("get_user_profile", json!({})),
        None if path == "recent" => ("memory_recent", json!({})),
        Some(("entities", name)) => (
            "memory_facts_about",
            json!({ "entity": decoded(name)?, "evidence": true }),
        ),
        Some(("episodes", id)) => ("memory_read", json!({ "id": decoded(id)? })),
        _ => return None,
    };
    match arguments {
        Value::Object(arguments) => Some((tool, arguments)),
        _ => None,
    }
}

/// A part of a path without its percent-encoding.
fn decoded(part: &str) -> Option<String> {
    // As a value of a form, in which a plus is a blank and must be written as it is.
    let part = part.replace('+', "%2B");
    let mut pairs = form_urlencoded::parse(part.as_bytes());
    let (name, _) = pairs.next()?;
    let is_whole = pairs.next().is_none() && !part.contains('=');
    (is_whole && !name.is_empty()).then(|| name.into_owned())
}
