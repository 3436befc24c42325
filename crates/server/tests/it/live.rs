//! What a page is told while it is open.

use std::time::Duration;

use reqwest::{Method, Response, StatusCode};
use serde_json::json;

use crate::reading::text;
use crate::service::{Browser, Service};

/// What a stream of events says until these words.
async fn told_until(stream: &mut Response, words: &str) -> String {
    let mut told = String::new();
    while !told.contains(words) {
        let chunk = tokio::time::timeout(Duration::from_secs(20), stream.chunk()).await;
        let chunk = chunk.unwrap_or_else(|_| panic!("no {words:?} in {told}"));
        told.push_str(std::str::from_utf8(&chunk.unwrap().unwrap()).unwrap());
    }
    told
}

async fn follow(browser: &Browser, path: &str) -> Response {
    let stream = browser.request(Method::GET, path).send().await.unwrap();
    assert_eq!(stream.status(), StatusCode::OK);
    stream
}

#[tokio::test]
async fn an_open_page_is_told_of_what_is_forgotten_elsewhere_also_after_it_was_put_away() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let log = nora.remember("Clara lives in Berlin.", &json!({})).await;
    let browser = nora.sign_in().await;
    let mut open = follow(&browser, "/events").await;
    let first = told_until(&mut open, "\n\n").await;
    let seen = first
        .split("id: ")
        .nth(1)
        .unwrap_or_else(|| panic!("{first}"));
    let seen = seen.split('\n').next().unwrap();
    nora.forget(&log).await;
    let gone = json!({ "log": log["id"], "status": "forgotten", "episode": log["episodeUUID"] });
    told_until(&mut open, &format!("data: {gone}")).await;
    let mut again = follow(&browser, &format!("/events?after={seen}")).await;
    told_until(&mut again, &format!("data: {gone}")).await;
}

#[tokio::test]
async fn who_forgets_a_memory_on_the_first_page_is_back_there() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let log = nora.remember("Clara lives in Berlin.", &json!({})).await;
    let browser = nora.sign_in().await;
    let path = format!("/logs/{}/forget", text(&log["id"]));
    for (page, back) in [("/", "/"), ("/activity", "/activity")] {
        let page = browser.get(page).await.body;
        let form = page.split(&format!("action=\"{path}\"")).nth(1).unwrap();
        let field = format!("<input type=\"hidden\" name=\"back\" value=\"{back}\">");
        assert!(form.starts_with(&format!(">{field}")), "{form}");
    }
    let forgotten = browser.post_form(&path, &[("back", "/")]).await;
    assert_eq!(forgotten.location(), "/?done=forgotten");
}
