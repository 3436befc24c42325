//! Libraries for OAuth that others wrote: Authlib (Python) and oauth4webapi (JavaScript).

use super::{node, python};
use crate::service::Service;

#[tokio::test]
async fn authlib_completes_every_flow() {
    let service = Service::start().await;
    let anna = service.sign_in("anna@example.com").await;
    let printed = python("oauth_authlib.py", &[&service.base, &anna.cookie_header()]).await;
    assert_eq!(
        printed,
        "code\nrefresh\nintrospection\nrevocation\ndevice\n"
    );
}

#[tokio::test]
async fn oauth4webapi_gets_in_from_discovery() {
    let service = Service::start().await;
    let anna = service.sign_in("anna@example.com").await;
    let printed = node("oauth4webapi.mjs", &[&service.base, &anna.cookie_header()]).await;
    assert!(printed.contains("revocation"), "{printed}");
}

#[tokio::test]
async fn openid_client_finds_the_server_where_it_looks_by_itself() {
    let service = Service::start().await;
    let printed = node("openid_client.mjs", &[&service.base]).await;
    assert_eq!(printed, "ok\n");
}
