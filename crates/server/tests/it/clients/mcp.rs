//! The protocol's own SDKs, and a client published before us.

use super::{node, python};
use crate::oauth::documents::World;
use crate::service::Service;

async fn with_key() -> (Service, String) {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let key = anna.key().to_owned();
    (service, key)
}

#[tokio::test]
async fn the_python_sdk_speaks_to_it_with_a_token() {
    for path in ["/mcp", "/api/v1/mcp"] {
        let (service, key) = with_key().await;
        let url = format!("{}{path}", service.base);
        let printed = python("mcp_token.py", &[&url, &key]).await;
        assert!(printed.contains("auto 2026-07-28"), "{printed}");
        assert!(printed.contains("legacy 2025-11-25"), "{printed}");
    }
}

#[tokio::test]
async fn the_python_sdk_speaks_to_it_over_standard_input_and_output() {
    let (service, key) = with_key().await;
    let binary = env!("CARGO_BIN_EXE_recollect");
    let printed = python("mcp_stdio.py", &[binary, &service.base, &key]).await;
    assert!(printed.contains("auto 2026-07-28"), "{printed}");
    assert!(printed.contains("legacy 2025-11-25"), "{printed}");
}

#[tokio::test]
async fn the_typescript_sdk_speaks_to_it_with_a_token() {
    let (service, key) = with_key().await;
    for path in ["/mcp", "/api/v1/mcp"] {
        node("mcp_token.mjs", &[&format!("{}{path}", service.base), &key]).await;
    }
}

#[tokio::test]
async fn the_published_client_speaks_to_it() {
    let (service, key) = with_key().await;
    let url = format!("{}/api/v1/mcp", service.base);
    python("mcp_heysol.py", &[&url, &key]).await;
}

#[tokio::test]
async fn the_sdks_get_in_from_a_bare_refusal_with_a_persons_consent() {
    for path in ["/mcp", "/api/v1/mcp"] {
        let service = Service::start().await;
        let anna = service.sign_in("anna@example.com").await;
        let url = format!("{}{path}", service.base);
        python("mcp_oauth.py", &[&url, &anna.cookie_header()]).await;
        node("mcp_oauth.mjs", &[&url, &anna.cookie_header()]).await;
    }
}

#[tokio::test]
async fn the_sdks_get_in_by_a_document_that_describes_them() {
    let world = World::new(&["--danger-allow-private-addresses"]).await;
    let url = format!("{}/mcp", world.process.base);
    let cookies = world.anna.cookie_header();
    let python_sdk = world.application("/python.json", &["http://127.0.0.1:51004/callback"]);
    python("mcp_oauth.py", &[&url, &cookies, &python_sdk.id]).await;
    let typescript_sdk = world.application(
        "/typescript.json",
        &["http://localhost/x", "http://127.0.0.1/callback"],
    );
    node("mcp_oauth.mjs", &[&url, &cookies, &typescript_sdk.id]).await;
}
