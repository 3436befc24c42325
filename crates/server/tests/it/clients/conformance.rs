//! What others check servers and documents with: the protocol's conformance package, MCP Inspector, mcp-remote, Redocly, and the
//! generators of clients.

use super::{node, python};
use crate::service::Service;

/// The committed OpenAPI document.
const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");

#[tokio::test]
async fn the_protocols_own_checks_that_apply_pass() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let arguments = [&service.base, anna.key()];
    assert_eq!(node("conformance.mjs", &arguments).await, "ok\n");
}

#[tokio::test]
async fn the_inspector_has_nothing_to_warn_of() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let url = format!("{}/mcp", service.base);
    assert_eq!(node("inspector.mjs", &[&url, anna.key()]).await, "ok\n");
}

#[tokio::test]
async fn mcp_remote_carries_what_a_program_says_on_standard_output() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let url = format!("{}/mcp", service.base);
    assert_eq!(node("mcp_remote.mjs", &[&url, anna.key()]).await, "ok\n");
}

#[tokio::test]
async fn redocly_and_openapi_typescript_take_the_document() {
    assert_eq!(node("openapi_tools.mjs", &[DOCUMENT]).await, "ok\n");
}

#[tokio::test]
async fn what_openapi_python_client_makes_of_the_document_imports_and_is_well_typed() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let arguments = [DOCUMENT, &service.base, anna.key()];
    let printed = python("openapi_python_client.py", &arguments).await;
    assert_eq!(printed, "ok\n");
}
