//! What the pages are made with is in the binary, and a browser may keep it.

use reqwest::StatusCode;

use crate::service::Service;

#[tokio::test]
async fn what_a_page_names_is_served_under_a_name_that_changes_with_it() {
    let service = Service::start().await;
    let missing = reqwest::get(format!("{}/assets/style.css", service.base))
        .await
        .unwrap();
    assert_eq!(missing.status(), StatusCode::NOT_FOUND);
    let built = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../target/dashboard/manifest.json"
    );
    let manifest: serde_json::Value =
        serde_json::from_slice(&std::fs::read(built).unwrap()).unwrap();
    for (name, kind) in [
        ("style.css", "text/css"),
        ("page.js", "text/javascript"),
        ("icon.svg", "image/svg+xml"),
    ] {
        let file = manifest[name]["file"].as_str().unwrap();
        assert_ne!(file, name);
        let url = format!("{}/assets/{file}", service.base);
        let plain = reqwest::get(&url).await.unwrap();
        assert_eq!(plain.status(), StatusCode::OK);
        let header = |name: &str| plain.headers()[name].to_str().unwrap().to_owned();
        assert!(header("content-type").starts_with(kind), "{name}");
        assert!(header("cache-control").contains("immutable"));
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert!(!plain.headers().contains_key("content-encoding"));
        let known = reqwest::Client::new()
            .get(&url)
            .header("if-none-match", header("etag"));
        assert_eq!(
            known.send().await.unwrap().status(),
            StatusCode::NOT_MODIFIED
        );
        let asked = reqwest::Client::new()
            .get(&url)
            .header("accept-encoding", "br, gzip");
        let squeezed = asked.send().await.unwrap();
        assert_eq!(squeezed.headers()["content-encoding"], "gzip");
        let (squeezed, plain) = (
            squeezed.bytes().await.unwrap(),
            plain.bytes().await.unwrap(),
        );
        assert!(squeezed.len() < plain.len(), "{name}");
    }
}
