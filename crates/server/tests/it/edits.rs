//! Giving a text other words while somebody else does, too: nobody's words are lost unseen.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::reading::text;
use crate::service::{Browser, Client, Reply, Service};

/// `printf '%s' 'Clara lives in Berlin.' | sha256sum`
const BERLIN: &str = "3b56db7986e458a86f20123020440e7635ce324323686d0d3ae2e7ab1f0749bb";

async fn replace(client: &Client, log: &Value, replaces: &str, body: &str) -> Reply {
    let path = format!("/api/v1/logs/{}", text(&log["id"]));
    let body = json!({ "episodeBody": body, "replaces": replaces });
    client.call(Method::PUT, &path, Some(&body)).await
}

/// The value of a hidden field of the page's form.
fn hidden(page: &str, name: &str) -> String {
    let field = format!("name=\"{name}\" value=\"");
    let value = page
        .split(&field)
        .nth(1)
        .unwrap_or_else(|| panic!("{page}"));
    value.split('"').next().unwrap().to_owned()
}

async fn save(browser: &Browser, path: &str, replaces: &str, words: &str) -> crate::service::Page {
    let form = [("text", words), ("replaces", replaces)];
    browser.post_form(path, &form).await
}

#[tokio::test]
async fn an_edit_of_words_that_were_changed_meanwhile_is_refused_and_changes_nothing() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let log = nora.remember("Clara lives in Berlin.", &json!({})).await;
    let upper = BERLIN.to_uppercase();
    let (status, reply) = replace(&nora, &log, &upper, "Clara lives in Bonn.").await;
    assert_eq!(status, StatusCode::OK, "{reply}");
    // Also while the other words are still being read.
    let (status, reply) = replace(&nora, &log, BERLIN, "Clara lives in Kiel.").await;
    assert_eq!(status, StatusCode::CONFLICT, "{reply}");
    let reason = text(&reply["error"]);
    assert!(reason.contains("changed meanwhile"), "{reply}");
    let stands = nora.processed(&text(&log["id"])).await;
    assert_eq!(stands["ingestText"], "Clara lives in Bonn.");
    let (status, _) = replace(&nora, &log, BERLIN, "Clara lives in Kiel.").await;
    assert_eq!(status, StatusCode::CONFLICT);
    for nonsense in ["", "4ef9", &"é".repeat(32), &format!("{}g", &BERLIN[1..])] {
        let (status, reply) = replace(&nora, &log, nonsense, "Clara lives in Kiel.").await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{nonsense}: {reply}");
        assert_eq!(reply["details"]["field"], "replaces", "{reply}");
    }
}

#[tokio::test]
async fn who_edits_in_a_second_window_is_shown_what_the_first_one_saved_and_keeps_their_words() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let log = nora.remember("Clara lives in Berlin.", &json!({})).await;
    let path = format!("/episodes/{}", text(&log["episodeUUID"]));
    let browser = nora.sign_in().await;
    let read = hidden(&browser.get(&path).await.body, "replaces");
    assert_eq!(read, BERLIN);
    let saved = save(&browser, &path, &read, "Clara lives in Bonn.").await;
    assert_eq!(saved.location(), format!("{path}?done=edited"));
    let page = browser.get(saved.location()).await.body;
    assert!(page.contains("The new ones are being read"), "{page}");
    nora.processed(&text(&log["id"])).await;

    let refused = save(&browser, &path, &read, "Clara lives in <Kiel>.").await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    let page = refused.body;
    assert!(page.contains("The text was changed meanwhile"), "{page}");
    assert!(page.contains("<textarea id=\"text\""), "{page}");
    assert!(page.contains("Clara lives in &#60;Kiel&#62;."), "{page}");
    assert!(page.contains("Bonn</a>"), "{page}");
    let read = hidden(&page, "replaces");
    let saved = save(&browser, &path, &read, "Clara lives in Kiel.").await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER);
    let stands = nora.processed(&text(&log["id"])).await;
    assert_eq!(stands["ingestText"], "Clara lives in Kiel.");
}

#[tokio::test]
async fn blank_words_are_refused_on_the_page_of_the_memory() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let log = nora.remember("\nClara lives in Berlin.", &json!({})).await;
    let path = format!("/episodes/{}", text(&log["episodeUUID"]));
    let browser = nora.sign_in().await;
    let page = browser.get(&path).await.body;
    // A browser takes off the first line break of what stands in the box.
    let boxed = "required>\n\nClara lives in Berlin.</textarea>";
    assert!(page.contains(boxed), "{page}");
    let refused = save(&browser, &path, &hidden(&page, "replaces"), " \n").await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    let page = refused.body;
    assert!(page.contains("The text must not be blank."), "{page}");
    assert!(!page.contains("pisodeBody"), "{page}");
    assert!(page.contains("Save the new words"), "{page}");
}
