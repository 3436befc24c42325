//! Bad parameters of a query string get 400 and an error that names them.

use reqwest::StatusCode;
use serde_json::json;

use crate::postgres::ScratchDatabase;
use crate::reading::assert_refused;
use crate::service::Service;

/// What is wrong with times, counts and pages wherever they are read.
const TIMES: [&str; 6] = [
    "nonsense",
    "2024-02-30T00:00:00Z",
    "2024-02-01",
    "1700000000",
    "2024-02-01T00:00:00Z%20tomorrow",
    "-99999-01-01T00:00:00Z",
];
const COUNTS: [&str; 6] = ["0", "-1", "1.5", "x", "1000001", "99999999999999999999999"];

#[tokio::test]
async fn each_wrong_parameter_is_named() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    anna.remember("Bert lives in Toulouse.", &json!({})).await;
    let bert = anna.entity("Bert").await;
    let entity = format!("/api/v1/entities/{bert}");
    let path = format!("/api/v1/graph/path?from={bert}&to={bert}&");
    for (reading, times, counts) in [
        (
            "/api/v1/entities?".to_owned(),
            &[][..],
            &["page", "limit"][..],
        ),
        (
            format!("{entity}/statements?"),
            &["validAt", "recordedAt"],
            &["page", "limit"],
        ),
        (format!("{entity}/episodes?"), &[], &["page", "limit"]),
        (
            format!("{entity}/neighbors?"),
            &["validAt"],
            &["depth", "limit"],
        ),
        (path, &["validAt"], &[]),
        (
            "/api/v1/graph/timeline?".to_owned(),
            &["from", "until", "recordedAt"],
            &["page", "limit"],
        ),
        (
            "/api/v1/graph/overview?".to_owned(),
            &["validAt"],
            &["limit"],
        ),
        ("/api/v1/events?".to_owned(), &[], &["limit"]),
    ] {
        let wrong_times = times.iter().flat_map(|name| TIMES.map(|time| (name, time)));
        let wrong_counts = counts
            .iter()
            .flat_map(|name| COUNTS.map(|count| (name, count)));
        for (name, value) in wrong_times.chain(wrong_counts) {
            let reply = anna.get(&format!("{reading}{name}={value}")).await;
            assert_refused(&reply, name);
        }
    }
    for (reading, name) in [
        ("/api/v1/entities?limit=1001", "limit"),
        ("/api/v1/entities?kind=nonsense", "kind"),
        ("/api/v1/graph/overview?limit=1001", "limit"),
        (&*format!("{entity}/neighbors?depth=5"), "depth"),
        (&*format!("{entity}/neighbors?limit=501"), "limit"),
        ("/api/v1/graph/path", "from"),
        (&*format!("/api/v1/graph/path?to={bert}"), "from"),
        (&*format!("/api/v1/graph/path?from=&to={bert}"), "from"),
        (&*format!("/api/v1/graph/path?from={bert}"), "to"),
        (&*format!("/api/v1/graph/path?from=x&to={bert}"), "from"),
        (&*format!("/api/v1/graph/path?from={bert}&to=x"), "to"),
        ("/api/v1/graph/timeline?entity=x", "entity"),
        ("/api/v1/events?after=-1", "after"),
        ("/api/v1/events?after=x", "after"),
    ] {
        assert_refused(&anna.get(reading).await, name);
    }
}

/// What cannot be kept or compared by a database is refused before it is asked.
async fn refuse_what_is_no_text(service: &Service) {
    let anna = service.client("anna@example.com").await;
    anna.remember("Bert lives in Toulouse.", &json!({})).await;
    let bert = anna.entity("Bert").await;
    for garbage in ["%FF", "%zz", "%", "%4", "%C3%28", "a%00b", "%+5"] {
        for reading in [
            format!("/api/v1/entities?query={garbage}"),
            format!("/api/v1/entities?kind={garbage}"),
            format!("/api/v1/entities/{bert}/statements?relation={garbage}"),
            format!("/api/v1/graph/timeline?entity={garbage}"),
            format!("/api/v1/graph/overview?{garbage}=1"),
        ] {
            let (status, body) = anna.get(&reading).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{reading}: {body}");
            assert!(body["error"].is_string() && body["code"].is_string());
        }
    }
    let long = "x%20".repeat(2_000);
    let extremes = [
        format!("/api/v1/entities?query={long}"),
        format!("/api/v1/entities/{bert}/statements?relation={long}"),
        "/api/v1/entities?page=1000000&limit=1000".to_owned(),
        format!("/api/v1/entities/{bert}/statements?validAt=9999-12-31T23:59:59Z"),
        format!("/api/v1/entities/{bert}/statements?recordedAt=0001-01-01T00:00:00Z"),
        "/api/v1/graph/timeline?from=0001-01-01T00:00:00Z&until=9999-12-31T23:59:59Z".to_owned(),
        format!("/api/v1/events?after={}", u64::MAX),
        format!("/api/v1/events?after={}", i64::MAX),
    ];
    for reading in extremes {
        let (status, body) = anna.get(&reading).await;
        let is_answered = status == StatusCode::OK || status == StatusCode::BAD_REQUEST;
        assert!(is_answered, "{status} {reading}: {body}");
    }
}

#[tokio::test]
async fn what_is_no_text_is_refused_on_sqlite() {
    refuse_what_is_no_text(&Service::start().await).await;
}

#[tokio::test]
async fn what_is_no_text_is_refused_on_postgresql() {
    let database = ScratchDatabase::create("parameters");
    let flags = ["--embedder", "potion", "--database", &database.url];
    refuse_what_is_no_text(&Service::with(&flags).await).await;
}
