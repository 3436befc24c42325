//! HTTP/2 without encryption, as proxies and programs speak it that know whom they speak to.

use super::node;
use crate::service::Service;

#[tokio::test]
async fn node_speaks_http2_by_prior_knowledge() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let printed = node("http2.mjs", &[&service.base, anna.key()]).await;
    assert_eq!(printed, "ok\n");
}
