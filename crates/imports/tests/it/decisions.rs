//! What an export of ours says was decided about facts.

use recollect_imports::{Told, ToldObject, read};
use serde_json::{Value, json};

use crate::{file, options};

/// What is told by an export with one decision about a fact with this object.
fn told(object: &Value) -> Told {
    let decision = json!({
        "id": "01930000-0000-7000-8000-000000000001",
        "decision": "dismissed",
        "fact": "Rex died.",
        "decidedAt": "2025-03-01T12:00:00Z",
        "spaceId": "1",
        "about": {
            "subject": { "name": "Rex", "kind": "person" },
            "relation": "died",
            "object": object,
            "isNegated": false,
            "modality": "actual",
        },
    });
    let spaces = json!([{ "id": "1", "name": "default", "isDefault": true }]);
    let export = json!({ "account": {}, "logs": [], "spaces": spaces, "decisions": [decision] });
    let mut found = read(&[file("export.json", export.to_string())], &options());
    std::mem::take(&mut found.told)
}

#[test]
fn a_decision_about_what_has_no_object_is_told() {
    let objects = |told: Told| -> Vec<ToldObject> {
        let decisions = told.decisions.into_iter();
        decisions.map(|decision| decision.object).collect()
    };
    for words in ["", "of old age"] {
        let expected = ToldObject::Value(words.to_owned());
        assert_eq!(objects(told(&json!({ "value": words }))), [expected]);
    }
    assert_eq!(objects(told(&json!({ "value": 7 }))), []);
}
