//! A memory with one of everything that a request can name.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Value, json};

use crate::document::{Operation, operations};
use crate::reading::text;
use crate::service::Client;

/// An id that is nobody's.
pub(crate) const NOBODYS: &str = "018f0000-0000-7000-8000-000000000000";

/// Fields of replies that tell when something was read, not what is there.
const TOLD_BY_READING: [&str; 1] = ["lastUsedAt"];

/// What reading everything leaves in the audit trail.
const LEFT_BY_READING: &str = "account.exported";

/// The ids of what a user has, by the names of the parameters that take them.
pub(crate) struct Things(BTreeMap<&'static str, String>);

impl Things {
    /// Gives a user one of everything: this is the place for each new kind of thing.
    pub(crate) async fn of(client: &Client, person: &str, place: &str) -> Self {
        let mut things = BTreeMap::new();
        let log = client
            .remember(&format!("{person} lives in {place}."), &json!({}))
            .await;
        things.insert("log", text(&log["id"]));
        things.insert("episode", text(&log["episodeUUID"]));
        things.insert("space", text(&log["spaceId"]));
        let path = format!("/api/v1/episodes/{}/facts", text(&log["episodeUUID"]));
        let facts = client.read(&path).await;
        things.insert("a statement", text(&facts["facts"][0]["statement"]["id"]));
        things.insert("entity", client.entity(person).await);
        things.insert("another entity", client.entity(place).await);
        let said = client.said_of(&things["entity"], "").await;
        things.insert("statement", text(&said[0]["id"]));
        let path = format!("/api/v1/statements/{}/decisions", things["statement"]);
        let (_, decided) = client.post(&path, &json!({ "decision": "pinned" })).await;
        things.insert("decision", text(&decided["decision"]["id"]));
        let (_, key) = client
            .post("/api/v1/keys", &json!({ "name": "one of everything" }))
            .await;
        things.insert("key", text(&key["id"]));
        let browser = client.sign_in().await;
        let (_, sessions) = browser.call(Method::GET, "/api/v1/sessions", None).await;
        things.insert("session", text(&sessions["sessions"][0]["id"]));
        let (webhook, delivery) = a_failed_delivery(client).await;
        things.insert("webhook", webhook);
        things.insert("delivery", delivery);
        things.insert("grant", crate::oauth::granted(client).await);
        things.insert("import", crate::imports::brought_note(client).await);
        Self(things)
    }

    /// The ids by the names of the parameters that take them, where a path has one.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let names = self.0.iter();
        let names = names.filter(|(name, _)| !name.contains(' '));
        names.map(|(name, id)| (*name, id.as_str()))
    }

    /// The id for a parameter or a field of this name.
    pub(crate) fn named(&self, operation: &Operation, name: &str) -> String {
        let thing = match name {
            "spaceId" | "spaceIds" => "space",
            "importId" => "import",
            "statementIds" => "a statement",
            "from" => "entity",
            "to" | "other" | "alias" => "another entity",
            name => name,
        };
        self.0.get(thing).cloned().unwrap_or_else(|| {
            panic!(
                "{} takes the id of a `{name}`, which no test user has: make one in tests/it/things.rs, in `Things::of`",
                operation.name()
            )
        })
    }

    /// What a user can read: the reply of every operation that reads, about everything they have.
    pub(crate) async fn everything(&self, client: &Client) -> Value {
        let mut read = json!({});
        for operation in operations() {
            if operation.method != Method::GET || operation.scope().is_none() {
                continue;
            }
            let (path, _) = operation.request(|input| {
                (input.is_id && input.is_required).then(|| self.named(&operation, &input.name))
            });
            let mut reply = client.read(&path).await;
            without_readings(&mut reply);
            read[path] = reply;
        }
        read
    }
}

/// A webhook that leads nowhere, with a delivery that has failed; disabled then, so that nothing changes by itself.
async fn a_failed_delivery(client: &Client) -> (String, String) {
    let body = json!({ "url": "http://localhost:9/hook" });
    let (_, webhook) = client.post("/api/v1/webhooks", &body).await;
    let path = format!("/api/v1/webhooks/{}", text(&webhook["id"]));
    let (_, delivery) = client.post(&format!("{path}/test"), &json!({})).await;
    let delivery = text(&delivery["id"]);
    while client.read(&format!("{path}/deliveries/{delivery}")).await["attempts"] == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let disable = json!({ "enabled": false });
    client.call(Method::PUT, &path, Some(&disable)).await;
    (text(&webhook["id"]), delivery)
}

fn without_readings(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !TOLD_BY_READING.contains(&&**name));
            fields.values_mut().for_each(without_readings);
        }
        Value::Array(entries) => {
            entries.retain(|entry| entry["action"] != LEFT_BY_READING);
            entries.iter_mut().for_each(without_readings);
        }
        _ => {}
    }
}
