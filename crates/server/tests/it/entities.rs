//! Whom the texts speak of: listed, under all their names, and what is said of them through time.

use reqwest::StatusCode;
use serde_json::json;

use crate::reading::{all_told, cut, text, texts};
use crate::service::{Client, Service};

async fn remember_everybody(anna: &Client) {
    for (text, day) in [
        (
            "Bert lives in Toulouse. Bert works at Airbus.",
            "2024-01-10",
        ),
        ("Bert likes tea.", "2024-02-10"),
        ("Carla works at Airbus.", "2024-03-10"),
    ] {
        let more = json!({ "referenceTime": format!("{day}T09:00:00Z") });
        anna.remember(text, &more).await;
    }
}

#[tokio::test]
async fn entities_are_listed_by_mentions_and_found_by_the_beginnings_of_words_and_by_kind() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    remember_everybody(&anna).await;
    let all = anna.entity_names("").await;
    assert_eq!(all[0], "Bert", "{all:?}");
    assert_eq!(anna.entity_names("query=be").await, ["Bert"]);
    assert_eq!(anna.entity_names("query=BERT&kind=person").await, ["Bert"]);
    assert_eq!(anna.entity_names("query=ert").await, Vec::<String>::new());
    assert_eq!(anna.entity_names("query=Bert%20Carla").await.len(), 0);
    let mut persons = anna.entity_names("kind=person").await;
    persons.sort();
    assert_eq!(persons, ["Bert", "Carla"]);
    assert_eq!(anna.entity_names("kind=organization").await, ["Airbus"]);
    assert_eq!(anna.entity_names("kind=animal").await, Vec::<String>::new());
}

#[tokio::test]
async fn pages_of_entities_make_up_the_whole_list() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    remember_everybody(&anna).await;
    let all = anna.entity_names("").await;
    let mut paged = Vec::new();
    for page in 1..=all.len() + 1 {
        let path = format!("/api/v1/entities?limit=1&page={page}");
        let body = anna.read(&path).await;
        assert_eq!([&body["page"], &body["limit"]], [&json!(page), &json!(1)]);
        assert_eq!(body["totalCount"], all.len());
        assert_eq!(body["hasMore"], page < all.len(), "page {page}");
        paged.extend(texts(&body["entities"], |entity| &entity["name"]));
    }
    assert_eq!(paged, all);
}

#[tokio::test]
async fn the_same_name_in_two_spaces_is_two_entities() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let (_, created) = anna
        .post("/api/v1/spaces", &json!({ "name": "Work" }))
        .await;
    let work = text(&created["space"]["id"]);
    anna.remember("Bert lives in Toulouse.", &json!({})).await;
    let log = anna
        .remember("Bert works at Airbus.", &json!({ "spaceId": work }))
        .await;
    assert_eq!(anna.entity_names("query=Bert").await.len(), 2);
    let at_work = anna.entity_names(&format!("spaceId={work}")).await;
    assert!(at_work.contains(&"Airbus".to_owned()), "{at_work:?}");
    assert!(!at_work.contains(&"Toulouse".to_owned()), "{at_work:?}");
    let listed = anna
        .read(&format!("/api/v1/entities?query=Bert&spaceId={work}"))
        .await;
    assert_eq!(listed["totalCount"], 1);
    assert_eq!(listed["entities"][0]["spaceId"], log["spaceId"]);
    let bert = text(&listed["entities"][0]["id"]);
    let said = anna.said_of(&bert, "").await;
    assert_eq!(
        all_told(&said),
        ["Bert works_at Airbus 2025-03-01T09:30:00Z.."]
    );
}

#[tokio::test]
async fn a_role_that_gets_a_name_is_one_entity_and_the_text_that_says_so_is_told() {
    let service = Service::start().await;
    let owner = service.client("nora@example.com").await;
    let first = owner
        .remember("My sister Anna works at Siemens.", &json!({}))
        .await;
    owner.remember("Anna lives in Hamburg.", &json!({})).await;
    let anna = owner.entity("Anna").await;
    assert_eq!(owner.entity("sister").await, anna);
    let one = owner.read(&format!("/api/v1/entities/{anna}")).await;
    assert_eq!(one["entity"]["name"], "Anna");
    assert_eq!(one["entity"]["kind"], "person");
    let [role] = &one["aliases"].as_array().unwrap()[..] else {
        panic!("one other name: {one}");
    };
    assert_eq!(role["name"], "nora's sister");
    assert_eq!(role["because"], "role");
    assert_eq!(role["episodeUUID"], first["episodeUUID"]);
    let relations = |said: &[serde_json::Value]| {
        let mut relations: Vec<String> = said.iter().map(|one| text(&one["relation"])).collect();
        relations.sort();
        relations
    };
    let said = owner.said_of(&anna, "").await;
    assert_eq!(relations(&said), ["lives_in", "sibling_of", "works_at"]);
    let by_the_role = owner.said_of(&text(&role["id"]), "").await;
    assert_eq!(by_the_role, said, "the role's id is as good");
    let shown = owner
        .read(&format!("/api/v1/entities/{}", text(&role["id"])))
        .await;
    assert_eq!(shown, one);
}

#[tokio::test]
async fn a_short_form_is_the_same_person() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    anna.remember("Melanie plays tennis.", &json!({})).await;
    anna.remember("Mel lives in Lyon.", &json!({})).await;
    let melanie = anna.entity("Mel").await;
    assert_eq!(anna.entity("Melanie").await, melanie);
    let one = anna.read(&format!("/api/v1/entities/{melanie}")).await;
    assert_eq!(one["entity"]["name"], "Melanie");
    assert_eq!(texts(&one["aliases"], |alias| &alias["name"]), ["Mel"]);
    assert_eq!(one["aliases"][0]["because"], "short form");
    let said = anna.said_of(&melanie, "relation=lives_in").await;
    assert_eq!(
        all_told(&said),
        ["Melanie lives_in Lyon 2025-03-01T09:30:00Z.."]
    );
}

/// Where Anna lives, told twice; the logs of both texts.
async fn remember_a_move(owner: &Client) -> [serde_json::Value; 2] {
    let told = [
        ("Anna lives in Hamburg.", "2024-02-10T09:00:00Z"),
        (
            "Anna moved to Berlin on 3 June 2024.",
            "2024-06-14T09:00:00Z",
        ),
    ];
    let [first, second] = told;
    [
        owner
            .remember(first.0, &json!({ "referenceTime": first.1 }))
            .await,
        owner
            .remember(second.0, &json!({ "referenceTime": second.1 }))
            .await,
    ]
}

const IN_HAMBURG: &str = "Anna lives_in Hamburg 2024-02-10T09:00:00Z..2024-06-03T00:00:00Z";
const IN_BERLIN: &str = "Anna lives_in Berlin 2024-06-03T00:00:00Z..";

#[tokio::test]
async fn a_move_closes_what_held_before_at_its_own_time_and_says_which_text_did() {
    let service = Service::start().await;
    let owner = service.client("nora@example.com").await;
    let [first, second] = remember_a_move(&owner).await;
    let anna = owner.entity("Anna").await;
    let said = owner.said_of(&anna, "").await;
    assert_eq!(all_told(&said), [IN_HAMBURG, IN_BERLIN]);
    assert_eq!(said[0]["closedBy"], second["episodeUUID"]);
    assert_eq!(said[1]["closedBy"], json!(null));
    assert_eq!(said[1]["precision"], "day");
    assert_eq!(said[0]["episodeUUIDs"], json!([first["episodeUUID"]]));
    let evidence = &said[1]["evidence"][0];
    assert_eq!(evidence["episodeUUID"], second["episodeUUID"]);
    let words = cut("Anna moved to Berlin on 3 June 2024.", evidence);
    assert!(words.starts_with("Anna moved to Berlin"), "{words}");
    let from_the_city = owner.said_of(&owner.entity("Hamburg").await, "").await;
    assert_eq!(all_told(&from_the_city), [IN_HAMBURG]);
}

#[tokio::test]
async fn valid_at_answers_what_held_then_to_the_instant() {
    let service = Service::start().await;
    let owner = service.client("nora@example.com").await;
    remember_a_move(&owner).await;
    let anna = owner.entity("Anna").await;
    for (time, wanted) in [
        ("2024-02-10T08:59:59Z", &[][..]),
        ("2024-02-10T09:00:00Z", &[IN_HAMBURG]),
        ("2024-06-02T23:59:59Z", &[IN_HAMBURG]),
        ("2024-06-03T00:00:00Z", &[IN_BERLIN]),
        ("2024-06-03T01:30:00+02:00", &[IN_HAMBURG]),
        ("9999-12-31T23:59:59Z", &[IN_BERLIN]),
    ] {
        let query = format!("validAt={time}&relation=lives_in");
        let said = owner.said_of(&anna, &query).await;
        assert_eq!(all_told(&said), wanted, "{time}");
        let snake = query.replace("validAt", "valid_at");
        assert_eq!(owner.said_of(&anna, &snake).await, said);
    }
}

#[tokio::test]
async fn recorded_at_answers_what_was_known_before_the_second_text() {
    let service = Service::start().await;
    let owner = service.client("nora@example.com").await;
    let [first, second] = remember_a_move(&owner).await;
    let anna = owner.entity("Anna").await;
    let before = text(&first["processedAt"]);
    let known = owner.said_of(&anna, &format!("recordedAt={before}")).await;
    let open = "Anna lives_in Hamburg 2024-02-10T09:00:00Z..";
    assert_eq!(all_told(&known), [open]);
    assert_eq!(known[0]["closedBy"], json!(null));
    let both = format!("recordedAt={before}&validAt=2025-01-01T00:00:00Z");
    assert_eq!(all_told(&owner.said_of(&anna, &both).await), [open]);
    let after = format!("recordedAt={}", text(&second["processedAt"]));
    let said = owner.said_of(&anna, &after).await;
    assert_eq!(all_told(&said), [IN_HAMBURG, IN_BERLIN]);
    let never = owner
        .said_of(&anna, "recordedAt=2020-01-01T00:00:00Z")
        .await;
    assert_eq!(never, Vec::<serde_json::Value>::new());
}

#[tokio::test]
async fn what_used_to_be_has_an_end_and_no_known_beginning() {
    let service = Service::start().await;
    let owner = service.client("nora@example.com").await;
    owner
        .remember("Tom used to live in Rome until 2018.", &json!({}))
        .await;
    let tom = owner.entity("Tom").await;
    let said = owner.said_of(&tom, "relation=lives_in").await;
    assert_eq!(
        all_told(&said),
        ["Tom lives_in Rome ..2018-01-01T00:00:00Z"]
    );
    assert_eq!(said[0]["validAt"], json!(null));
    let then = owner.said_of(&tom, "validAt=1990-01-01T00:00:00Z").await;
    assert_eq!(then.len(), 1, "{then:?}");
    let now = owner.said_of(&tom, "validAt=2024-01-01T00:00:00Z").await;
    assert_eq!(all_told(&now), Vec::<String>::new());
}

#[tokio::test]
async fn statements_are_paged_and_can_be_of_one_relation() {
    let service = Service::start().await;
    let owner = service.client("nora@example.com").await;
    remember_a_move(&owner).await;
    owner.remember("Anna works at Siemens.", &json!({})).await;
    let anna = owner.entity("Anna").await;
    let path = format!("/api/v1/entities/{anna}/statements");
    for (query, wanted, total, has_more) in [
        ("relation=lives_in&limit=1", "Hamburg", 2, true),
        ("relation=lives_in&limit=1&page=2", "Berlin", 2, false),
        ("relation=works_at", "Siemens", 1, false),
        ("limit=2&page=2", "Siemens", 3, false),
    ] {
        let body = owner.read(&format!("{path}?{query}")).await;
        let objects = texts(&body["statements"], |one| &one["object"]["name"]);
        assert_eq!(objects, [wanted], "{query}");
        assert_eq!(body["totalCount"], total, "{query}");
        assert_eq!(body["hasMore"], has_more, "{query}");
    }
    let (status, none) = owner.get(&format!("{path}?relation=nonsense")).await;
    assert_eq!((status, &none["totalCount"]), (StatusCode::OK, &json!(0)));
}
