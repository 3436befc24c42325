//! The list of logs at the door: filters, pages, what waits, and texts that are tried again.

use std::collections::BTreeSet;

use recollect_model::{
    AcceptedEpisode, EmailAddress, Environment, EpisodeId, EpisodeKind, Labels, LeaseToken, LogId,
    ReferenceTime,
};
use recollect_storage::{Database, Faults, Store};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::postgres::ScratchDatabase;
use crate::reading::{assert_refused, text, texts};
use crate::service::{Client, Service};

impl Client {
    /// The texts of the logs that a query string lists.
    async fn listed(&self, query: &str) -> Vec<String> {
        let body = self.read(&format!("/api/v1/logs?{query}")).await;
        texts(&body["logs"], |log| &log["ingestText"])
    }
}

#[tokio::test]
async fn each_filter_picks_its_logs_and_pages_make_up_the_list() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let space = json!({ "name": "work" });
    let (_, made) = anna.post("/api/v1/spaces", &space).await;
    let work = text(&made["space"]["id"]);
    let first = anna.remember("One.", &json!({ "source": "mail" })).await;
    anna.remember("Two.", &json!({ "source": "mail", "sessionId": "s1" }))
        .await;
    anna.remember("Three.", &json!({ "spaceId": work })).await;
    for (query, expected) in [
        ("", &["Three.", "Two.", "One."][..]),
        ("status=completed", &["Three.", "Two.", "One."]),
        ("status=COMPLETED", &["Three.", "Two.", "One."]),
        ("status=failed", &[]),
        ("source=mail", &["Two.", "One."]),
        ("source=nobody", &[]),
        ("sessionId=s1", &["Two."]),
        ("session_id=s1&source=mail", &["Two."]),
        (&*format!("spaceId={work}"), &["Three."]),
        (&*format!("space_id={work}&source=mail"), &[]),
        (
            "startDate=2020-01-01&endDate=2199-12-31",
            &["Three.", "Two.", "One."],
        ),
        (
            "startTime=2020-01-01T00:00:00Z",
            &["Three.", "Two.", "One."],
        ),
        ("endDate=2020-01-01", &[]),
        ("end_time=2020-01-01T00:00:00%2B02:00", &[]),
        ("startDate=2199-01-01", &[]),
        // A parameter without a value is none, and what nobody asks for is ignored.
        (
            "status=&source=&spaceId=&nonsense=1",
            &["Three.", "Two.", "One."],
        ),
    ] {
        assert_eq!(anna.listed(query).await, expected, "{query}");
    }
    let today = text(&first["time"])[..10].to_owned();
    let on_the_day = format!("startDate={today}&endDate={today}");
    let all_day = anna.listed(&on_the_day).await;
    assert!(!all_day.is_empty(), "a date as an end includes the day");

    pages_make_up_the_list(&anna).await;
    let (_, body) = anna
        .get(&format!("/api/v1/logs/{}", text(&first["id"])))
        .await;
    let listed = anna.read("/api/v1/logs?source=mail&limit=1&offset=1").await;
    assert_eq!(
        listed["logs"][0], body["log"],
        "a list shows a log as it is shown alone"
    );

    let bert = service.client("bert@example.com").await;
    let nothing = bert.read("/api/v1/logs").await;
    assert_eq!(
        (&nothing["totalCount"], &nothing["availableSources"]),
        (&json!(0), &json!([]))
    );
    let (status, body) = bert.get(&format!("/api/v1/logs?spaceId={work}")).await;
    assert_eq!(
        (status, &body["details"]["field"]),
        (StatusCode::NOT_FOUND, &json!("spaceId"))
    );
}

async fn pages_make_up_the_list(anna: &Client) {
    let page = anna.read("/api/v1/logs?limit=2&page=2").await;
    let shape = json!({ "totalCount": 3, "page": 2, "limit": 2, "hasMore": false });
    for (name, value) in shape.as_object().unwrap() {
        assert_eq!(&page[name], value, "{name}");
    }
    assert_eq!(page["availableSources"], json!(["mail", "test"]));
    let mut paged = Vec::new();
    for offset in 0..4 {
        let page = anna
            .read(&format!("/api/v1/logs?limit=1&offset={offset}"))
            .await;
        assert_eq!(page["hasMore"], json!(offset < 2));
        assert_eq!(page["page"], json!(offset + 1));
        paged.extend(texts(&page["logs"], |log| &log["ingestText"]));
    }
    assert_eq!(paged, ["Three.", "Two.", "One."]);
}

#[tokio::test]
async fn each_wrong_filter_is_named() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let times = [
        "nonsense",
        "2024-02-30",
        "2024-02-30T00:00:00Z",
        "1700000000",
        "02/01/2024",
    ];
    let counts = ["0", "-1", "1.5", "x", "99999999999999999999999"];
    let wrong = ["startDate", "endDate", "startTime", "endTime"]
        .iter()
        .flat_map(|name| times.map(|value| (*name, value)))
        .chain(
            ["page", "limit"]
                .iter()
                .flat_map(|name| counts.map(|value| (*name, value))),
        )
        .chain(counts[1..].iter().map(|value| ("offset", *value)))
        .chain([
            ("limit", "1001"),
            ("status", "nonsense"),
            ("status", "cancelled"),
        ]);
    for (name, value) in wrong {
        let reply = anna.get(&format!("/api/v1/logs?{name}={value}")).await;
        assert_refused(&reply, name);
    }
    for space in ["x", "018f0000-0000-7000-8000-000000000000"] {
        let (status, body) = anna.get(&format!("/api/v1/logs?spaceId={space}")).await;
        assert_eq!(
            (status, &body["code"]),
            (StatusCode::NOT_FOUND, &json!("space_not_found"))
        );
    }
}

#[tokio::test]
async fn a_list_of_long_texts_ends_where_a_page_is_full_and_says_where_it_goes_on() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let text = json!({ "episodeBody": "a".repeat(1024 * 1024), "referenceTime": "2025-03-01T09:30:00Z", "source": "test" });
    let episodes = vec![text; 5];
    let batch = json!({ "episodes": episodes });
    for _ in 0..4 {
        let (status, reply) = anna.post("/api/v1/batch", &batch).await;
        assert_eq!((status, &reply["added"]), (StatusCode::OK, &json!(5)));
    }
    let mut next = json!(0);
    for (count, rest) in [(16, json!(16)), (4, json!(null))] {
        let page = anna
            .read(&format!("/api/v1/logs?limit=1000&offset={next}"))
            .await;
        assert_eq!(page["logs"].as_array().unwrap().len(), count);
        assert_eq!(page["totalCount"], 20);
        assert_eq!(page["hasMore"], !rest.is_null());
        assert_eq!(page["nextOffset"], rest);
        next = rest;
    }
    assert_eq!(anna.read("/api/v1/logs").await["nextOffset"], 16);
}

#[tokio::test]
async fn the_data_of_a_log_is_the_request_as_it_was_sent() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for request in [
        json!({ "episodeBody": "Anna\tlikes \"tea\".\n", "referenceTime": "2025-03-01T09:30:00+01:00", "source": "test",
                "metadata": { "deep": [1, 2.5, null, { "x": "ä" }] }, "sessionId": "", "unknown": true, "title": null }),
        json!({ "source": "test", "reference_time": "2025-03-01T09:30:00Z", "episode_body": "Anna likes tea." }),
    ] {
        let (status, accepted) = anna.post("/api/v1/add", &request).await;
        assert_eq!(status, StatusCode::OK, "{accepted}");
        let log = anna.processed(&text(&accepted["id"])).await;
        assert_eq!(log["data"], request);
    }
}

#[tokio::test]
async fn a_burst_is_seen_in_the_queue_until_it_is_done() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let mut logs = BTreeSet::new();
    for number in 0..40 {
        let body = json!({ "episodeBody": format!("Number {number} lives in Rome."), "source": "test",
                           "referenceTime": "2025-03-01T09:30:00Z" });
        let (_, accepted) = anna.post("/ingest", &body).await;
        logs.insert(text(&accepted["id"]));
    }
    loop {
        let queue = anna.read("/api/v1/queue").await;
        let (depth, processing) = (queue["depth"].as_u64().unwrap(), &queue["processing"]);
        assert!(processing.as_u64().unwrap() <= 40 && depth <= 40, "{queue}");
        let list = anna.read("/api/v1/logs?limit=100").await;
        for log in list["logs"].as_array().unwrap() {
            let place = &log["queue"];
            // What is done between the look at the log and the look at the queue has no place any more.
            assert!(place.is_null() || log["status"] != "completed", "{log}");
            assert!(
                place["position"].as_u64() <= place["depth"].as_u64(),
                "{log}"
            );
        }
        if depth == 0 {
            assert_eq!(queue["oldestWaitingSince"], Value::Null);
            break;
        }
    }
    let done = anna.read("/api/v1/logs?status=completed&limit=100").await;
    let done: BTreeSet<String> = texts(&done["logs"], |log| &log["id"]).into_iter().collect();
    assert_eq!(done, logs);
}

/// A log that has failed, of an account of this address, made before the service starts.
pub(crate) async fn failed(store: &Store, email: &str) -> LogId {
    let environment = Environment::system();
    let email: EmailAddress = email.parse().unwrap();
    // As whoever logs in for the first time is called.
    let account = store.ensure_account(&email, email.person_name(), &environment);
    let user = account.await.unwrap().id;
    let space = store.default_space(user).await.unwrap().unwrap().id;
    let now = environment.now();
    let episode = AcceptedEpisode {
        user,
        space,
        episode: EpisodeId::new(&environment),
        log: LogId::new(&environment),
        session: None,
        source: "test".to_owned(),
        kind: EpisodeKind::Conversation,
        body: "Bert lives in Toulouse.".to_owned(),
        reference_time: ReferenceTime::utc(now),
        accepted_at: now,
        known_since: None,
        is_undated: false,
        request: "{}".to_owned(),
        external_id: None,
        labels: Labels::default(),
        expires_at: None,
        import: None,
        is_bulk: false,
    };
    store.accept(std::slice::from_ref(&episode)).await.unwrap();
    let token = LeaseToken::new(&environment);
    let until = now.checked_add(std::time::Duration::from_secs(60)).unwrap();
    let claim = store
        .claim(token, now, until, 9, 9_999)
        .await
        .unwrap()
        .unwrap();
    let settlement = store.begin_settlement(user, claim.token).await.unwrap();
    let mut settlement = settlement.unwrap();
    settlement.fail_episode(episode.log, "the model was out of reach", now);
    settlement.release().await.unwrap();
    episode.log
}

#[tokio::test]
async fn a_text_that_failed_is_tried_again_on_request() {
    let database = ScratchDatabase::create("retrying");
    let url = database.url.clone();
    let store = Store::open(&Database::Postgres { url }, Faults::none())
        .await
        .unwrap();
    let log = failed(&store, "anna@example.com").await;
    let service = Service::with(&["--embedder", "potion", "--database", &database.url]).await;
    let anna = service.client("anna@example.com").await;
    let bert = service.client("bert@example.com").await;
    let retry = format!("/api/v1/logs/{log}/retry");

    let shown = anna.read("/api/v1/logs?status=FAILED").await;
    assert_eq!(shown["totalCount"], 1);
    let shown = &shown["logs"][0];
    assert_eq!(shown["error"], "the model was out of reach");
    assert_eq!(bert.post(&retry, &json!({})).await.0, StatusCode::NOT_FOUND);
    let (status, retried) = anna.call(Method::POST, &retry, None).await;
    assert_eq!(
        (status, &retried["success"]),
        (StatusCode::OK, &json!(true)),
        "{retried}"
    );
    assert_eq!(
        (&retried["log"]["error"], &retried["log"]["time"]),
        (&Value::Null, &shown["time"])
    );

    let done = anna.processed(&log.to_string()).await;
    assert_eq!(done["status"], "completed", "{done}");
    assert_eq!(
        anna.search("Who lives in Toulouse?", &json!({})).await,
        ["Bert lives in Toulouse."]
    );
    let (status, refused) = anna.post(&retry, &json!({})).await;
    assert_eq!(
        (status, &refused["code"]),
        (StatusCode::CONFLICT, &json!("conflict"))
    );
    assert!(text(&refused["error"]).contains("completed"), "{refused}");
    for nobody in ["018f0000-0000-7000-8000-000000000000", "x"] {
        let (status, body) = anna
            .post(&format!("/api/v1/logs/{nobody}/retry"), &json!({}))
            .await;
        assert_eq!(
            (status, &body["code"]),
            (StatusCode::NOT_FOUND, &json!("log_not_found"))
        );
    }
}

async fn replace_a_document(service: &Service) {
    let anna = service.client("anna@example.com").await;
    let note = json!({ "type": "DOCUMENT", "sessionId": "notes/bert.md" });
    let first = anna.remember("Bert lives in Toulouse.", &note).await;
    let again = anna.remember("Bert lives in Toulouse.", &note).await;
    assert_eq!(again["episodeUUID"], first["episodeUUID"]);
    assert!(
        text(&again["note"]).contains("nothing has changed"),
        "{again}"
    );
    assert_eq!(
        anna.search("Toulouse", &json!({})).await,
        ["Bert lives in Toulouse."]
    );
    let second = anna.remember("Bert lives in Lyon.", &note).await;
    assert_eq!(
        anna.search("Where does Bert live? Toulouse", &json!({}))
            .await,
        ["Bert lives in Lyon."]
    );
    assert_eq!(anna.entity_names("query=Toulouse").await.len(), 0);
    let bert = anna.entity("Bert").await;
    assert_eq!(anna.said_of(&bert, "").await.len(), 1);
    for old in [&first, &again] {
        let old = anna
            .read(&format!("/api/v1/logs/{}", text(&old["id"])))
            .await["log"]
            .clone();
        assert_eq!(
            (&old["replacedBy"], &old["status"]),
            (&second["id"], &json!("completed"))
        );
        assert_eq!(
            (&old["episodeUUID"], &old["ingestText"]),
            (&Value::Null, &json!(""))
        );
        assert!(text(&old["note"]).contains(&text(&second["id"])), "{old}");
        let (status, deleted) = anna.forget(&old).await;
        assert_eq!(
            (status, &deleted["deleted"]["episodes"]),
            (StatusCode::OK, &json!(0))
        );
    }
    let kinds = anna.read("/api/v1/events").await;
    let kinds = texts(&kinds["events"], |event| &event["type"]);
    assert_eq!(
        kinds,
        [
            "episode.completed",
            "episode.completed",
            "episode.completed",
            "episode.deleted"
        ]
    );
}

#[tokio::test]
async fn a_document_that_is_sent_again_replaces_its_old_version_on_sqlite() {
    replace_a_document(&Service::start().await).await;
}

#[tokio::test]
async fn a_document_that_is_sent_again_replaces_its_old_version_on_postgresql() {
    let database = ScratchDatabase::create("documents");
    let flags = ["--embedder", "potion", "--database", &database.url];
    replace_a_document(&Service::with(&flags).await).await;
}

#[tokio::test]
async fn what_an_episode_says_is_listed_page_by_page() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let log = anna
        .remember("Bert lives in Lyon. Bert works at Airbus.", &json!({}))
        .await;
    let path = format!("/api/v1/episodes/{}/facts", text(&log["episodeUUID"]));
    let all = anna.read(&path).await;
    assert_eq!(
        (&all["totalCount"], &all["hasMore"]),
        (&json!(2), &json!(false))
    );
    let second = anna
        .read(&format!("{path}?limit=1&offset=1&include_metadata=True"))
        .await;
    assert_eq!(second["facts"][0], all["facts"][1]);
    assert_eq!(anna.read(&format!("{path}?limit=1")).await["hasMore"], true);
    assert_refused(&anna.get(&format!("{path}?limit=0")).await, "limit");
    let bert = service.client("bert@example.com").await;
    assert_eq!(bert.get(&path).await.0, StatusCode::NOT_FOUND);
}
