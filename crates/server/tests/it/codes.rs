//! The codes of refusals: those that clients see are those of the document, with the statuses of `docs/api.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

use reqwest::StatusCode;
use serde_json::Value;

use crate::architecture::workspace;
use crate::document::document;

/// The codes of the table in `docs/api.md`, each with the statuses that it comes with.
static TABLE: LazyLock<BTreeMap<String, BTreeSet<String>>> = LazyLock::new(|| {
    let page = fs::read_to_string(workspace().join("docs/api.md")).unwrap();
    let (_, table) = page.split_once("| status | code | meaning |").unwrap();
    let rows = table.lines().skip(2).take_while(|row| row.starts_with('|'));
    let mut codes = BTreeMap::new();
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, statuses, named, ..] = cells[..] else {
            panic!("{row}");
        };
        for code in named.split('`').skip(1).step_by(2) {
            let statuses = statuses.split(',').map(|status| status.trim().to_owned());
            let before = codes.insert(code.to_owned(), statuses.collect());
            assert!(before.is_none(), "{code} stands twice in docs/api.md");
        }
    }
    codes
});

/// Fails where a reply of the interface refuses with a code that is not documented, or not with this status.
pub(crate) fn assert_documented_code(status: StatusCode, body: &Value) {
    // The protocols of OAuth and of assistants have codes of their own.
    let Some(code) = body["code"].as_str().filter(|_| !status.is_success()) else {
        return;
    };
    let statuses = TABLE.get(code);
    assert!(
        statuses.is_some_and(|statuses| statuses.contains(status.as_str())),
        "docs/api.md does not say {status} {code}: {body}"
    );
}

#[test]
fn the_document_and_the_page_list_the_same_codes() {
    let document = document();
    let schemas = &document["components"]["schemas"];
    let code = &schemas["Error"]["properties"]["code"];
    assert_eq!(code["$ref"], "#/components/schemas/ErrorCode", "{code}");
    let listed = schemas["ErrorCode"]["enum"].as_array().unwrap();
    let listed: BTreeSet<&str> = listed.iter().map(|code| code.as_str().unwrap()).collect();
    let told: BTreeSet<&str> = TABLE.keys().map(String::as_str).collect();
    assert_eq!(listed, told, "left: openapi.json; right: docs/api.md");
}

/// The codes of the first list: programs compare them.
#[test]
fn no_code_that_clients_know_is_spelled_otherwise() {
    let known = "account_not_found account_suspended body_too_large body_too_slow carried_out_already \
        client_not_found code_not_found conflict cross_origin daily_quota_exceeded \
        decision_not_found default_space_not_found delivery_not_found entity_not_found episode_not_found \
        grant_not_found headers_too_large idempotency_key_reused import_not_found insufficient_scope \
        internal invalid_api_key invalid_field invalid_form invalid_json \
        invalid_query key_not_found log_not_found login_too_old method_not_allowed \
        missing_field not_found overloaded passkey_not_found passkey_refused \
        protocol quota_exceeded rate_limited request_under_way session_not_found \
        space_not_found statement_not_found text_too_large too_many_at_once unavailable \
        unsupported_encoding webhook_not_found";
    for code in known.split_whitespace() {
        assert!(TABLE.contains_key(code), "{code}");
    }
}
