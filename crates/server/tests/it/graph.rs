//! Looking around in the graph: who is near, how two are connected, what began when, and the whole in a picture.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::reading::{all_told, text, texts};
use crate::service::{Client, Service};

/// A chain from Siemens to Toulouse, and two who have nothing to do with it; the logs.
async fn remember_a_chain(client: &Client) -> Vec<Value> {
    let mut logs = Vec::new();
    for (text, day) in [
        (
            "Anna works at Siemens. Anna lives in Hamburg.",
            "2024-01-10",
        ),
        ("Tom is married to Anna. Tom works at Airbus.", "2024-02-10"),
        (
            "Bert works at Airbus. Bert lives in Toulouse.",
            "2024-03-10",
        ),
        ("Ida lives in Oslo.", "2024-04-10"),
    ] {
        let more = json!({ "referenceTime": format!("{day}T09:00:00Z") });
        logs.push(client.remember(text, &more).await);
    }
    logs
}

fn named(list: &Value) -> Vec<String> {
    let mut names = texts(list, |entity| &entity["name"]);
    names.sort();
    names
}

#[tokio::test]
async fn neighbours_are_reached_step_by_step() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_a_chain(&nora).await;
    let anna = nora.entity("Anna").await;
    let path = format!("/api/v1/entities/{anna}/neighbors");
    let near = nora.read(&path).await;
    assert_eq!(near["entity"]["name"], "Anna");
    assert_eq!(near["isComplete"], true);
    assert_eq!(named(&near["entities"]), ["Hamburg", "Siemens", "Tom"]);
    let further = nora.read(&format!("{path}?depth=2")).await;
    let distances: Vec<(String, u64)> = further["entities"]
        .as_array()
        .unwrap()
        .iter()
        .map(|near| (text(&near["name"]), near["distance"].as_u64().unwrap()))
        .collect();
    assert_eq!(distances.last().unwrap(), &("Airbus".to_owned(), 2));
    assert_eq!(distances.iter().filter(|(_, steps)| *steps == 1).count(), 3);
    let said = all_told(further["statements"].as_array().unwrap()).join("\n");
    assert!(said.contains("Tom works_at Airbus"), "{said}");
    assert!(!said.contains("Bert"), "{said}");
    let fewer = nora.read(&format!("{path}?depth=2&limit=2")).await;
    assert_eq!(fewer["isComplete"], false);
    assert_eq!(fewer["entities"].as_array().unwrap().len(), 2);
    let then = format!("{path}?depth=4&validAt=2024-01-20T00:00:00Z");
    let then = nora.read(&then).await;
    assert_eq!(named(&then["entities"]), ["Hamburg", "Siemens"]);
}

#[tokio::test]
async fn a_shortest_way_leads_from_one_to_the_other() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_a_chain(&nora).await;
    let (from, to) = (nora.entity("Siemens").await, nora.entity("Toulouse").await);
    let way = nora
        .read(&format!("/api/v1/graph/path?from={from}&to={to}"))
        .await;
    let along = texts(&way["path"]["entities"], |entity| &entity["name"]);
    assert_eq!(
        along,
        ["Siemens", "Anna", "Tom", "Airbus", "Bert", "Toulouse"]
    );
    let steps = way["path"]["statements"].as_array().unwrap();
    let relations: Vec<&str> = steps
        .iter()
        .map(|step| step["relation"].as_str().unwrap())
        .collect();
    assert_eq!(
        relations,
        ["works_at", "married_to", "works_at", "works_at", "lives_in"]
    );
    let back = nora
        .read(&format!("/api/v1/graph/path?from={to}&to={from}"))
        .await;
    let mut returned = texts(&back["path"]["entities"], |entity| &entity["name"]);
    returned.reverse();
    assert_eq!(returned, along);
    let oslo = nora.entity("Oslo").await;
    let unconnected = format!("/api/v1/graph/path?from={from}&to={oslo}");
    assert_eq!(nora.read(&unconnected).await, json!({ "path": null }));
    let too_early = format!("/api/v1/graph/path?from={from}&to={to}&validAt=2024-01-20T00:00:00Z");
    assert_eq!(nora.read(&too_early).await, json!({ "path": null }));
    let nowhere = nora
        .read(&format!("/api/v1/graph/path?from={from}&to={from}"))
        .await;
    assert_eq!(named(&nowhere["path"]["entities"]), ["Siemens"]);
    assert_eq!(nowhere["path"]["statements"], json!([]));
}

#[tokio::test]
async fn a_timeline_tells_what_began_when_in_order() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_a_chain(&nora).await;
    let timeline = async |query: &str| {
        let path = format!("/api/v1/graph/timeline?{query}");
        let body = nora.read(&path).await;
        texts(&body["statements"], |one| &one["fact"])
    };
    let all = timeline("").await;
    assert_eq!(all.len(), 7, "{all:?}");
    assert_eq!(all[6], "Ida lives in Oslo.");
    let mut in_spring = timeline("from=2024-02-01T00:00:00Z&until=2024-04-01T00:00:00Z").await;
    in_spring.sort();
    let wanted = [
        "Bert lives in Toulouse.",
        "Bert works at Airbus.",
        "Tom is married to Anna.",
        "Tom works at Airbus.",
    ];
    assert_eq!(in_spring, wanted);
    let from_the_instant = timeline("from=2024-04-10T09:00:00Z").await;
    assert_eq!(from_the_instant, ["Ida lives in Oslo."]);
    let until_the_instant = timeline("from=2024-04-01T00:00:00Z&until=2024-04-10T09:00:00Z").await;
    assert_eq!(until_the_instant, Vec::<String>::new());
    let tom = nora.entity("Tom").await;
    let mut of_tom = timeline(&format!("entity={tom}")).await;
    of_tom.sort();
    assert_eq!(of_tom, ["Tom is married to Anna.", "Tom works at Airbus."]);
    let paged = nora.read("/api/v1/graph/timeline?limit=3&page=3").await;
    assert_eq!(texts(&paged["statements"], |one| &one["fact"]), all[6..]);
    assert_eq!(
        (&paged["totalCount"], &paged["hasMore"]),
        (&json!(7), &json!(false))
    );
}

#[tokio::test]
async fn the_timeline_of_an_entity_is_that_of_its_own_space() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let (_, made) = nora
        .post("/api/v1/spaces", &json!({ "name": "Work" }))
        .await;
    let space = &made["space"]["id"];
    nora.remember("Clara lives in Lisbon.", &json!({ "spaceId": space }))
        .await;
    let clara = nora.entity("Clara").await;
    let path = format!("/api/v1/graph/timeline?entity={clara}");
    let told = nora.read(&path).await;
    assert_eq!(told["statements"][0]["fact"], "Clara lives in Lisbon.");
    let default = &nora.read("/api/v1/spaces").await["spaces"][0]["id"];
    let elsewhere = format!("{path}&spaceId={}", default.as_str().unwrap());
    assert_eq!(nora.get(&elsewhere).await.0, StatusCode::NOT_FOUND);
    let nobody = "/api/v1/graph/timeline?entity=018f0000-0000-7000-8000-000000000000";
    assert_eq!(nora.get(nobody).await.1["code"], "entity_not_found");
}

#[tokio::test]
async fn a_timeline_as_it_was_known_goes_by_the_times_known_then() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let first = nora
        .remember(
            "Clara lives in Hamburg.",
            &json!({ "referenceTime": "2024-02-10T09:00:00Z" }),
        )
        .await;
    nora.remember(
        "Clara has lived in Hamburg since 2019.",
        &json!({ "referenceTime": "2024-06-14T09:00:00Z" }),
    )
    .await;
    let known = text(&first["processedAt"]);
    for (query, wanted) in [
        (String::new(), &["2019-01-01T00:00:00Z"][..]),
        (format!("recordedAt={known}"), &["2024-02-10T09:00:00Z"]),
        ("from=2024-01-01T00:00:00Z".to_owned(), &[]),
        (
            format!("from=2024-01-01T00:00:00Z&recordedAt={known}"),
            &["2024-02-10T09:00:00Z"],
        ),
        (
            format!("until=2020-01-01T00:00:00Z&recordedAt={known}"),
            &[],
        ),
    ] {
        let body = nora.read(&format!("/api/v1/graph/timeline?{query}")).await;
        let began = texts(&body["statements"], |one| &one["validAt"]);
        assert_eq!(began, wanted, "{query}");
        assert_eq!(body["totalCount"], wanted.len(), "{query}");
    }
}

#[tokio::test]
async fn a_picture_shows_what_belongs_together() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let empty = json!({ "clusters": [], "statements": [], "isComplete": true });
    assert_eq!(nora.read("/api/v1/graph/overview").await, empty);
    remember_a_chain(&nora).await;
    let drawn = nora.read("/api/v1/graph/overview").await;
    let clusters: Vec<Vec<String>> = drawn["clusters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cluster| named(&cluster["entities"]))
        .collect();
    assert!(
        clusters.contains(&vec!["Ida".to_owned(), "Oslo".to_owned()]),
        "{clusters:?}"
    );
    assert_eq!(clusters.iter().flatten().count(), 9, "each is drawn once");
    for cluster in drawn["clusters"].as_array().unwrap() {
        let names = named(&cluster["entities"]);
        assert!(names.contains(&text(&cluster["name"])), "{cluster}");
    }
    assert_eq!(drawn["statements"].as_array().unwrap().len(), 7);
    let few = nora.read("/api/v1/graph/overview?limit=2").await;
    let of_few = few["clusters"].as_array().unwrap().iter();
    let of_few: usize = of_few.map(|one| named(&one["entities"]).len()).sum();
    assert_eq!(of_few, 2);
    let before = nora
        .read("/api/v1/graph/overview?validAt=2020-01-01T00:00:00Z")
        .await;
    assert_eq!(before["statements"], json!([]));
}

#[tokio::test]
async fn ids_that_nobody_has_are_not_there() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    remember_a_chain(&nora).await;
    let anna = nora.entity("Anna").await;
    for id in ["018f0000-0000-7000-8000-000000000000", "nonsense", "%FF"] {
        for path in [
            format!("/api/v1/entities/{id}"),
            format!("/api/v1/entities/{id}/statements"),
            format!("/api/v1/entities/{id}/episodes"),
            format!("/api/v1/entities/{id}/neighbors"),
        ] {
            let (status, body) = nora.get(&path).await;
            assert_eq!(status, StatusCode::NOT_FOUND, "{path}: {body}");
            assert_eq!(body["code"], "entity_not_found");
        }
        let (status, body) = nora.get(&format!("/api/v1/episodes/{id}")).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{body}");
        assert_eq!(body["code"], "episode_not_found");
    }
    let nobody = "018f0000-0000-7000-8000-000000000000";
    for path in [
        format!("/api/v1/graph/path?from={nobody}&to={anna}"),
        format!("/api/v1/graph/path?from={anna}&to={nobody}"),
        format!("/api/v1/graph/timeline?entity={nobody}"),
    ] {
        assert_eq!(nora.get(&path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    for path in [
        format!("/api/v1/entities?spaceId={nobody}"),
        format!("/api/v1/graph/timeline?spaceId={nobody}"),
        format!("/api/v1/graph/overview?spaceId={nobody}"),
    ] {
        let (status, body) = nora.get(&path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}: {body}");
        assert_eq!(body["details"]["field"], "spaceId");
    }
}

#[tokio::test]
async fn the_table_of_the_graph_leads_to_the_newest_text_that_says_so() {
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let mut episodes = Vec::new();
    for (text, day) in [
        ("Clara lives in Lisbon.", "2024-03-01T09:00:00Z"),
        ("Clara lives in Lisbon, as before.", "2024-05-01T09:00:00Z"),
    ] {
        let log = nora.remember(text, &json!({ "referenceTime": day })).await;
        episodes.push(log["episodeUUID"].as_str().unwrap().to_owned());
    }
    let page = nora.sign_in().await.get("/graph").await;
    let leads_to = |episode: &str| page.body.contains(&format!("/episodes/{episode}"));
    assert!(leads_to(&episodes[1]), "{}", page.body);
    assert!(!leads_to(&episodes[0]), "{}", page.body);
}

#[tokio::test]
async fn an_overview_tells_who_is_named_together_without_a_statement_between_them() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    for text in [
        "Ben lives in Porto.",
        "Ben and Clara were at the concert.",
        "I saw Clara and Ben again.",
        "Dora lives in Ghent.",
    ] {
        anna.remember(text, &json!({})).await;
    }
    let plain = anna.read("/api/v1/graph/overview").await;
    assert!(plain.get("together").is_none(), "{plain}");
    let drawn = anna.read("/api/v1/graph/overview?together=true").await;
    let (ben, clara) = (anna.entity("Ben").await, anna.entity("Clara").await);
    let porto = anna.entity("Porto").await;
    let pairs = drawn["together"].as_array().unwrap();
    let of = |one: &str, other: &str| {
        pairs.iter().find(|pair| {
            let ends = [pair["from"].as_str().unwrap(), pair["to"].as_str().unwrap()];
            ends.contains(&one) && ends.contains(&other)
        })
    };
    assert_eq!(
        of(&ben, &clara).map(|pair| &pair["passages"]),
        Some(&json!(2)),
        "{drawn}"
    );
    assert!(
        of(&ben, &porto).is_none(),
        "a statement joins them: {drawn}"
    );
    let (status, _) = anna.get("/api/v1/graph/overview?together=perhaps").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_picture_of_a_part_shows_who_is_connected_and_says_of_how_many_connections_it_shows_some()
{
    let service = Service::start().await;
    let nora = service.client("nora@example.com").await;
    let people = ["Aisha", "Bruno", "Chiara", "Dmitri", "Elena", "Farid"];
    let at = [("Lisbon", "Siemens"), ("Vienna", "Airbus")];
    for (number, name) in people.iter().enumerate() {
        let (place, firm) = at[number % 2];
        let text = format!("{name} lives in {place}. {name} works at {firm}.");
        nora.remember(&text, &json!({})).await;
        // Without this the people are named more often than what connects them.
        let text = format!("{place} is lovely. {firm} is large. I like {place} and {firm}.");
        nora.remember(&text, &json!({})).await;
    }
    let drawn = nora.read("/api/v1/graph/overview?limit=6").await;
    let shown: Vec<String> = drawn["clusters"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|cluster| named(&cluster["entities"]))
        .collect();
    assert_eq!(shown.len(), 6, "{shown:?}");
    let statements = texts(&drawn["statements"], |one| &one["fact"]);
    assert!(statements.len() >= 4, "{shown:?}: {statements:?}");
    let then = "/api/v1/graph/overview?limit=6&validAt=2020-01-01T00:00:00Z";
    let before = nora.read(then).await;
    let same: usize = before["clusters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| named(&one["entities"]).len())
        .sum();
    assert_eq!((same, &before["statements"]), (6, &json!([])));

    let browser = nora.sign_in().await;
    let page = browser.get("/graph?limit=6").await.body;
    assert!(page.contains(" shown</td>"), "{page}");
    let all = browser.get("/graph?limit=60").await.body;
    assert!(!all.contains(" shown</td>"), "{all}");
    let lisbon = nora.entity("Lisbon").await;
    let row = all
        .split(&format!("data-entity=\"{lisbon}\""))
        .nth(1)
        .unwrap();
    let row = row.split("</tr>").next().unwrap();
    assert!(row.contains("data-label=\"connections\">"), "{row}");
    // From the page of an entity one comes to the graph around it.
    let about = browser.get(&format!("/entities/{lisbon}")).await.body;
    assert!(
        about.contains(&format!("&amp;entity={lisbon}\">")),
        "{about}"
    );
}
