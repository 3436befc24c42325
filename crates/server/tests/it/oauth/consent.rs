//! The question to the person, and where the browser is sent with the answer.

use reqwest::StatusCode;
use serde_json::json;

use super::{Application, CALLBACK, answered, fields, register, sent};
use crate::service::{Browser, Page, Service};

/// What a person sees who follows an application's request.
async fn asked(service: &Service, person: &Browser, registered: &str, requested: &str) -> Page {
    let application = Application::public(service, registered).await;
    person
        .get(&application.asks(&[("redirect_uri", requested)]))
        .await
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "it is a table of cases")]
async fn a_browser_is_sent_only_to_the_very_address_that_was_registered() {
    let service = Service::start().await;
    let anna = service.sign_in("anna@example.com").await;
    for (registered, requested, is_the_same) in [
        (CALLBACK, CALLBACK, true),
        // Left out where one is registered.
        (CALLBACK, "", true),
        (CALLBACK, "https://app.example.com/callback/", false),
        (CALLBACK, "https://app.example.com/callback?x=1", false),
        (CALLBACK, "https://app.example.com/Callback", false),
        (
            CALLBACK,
            "https://app.example.com/callback/../callback",
            false,
        ),
        (CALLBACK, "https://app.example.com:443/callback", false),
        (CALLBACK, "https://APP.example.com/callback", false),
        (CALLBACK, "http://app.example.com/callback", false),
        (
            CALLBACK,
            "https://app.example.com.evil.example/callback",
            false,
        ),
        (
            CALLBACK,
            "https://app.example.com@evil.example/callback",
            false,
        ),
        (
            CALLBACK,
            "https://evil.example/?https://app.example.com/callback",
            false,
        ),
        (
            "https://app.example.com:8443/cb",
            "https://app.example.com:9443/cb",
            false,
        ),
        ("http://127.0.0.1/cb", "http://127.0.0.1:51004/cb", true),
        (
            "http://127.0.0.1:8080/cb?a=b",
            "http://127.0.0.1:1/cb?a=b",
            true,
        ),
        ("http://localhost:3000/cb", "http://localhost:4000/cb", true),
        ("http://[::1]:3000/cb", "http://[::1]:4000/cb", true),
        (
            "http://127.0.0.1:8080/cb",
            "http://localhost:8080/cb",
            false,
        ),
        (
            "http://127.0.0.1:8080/cb",
            "http://127.0.0.1:8080/other",
            false,
        ),
        (
            "http://127.0.0.1:8080/cb",
            "https://127.0.0.1:8080/cb",
            false,
        ),
        (
            "http://127.0.0.1:8080/cb",
            "http://127.0.0.1:8080@evil.example/cb",
            false,
        ),
        (
            "http://127.0.0.1:8080/cb",
            "http://127.0.0.1:8080/cb#x",
            false,
        ),
        ("com.example.app:/cb", "com.example.app:/cb", true),
        ("com.example.app:/cb", "com.example.app:/cb2", false),
        (
            "cursor://anysphere.cursor-retrieval/cb",
            "cursor://anysphere.cursor-retrieval/cb",
            true,
        ),
    ] {
        let page = asked(&service, &anna, registered, requested).await;
        let case = format!("{registered} asked for as {requested}: {page:?}");
        if is_the_same {
            assert_eq!(page.status, StatusCode::OK, "{case}");
            let to = answered(&anna, &page, "deny").await;
            let expected = if requested.is_empty() {
                registered
            } else {
                requested
            };
            assert!(to.location().starts_with(expected), "{case}");
            assert_eq!(sent(&to, "error").unwrap(), "access_denied");
        } else {
            assert_eq!(page.status, StatusCode::BAD_REQUEST, "{case}");
            assert!(!page.headers.contains_key("location"), "{case}");
        }
    }
}

#[tokio::test]
async fn addresses_that_a_browser_must_not_be_sent_to_cannot_be_registered() {
    let service = Service::start().await;
    for uri in [
        "http://app.example.com/callback",
        "http://10.0.0.1/callback",
        "http://127.0.0.1.evil.example/callback",
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        // What an operating system or a program opens without asking.
        "ms-msdt:/id",
        "search-ms:query=x",
        "vscode://file/x",
        "sms:1",
        // Hosts that would mean something else in the policy of the page.
        "https://*.example.com/callback",
        "https://app.example.com;script-src/callback",
        "https://a,b.example/callback",
        "https://app.example.com/callback#fragment",
        "https://user:secret@app.example.com/callback",
        "https://app.example.com/a b",
        "https://app.example.com/\\evil",
        "//app.example.com/callback",
        "/callback",
        "",
    ] {
        let description = json!({ "redirect_uris": [uri], "token_endpoint_auth_method": "none" });
        let (status, refusal) = register(&service, &description).await;
        assert_eq!(
            (status, &refusal["error"]),
            (StatusCode::BAD_REQUEST, &json!("invalid_redirect_uri")),
            "{uri}"
        );
    }
    let many: Vec<String> = (0..11).map(|n| format!("https://a.example/{n}")).collect();
    for (description, error) in [
        (json!({}), "invalid_redirect_uri"),
        (json!([]), "invalid_client_metadata"),
        (json!({ "redirect_uris": many }), "invalid_redirect_uri"),
        (
            json!({ "redirect_uris": [CALLBACK], "token_endpoint_auth_method": "private_key_jwt" }),
            "invalid_client_metadata",
        ),
        (
            json!({ "redirect_uris": [CALLBACK], "grant_types": ["password"] }),
            "invalid_client_metadata",
        ),
        (
            json!({ "redirect_uris": [CALLBACK], "response_types": ["token"] }),
            "invalid_client_metadata",
        ),
        (
            json!({ "redirect_uris": [CALLBACK], "client_name": "x".repeat(101) }),
            "invalid_client_metadata",
        ),
        (
            json!({ "redirect_uris": [CALLBACK], "client_name": "evil\u{202e}cilpxe" }),
            "invalid_client_metadata",
        ),
    ] {
        let (status, refusal) = register(&service, &description).await;
        assert_eq!(
            (status, &refusal["error"]),
            (StatusCode::BAD_REQUEST, &json!(error)),
            "{description}"
        );
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_request_is_shown_and_sends_nobody_anywhere() {
    let service = Service::start().await;
    let anna = service.sign_in("anna@example.com").await;
    let nobody = Browser::new(&service.base);
    let application = Application::public(&service, CALLBACK).await;
    for (parameters, error) in [
        (
            &[("response_type", "token")][..],
            "response_type must be code",
        ),
        (&[("response_type", "")], "response_type"),
        // Without PKCE, and with the kind of it that protects nothing.
        (
            &[("code_challenge", ""), ("code_challenge_method", "")],
            "code_challenge_method",
        ),
        (&[("code_challenge_method", "plain")], "must be S256"),
        (&[("code_challenge_method", "")], "code_challenge_method"),
        (&[("code_challenge", "short")], "must be a SHA-256"),
        (&[("scope", "everything")], "scope must name"),
        (&[("resource", "https://other.example/mcp")], "resource"),
        (&[("scope", "memory:read"), ("scope", "account")], "scope"),
    ] {
        for person in [&anna, &nobody] {
            let page = person.get(&application.asks(parameters)).await;
            let case = format!("{parameters:?}: {page:?}");
            assert_eq!(page.status, StatusCode::BAD_REQUEST, "{case}");
            assert!(!page.headers.contains_key("location"), "{case}");
            assert!(page.body.contains(error), "{case}");
            // Whoever wants to may go on to the application, which is told.
            let told = format!("href=\"{CALLBACK}?error=");
            assert!(page.body.contains(&told), "{case}");
        }
    }
    for parameters in [
        &[("client_id", "")][..],
        &[("client_id", "nobody")],
        &[("client_id", "018f0000-0000-7000-8000-000000000000")],
        &[
            ("redirect_uri", CALLBACK),
            ("redirect_uri", "https://evil.example/"),
        ],
    ] {
        let page = anna.get(&application.asks(parameters)).await;
        assert_eq!(
            page.status,
            StatusCode::BAD_REQUEST,
            "{parameters:?}: {page:?}"
        );
    }
}

#[tokio::test]
async fn an_application_that_its_person_knows_is_told_what_is_wrong_with_its_request() {
    let service = Service::start().await;
    let anna = service.sign_in("anna@example.com").await;
    let application = Application::public(&service, CALLBACK).await;
    let silent = [("prompt", "none")];
    // Nobody has let it in: its person is shown what it wants to know.
    for (person, error) in [
        (&anna, "consent_required"),
        (&Browser::new(&service.base), "login_required"),
    ] {
        let page = person.get(&application.asks(&silent)).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{page:?}");
        assert!(page.body.contains(error), "{page:?}");
    }
    let reads = [("scope", "memory:read")];
    application.connected(&anna, &reads).await;
    for (parameters, error) in [
        (
            &[("response_type", "token")][..],
            "unsupported_response_type",
        ),
        (&[("scope", "everything")], "invalid_scope"),
        (
            &[("resource", "https://other.example/mcp")],
            "invalid_target",
        ),
        (&[("code_challenge_method", "plain")], "invalid_request"),
        (&[("code_challenge", "")], "invalid_request"),
        (&silent, "consent_required"),
    ] {
        let page = anna.get(&application.asks(parameters)).await;
        let case = format!("{parameters:?}: {page:?}");
        assert!(page.status.is_redirection(), "{case}");
        assert!(page.location().starts_with(CALLBACK), "{case}");
        assert_eq!(sent(&page, "error").as_deref(), Some(error), "{case}");
        assert_eq!(
            sent(&page, "state").as_deref(),
            Some("a state & more"),
            "{case}"
        );
        assert_eq!(
            sent(&page, "iss").as_deref(),
            Some(&*service.base),
            "{case}"
        );
    }
    // What was allowed is given without a question, and an address that is none of its own is sent nobody.
    let page = anna.get(&application.asks(&[reads[0], silent[0]])).await;
    assert!(sent(&page, "code").is_some(), "{page:?}");
    let elsewhere = [
        ("redirect_uri", "https://evil.example/"),
        ("scope", "everything"),
    ];
    let page = anna.get(&application.asks(&elsewhere)).await;
    assert_eq!(page.status, StatusCode::BAD_REQUEST, "{page:?}");
    assert!(!page.body.contains("evil.example/?error"), "{page:?}");
}

#[tokio::test]
async fn a_person_may_allow_less_than_is_asked_and_is_asked_again_for_more() {
    let service = Service::start().await;
    let anna = service.sign_in("anna@example.com").await;
    let application = Application::public(&service, CALLBACK).await;
    let all = ("scope", "memory:read memory:write webhooks offline_access");
    let page = anna.get(&application.asks(&[all])).await;
    let kept = fields(&page)
        .into_iter()
        .filter(|(name, value)| name != "allow" || value == "memory:read");
    let kept: Vec<(String, String)> = kept.collect();
    let kept: Vec<(&str, &str)> = kept.iter().map(|(n, v)| (&**n, &**v)).collect();
    let sent_back = anna.post_form("/oauth/authorize", &kept).await;
    let (_, tokens) = application
        .exchange(&sent(&sent_back, "code").unwrap())
        .await;
    assert_eq!(tokens["scope"], "memory:read");

    // What was allowed is not asked for again; more is.
    let page = anna
        .get(&application.asks(&[("scope", "memory:read")]))
        .await;
    assert!(sent(&page, "code").is_some());
    let page = anna
        .get(&application.asks(&[("scope", "memory:read"), ("prompt", "consent")]))
        .await;
    assert_eq!(page.status, StatusCode::OK);
    let page = anna.get(&application.asks(&[all])).await;
    assert_eq!(page.status, StatusCode::OK);
    // Nothing is allowed by ticking what was not asked for.
    let page = anna
        .get(&application.asks(&[("scope", "memory:read"), ("prompt", "consent")]))
        .await;
    let mut fields = fields(&page);
    fields.push(("allow".to_owned(), "account".to_owned()));
    let fields: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (&**n, &**v)).collect();
    let sent_back = anna.post_form("/oauth/authorize", &fields).await;
    let (_, tokens) = application
        .exchange(&sent(&sent_back, "code").unwrap())
        .await;
    assert_eq!(tokens["scope"], "memory:read");
    // Nothing ticked is a no.
    let page = anna.get(&application.asks(&[all])).await;
    let none: Vec<(String, String)> = super::fields(&page)
        .into_iter()
        .filter(|(name, _)| name != "allow")
        .collect();
    let none: Vec<(&str, &str)> = none.iter().map(|(n, v)| (&**n, &**v)).collect();
    let sent_back = anna.post_form("/oauth/authorize", &none).await;
    assert_eq!(sent(&sent_back, "error").unwrap(), "access_denied");
}

#[tokio::test]
async fn only_a_person_on_the_services_own_page_can_consent() {
    let service = Service::start().await;
    let application = Application::public(&service, CALLBACK).await;
    let nobody = Browser::new(&service.base);
    let page = nobody.get(&application.asks(&[])).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER);
    assert!(
        page.location()
            .starts_with("/login?next=/oauth/authorize%3F"),
        "{page:?}"
    );
    // Another site's form, in the browser of somebody who is logged in.
    let anna = service.sign_in("anna@example.com").await;
    let question = application.asks(&[]);
    let body = format!(
        "{}&allow=memory:read&answer=allow",
        question.split_once('?').unwrap().1
    );
    for (header, value) in [
        ("Origin", "https://evil.example"),
        ("Sec-Fetch-Site", "cross-site"),
        ("X-Nothing", ""),
    ] {
        let request = anna
            .request(reqwest::Method::POST, "/oauth/authorize")
            .header("content-type", "application/x-www-form-urlencoded")
            .header(header, value)
            .body(body.clone());
        let page = anna.send(request).await;
        assert_eq!(page.status, StatusCode::FORBIDDEN, "{header}: {page:?}");
    }
    // A program on the person's computer is asked about each time: another may listen at its address.
    let local = Application::public(&service, "http://127.0.0.1:7/cb").await;
    let asks = local.asks(&[("redirect_uri", "http://127.0.0.1:7/cb")]);
    let page = anna.get(&asks).await;
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(
        policy.contains("form-action 'self' http://127.0.0.1:7;"),
        "{policy}"
    );
    assert!(sent(&answered(&anna, &page, "allow").await, "code").is_some());
    assert_eq!(anna.get(&asks).await.status, StatusCode::OK);
}
