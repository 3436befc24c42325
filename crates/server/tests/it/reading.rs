//! Reading the graph as a client does, in the words of the tests.

use reqwest::{Method, StatusCode};
use serde_json::Value;

use crate::service::{Client, Reply};

impl Client {
    /// The reply to a reading that must be answered.
    pub(crate) async fn read(&self, path: &str) -> Value {
        let (status, body) = self.get(path).await;
        assert_eq!(status, StatusCode::OK, "{path}: {body}");
        body
    }

    /// The names of the entities that a query string lists.
    pub(crate) async fn entity_names(&self, query: &str) -> Vec<String> {
        let body = self.read(&format!("/api/v1/entities?{query}")).await;
        texts(&body["entities"], |entity| &entity["name"])
    }

    /// The id of the one entity that has this word in its name.
    pub(crate) async fn entity(&self, word: &str) -> String {
        let body = self.read(&format!("/api/v1/entities?query={word}")).await;
        assert_eq!(body["totalCount"], 1, "{word}: {body}");
        text(&body["entities"][0]["id"])
    }

    /// What is said of an entity under a query string.
    pub(crate) async fn said_of(&self, entity: &str, query: &str) -> Vec<Value> {
        let path = format!("/api/v1/entities/{entity}/statements?{query}");
        self.read(&path).await["statements"]
            .as_array()
            .unwrap()
            .clone()
    }

    /// Deletes the text that a log follows.
    pub(crate) async fn forget(&self, log: &Value) -> Reply {
        let path = format!("/api/v1/logs/{}", log["id"].as_str().unwrap());
        self.call(Method::DELETE, &path, None).await
    }

    /// The facts that a search finds, as [`told`].
    pub(crate) async fn facts(&self, query: &str, more: &Value) -> Vec<String> {
        let mut body = serde_json::json!({ "query": query });
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        let (status, found) = self.post("/search", &body).await;
        assert_eq!(status, StatusCode::OK, "{found}");
        let facts = found["facts"].as_array().unwrap();
        facts.iter().map(told).collect()
    }
}

/// A statement or a fact in a line: `Anna lives_in Hamburg 2024-02-10T09:00:00Z..2024-06-03T00:00:00Z`.
pub(crate) fn told(statement: &Value) -> String {
    let side = |side: &Value| text(side.get("name").unwrap_or(side));
    let time = |time: &Value| time.as_str().unwrap_or_default().to_owned();
    format!(
        "{}{} {} {} {}..{}",
        if statement["isNegated"] == true {
            "not: "
        } else {
            ""
        },
        side(&statement["subject"]),
        text(&statement["relation"]),
        side(&statement["object"]),
        time(&statement["validAt"]),
        time(&statement["invalidAt"]),
    )
}

/// Each statement in a line.
pub(crate) fn all_told(statements: &[Value]) -> Vec<String> {
    statements.iter().map(told).collect()
}

/// A text of each entry of a list.
pub(crate) fn texts(list: &Value, of: impl Fn(&Value) -> &Value) -> Vec<String> {
    let list = list.as_array().unwrap();
    list.iter().map(|entry| text(of(entry))).collect()
}

/// A JSON value that must be a text.
pub(crate) fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("no text: {value}"))
        .to_owned()
}

/// The characters of a text from `start` to `end`, as a reply gives them.
pub(crate) fn cut<'a>(text: &'a str, place: &Value) -> &'a str {
    let characters = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let bounds: Vec<usize> = characters.collect();
    let at = |name: &str| bounds[usize::try_from(place[name].as_u64().unwrap()).unwrap()];
    &text[at("start")..at("end")]
}

/// Asserts that a request was refused because of a field or parameter.
pub(crate) fn assert_refused((status, body): &Reply, field: &str) {
    assert_eq!(*status, StatusCode::BAD_REQUEST, "{field}: {body}");
    assert_eq!(body["details"]["field"], field, "{body}");
    assert!(body["error"].as_str().unwrap().starts_with(field), "{body}");
}
