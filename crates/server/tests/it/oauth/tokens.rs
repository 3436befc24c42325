//! Tokens at the door: who may ask about them, who may give them back, and devices.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{Application, CALLBACK, answered, fields, sent};
use crate::service::Service;

const DEVICE: &str = "urn:ietf:params:oauth:grant-type:device_code";

async fn confidential(service: &Service) -> Application {
    let description = json!({
        "redirect_uris": [CALLBACK],
        "grant_types": ["authorization_code", "refresh_token"],
    });
    Application::registered(service, &description).await
}

fn refused(reply: &(StatusCode, Value), error: &str) {
    assert_eq!(
        (reply.0, &reply.1["error"]),
        (StatusCode::BAD_REQUEST, &json!(error)),
        "{}",
        reply.1
    );
    assert!(reply.1["error_description"].is_string());
}

#[tokio::test]
async fn a_client_proves_who_it_is_in_the_way_it_can() {
    let service = Service::start().await;
    let anna = service.sign_in("anna@example.com").await;
    let application = confidential(&service).await;
    let page = anna.get(&application.asks(&[])).await;
    let code = sent(&answered(&anna, &page, "allow").await, "code").unwrap();
    let secret = application.secret.clone().unwrap();
    let parameters = [
        ("grant_type", "authorization_code"),
        ("code", &code),
        ("code_verifier", super::VERIFIER),
    ];
    for (name, value) in [("client_secret", "rc_cs_wrong"), ("client_secret", "")] {
        let mut wrong = parameters.to_vec();
        wrong.extend([("client_id", &*application.id), (name, value)]);
        refused(
            &application.post_only("/oauth/token", &wrong).await,
            "invalid_client",
        );
    }
    refused(
        &application.post_only("/oauth/token", &parameters).await,
        "invalid_request",
    );
    let http = reqwest::Client::new();
    let basic = |secret: &str| {
        let form = format!(
            "grant_type=authorization_code&code={code}&code_verifier={}",
            super::VERIFIER
        );
        http.post(format!("{}/oauth/token", service.base))
            .basic_auth(&application.id, Some(secret))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form)
    };
    let response = basic("wrong").send().await.unwrap();
    assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(
        response.headers()["www-authenticate"],
        "Basic realm=\"recollect\""
    );
    let response = basic(&secret).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    // A public client has nothing to prove, and must not try.
    let public = Application::public(&service, CALLBACK).await;
    let tried = [
        ("client_id", &*public.id),
        ("client_secret", "x"),
        ("grant_type", "refresh_token"),
        ("refresh_token", "x"),
    ];
    refused(
        &public.post_only("/oauth/token", &tried).await,
        "invalid_client",
    );
    refused(
        &public
            .post("/oauth/token", &[("grant_type", "password")])
            .await,
        "unsupported_grant_type",
    );
    refused(
        &application
            .post("/oauth/token", &[("grant_type", DEVICE)])
            .await,
        "unauthorized_client",
    );
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "it is one story, told in order")]
async fn a_token_is_told_of_only_to_those_whose_it_is() {
    let service = Service::start().await;
    let browser = service.sign_in("anna@example.com").await;
    let (anna, bert) = (
        service.client("anna@example.com").await,
        service.client("bert@example.com").await,
    );
    let (application, other) = (confidential(&service).await, confidential(&service).await);
    let tokens = application.connected(&browser, &[]).await;
    let access = tokens["access_token"].as_str().unwrap();
    let refresh = tokens["refresh_token"].as_str().unwrap();
    for (token, kind) in [(access, json!("Bearer")), (refresh, Value::Null)] {
        let (status, said) = application
            .post("/oauth/introspect", &[("token", token)])
            .await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(
            (&said["active"], &said["token_type"]),
            (&json!(true), &kind),
            "{said}"
        );
        assert_eq!(said["scope"], "memory:read memory:write");
        let (_, said) = other.post("/oauth/introspect", &[("token", token)]).await;
        assert_eq!(said, json!({ "active": false }), "another client's");
    }
    let ask = async |key: &str| {
        let http = reqwest::Client::new();
        let request = http
            .post(format!("{}/oauth/introspect", service.base))
            .bearer_auth(key);
        let response = request
            .body(format!("token={access}"))
            .send()
            .await
            .unwrap();
        (
            response.status(),
            response.json::<Value>().await.unwrap()["active"].clone(),
        )
    };
    assert_eq!(ask(anna.key()).await, (StatusCode::OK, json!(true)));
    assert_eq!(ask(bert.key()).await, (StatusCode::OK, json!(false)));
    assert_eq!(ask("rc_pat_x").await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(
        ask(access).await.0,
        StatusCode::FORBIDDEN,
        "it lacks the scope"
    );
    let (status, _) = application
        .post_only("/oauth/introspect", &[("token", access)])
        .await;
    assert_eq!(
        status,
        StatusCode::UNAUTHORIZED,
        "nobody asks without a credential"
    );
    let public = Application::public(&service, CALLBACK).await;
    refused(
        &public.post("/oauth/introspect", &[("token", access)]).await,
        "invalid_client",
    );

    // Giving back: another's token stays, the own one ends with its grant.
    let (status, _) = other.post("/oauth/revoke", &[("token", refresh)]).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        application.call("/api/v1/me", access).await.0,
        StatusCode::OK
    );
    let (status, _) = application
        .post("/oauth/revoke", &[("token", refresh)])
        .await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        application.call("/api/v1/me", access).await.0,
        StatusCode::UNAUTHORIZED
    );
    let (status, _) = application
        .post("/oauth/revoke", &[("token", "nonsense")])
        .await;
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test]
async fn a_device_is_connected_by_its_code() {
    let service = Service::start().await;
    let anna = service.sign_in("anna@example.com").await;
    let device = Application::public(&service, CALLBACK).await;
    let (status, started) = device
        .post(
            "/oauth/device_authorization",
            &[("scope", "memory:read webhooks")],
        )
        .await;
    assert_eq!(status, StatusCode::OK, "{started}");
    let code = started["user_code"].as_str().unwrap();
    let complete = started["verification_uri_complete"].as_str().unwrap();
    let page = anna.get(complete).await;
    assert!(page.body.contains(&format!("value=\"{code}\"")), "{page:?}");
    let wrong = anna
        .post_form("/device", &[("user_code", "BCDF-BCDF")])
        .await;
    assert_eq!(wrong.status, StatusCode::NOT_FOUND);
    assert!(
        wrong.body.contains("No device waits with this code"),
        "{wrong:?}"
    );
    let page = anna
        .post_form("/device", &[("user_code", &code.to_lowercase())])
        .await;
    assert!(
        page.body.contains("Connect An assistant?") && page.body.contains(code),
        "{page:?}"
    );
    let poll = async || {
        let code = started["device_code"].as_str().unwrap();
        device
            .post(
                "/oauth/token",
                &[("grant_type", DEVICE), ("device_code", code)],
            )
            .await
    };
    let mut sent = fields(&page);
    sent.retain(|(_, value)| value != "webhooks");
    sent.push(("answer".to_owned(), "allow".to_owned()));
    let sent: Vec<(&str, &str)> = sent.iter().map(|(n, v)| (&**n, &**v)).collect();
    let done = anna.post_form("/device", &sent).await;
    assert!(
        done.status.is_success() && done.body.contains("Connected"),
        "{done:?}"
    );
    let (status, tokens) = poll().await;
    assert_eq!(
        (status, &tokens["scope"]),
        (StatusCode::OK, &json!("memory:read")),
        "{tokens}"
    );
    let access = tokens["access_token"].as_str().unwrap();
    assert_eq!(device.call("/api/v1/me", access).await.0, StatusCode::OK);
    refused(&poll().await, "invalid_grant");
    let (_, grants) = anna.call(Method::GET, "/api/v1/grants", None).await;
    assert_eq!(grants["grants"][0]["scopes"], json!(["memory:read"]));
}
