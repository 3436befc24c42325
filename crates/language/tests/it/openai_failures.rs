//! Extraction by a provider that fails in every way a provider can.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use recollect_language::openai::{ExtractionLimits, OpenAiExtraction};
use recollect_language::scripted::{Fault, ScriptedExtraction};
use recollect_language::{Extract, Extraction, LanguageError};
use recollect_model::Relation;
use serde_json::{Value, json};

use crate::openai::{assert_sound, entity, extraction, extraction_with, noon, said};
use crate::openai_server::{Act, KEY, Provider, in_fast_time};
use crate::to_read;

/// A text that the stand-in reads one statement from, and a model another.
const BODY: &str = "Anna: I | like | tea\nAnna: I live in Kiel.";

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

fn kiel() -> Act {
    let mut said = said("I", "lives_in", "Kiel", "I live in Kiel", json!({}));
    said["passage"] = json!(1);
    Act::notes(json!([]), json!([said]))
}

async fn read(door: &OpenAiExtraction) -> Extraction {
    let read = door.extract(to_read(BODY)).await.unwrap();
    assert_sound(&to_read(BODY), &read);
    read
}

/// Reads while the clock runs, and says what was read and how long it took.
async fn read_fast(door: &OpenAiExtraction) -> (Extraction, Duration) {
    in_fast_time(read(door)).await
}

fn was_read_by_the_model(read: &Extraction) -> bool {
    read.read_by.is_none()
        && read.note.is_none()
        && read.statements[0].relation == Relation::LivesIn
}

/// The reason of a note that says that the whole text was read locally.
fn reason(read: &Extraction) -> String {
    assert_eq!(read.read_by.as_deref(), Some("scripted/1"));
    assert_eq!(read.statements[0].relation.as_str(), "like");
    let note = read.note.clone().unwrap();
    assert!(!note.contains("sk-"), "{note}");
    let reason = note.strip_prefix("scripted/1 read the text in place of openai/tiny/1: ");
    reason.unwrap_or(&note).to_owned()
}

#[tokio::test(start_paused = true)]
async fn a_busy_provider_is_asked_again_when_it_says() {
    let later = |after: &str| {
        Act::Reply(
            429,
            vec![("retry-after", after.to_owned())],
            "{}".to_owned(),
        )
    };
    let provider = Provider::playing([later("7"), kiel()]).await;
    let (read, took) = read_fast(&extraction(&provider)).await;
    assert!(was_read_by_the_model(&read));
    assert!((seconds(7)..seconds(9)).contains(&took), "{took:?}");
    // The environment's clock stands at noon.
    provider.play([later("Sat, 01 Mar 2025 12:00:20 GMT"), kiel()]);
    let (read, took) = read_fast(&extraction(&provider)).await;
    assert!(was_read_by_the_model(&read));
    assert!((seconds(20)..seconds(22)).contains(&took), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_longer_than_a_text_may_take() {
    let later = Act::Reply(
        429,
        vec![("retry-after", "3600".to_owned())],
        "{}".to_owned(),
    );
    let provider = Provider::playing([later, kiel()]).await;
    let door = extraction(&provider);
    let (first, took) = read_fast(&door).await;
    assert!(took < seconds(1), "{took:?}");
    assert!(reason(&first).contains("takes no more requests for now"));
    // It is not asked again before it said.
    tokio::time::advance(seconds(3500)).await;
    let (second, _) = read_fast(&door).await;
    assert!(reason(&second).contains("is asked again in "));
    assert_eq!(provider.count(), 1);
    tokio::time::advance(seconds(101)).await;
    assert!(was_read_by_the_model(&read_fast(&door).await.0));
}

#[tokio::test(start_paused = true)]
async fn trouble_that_passes_is_waited_out() {
    let provider = Provider::playing([Act::status(503), Act::Close, Act::Cut, kiel()]).await;
    let (read, took) = read_fast(&extraction(&provider)).await;
    assert!(was_read_by_the_model(&read), "{:?}", read.note);
    assert_eq!(provider.count(), 4);
    assert!((seconds(7)..seconds(10)).contains(&took), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_is_down_for_an_hour_holds_nobody_up() {
    let provider = Provider::playing([Act::status(500)]).await;
    let door = extraction(&provider);
    let (first, took) = read_fast(&door).await;
    assert!(reason(&first).ends_with("is in trouble (status 500)."));
    assert_eq!(provider.count(), 4);
    assert!(took < seconds(12), "{took:?}");
    let (mut requests, mut waited, mut longest) = (0, Duration::ZERO, Duration::ZERO);
    while waited < seconds(3600) {
        let (read, took) = read_fast(&door).await;
        assert!(read.read_by.is_some());
        longest = longest.max(took);
        requests += provider.count();
        tokio::time::advance(seconds(10)).await;
        waited += seconds(10) + took;
    }
    assert!(longest < seconds(1), "{longest:?}");
    assert!((10..20).contains(&requests), "{requests}");
    provider.play([kiel()]);
    tokio::time::advance(seconds(300)).await;
    assert!(was_read_by_the_model(&read_fast(&door).await.0));
    assert!(was_read_by_the_model(&read_fast(&door).await.0));
}

#[tokio::test(start_paused = true)]
async fn a_hung_provider_costs_no_more_than_a_text_may_take() {
    let provider = Provider::playing([Act::Hang]).await;
    let door = extraction(&provider);
    let (first, took) = read_fast(&door).await;
    assert!(reason(&first).ends_with("did not answer within 60 s."));
    assert!((seconds(60)..=seconds(101)).contains(&took), "{took:?}");
    let (second, took) = read_fast(&door).await;
    assert!(reason(&second).contains("failed a moment ago"));
    assert!(took < seconds(1), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn nobody_at_home_is_said_with_the_cause() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let provider = Provider::playing([kiel()]).await;
    let mut settings = provider.settings();
    let free = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    settings.endpoint = free.parse().unwrap();
    let door = extraction_with(settings, ExtractionLimits::default());
    let (read, _) = read_fast(&door).await;
    let reason = reason(&read);
    assert!(
        reason.contains("cannot be reached (Connection refused"),
        "{reason}"
    );
}

#[tokio::test(start_paused = true)]
async fn wrong_settings_are_said_and_not_tried_again() {
    for (status, hint) in [
        (
            401,
            "does not accept the key; check RECOLLECT_OPENAI_API_KEY (status 401).",
        ),
        (403, "check the key and the model (status 403)."),
        (
            404,
            "check RECOLLECT_OPENAI_URL and the model's name (status 404).",
        ),
        (
            301,
            "set RECOLLECT_OPENAI_URL to where it leads (status 301).",
        ),
    ] {
        let location = ("location", "http://127.0.0.1:1/".to_owned());
        let body = format!("{{\"error\": \"the key {KEY} is wrong\"}}");
        let provider = Provider::playing([Act::Reply(status, vec![location], body)]).await;
        let door = extraction(&provider);
        let (read, took) = read_fast(&door).await;
        assert!(reason(&read).ends_with(hint), "{}", reason(&read));
        assert!(took < seconds(1));
        read_fast(&door).await;
        assert_eq!(provider.count(), 1, "{status}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_log_tells_once_a_minute_and_never_the_key() {
    let log = Log::default();
    let written = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || written.clone())
        .finish();
    let _logging = tracing::subscriber::set_default(subscriber);
    let provider = Provider::playing([Act::status(401)]).await;
    let door = extraction(&provider);
    for _ in 0..60 {
        read_fast(&door).await;
        tokio::time::advance(seconds(5)).await;
    }
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let told = log.matches("does not accept the key").count();
    assert!((3..=5).contains(&told), "{told} times in five minutes");
    assert!(log.contains("ERROR") && !log.contains(KEY), "{log}");
    let settings = provider.settings();
    assert!(!format!("{settings:?}").contains("secret"), "{settings:?}");
    let received = provider.received();
    assert!(received[0].head.contains(&format!("Bearer {KEY}")));
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn an_unreadable_answer_is_asked_for_once_more() {
    let provider = Provider::playing([Act::says("{\"entities\": [{\"na"), kiel()]).await;
    let (read, _) = read_fast(&extraction(&provider)).await;
    assert!(was_read_by_the_model(&read));
    let received = provider.received();
    assert_eq!(received[1].body["messages"].as_array().unwrap().len(), 4);
    for bad in [
        "Sure! Here you go.",
        "[]",
        "{\"entities\": 1}",
        "}{",
        &"[".repeat(9_000),
    ] {
        let provider = Provider::playing([Act::says(bad)]).await;
        let (read, took) = read_fast(&extraction(&provider)).await;
        assert!(reason(&read).contains("does not answer in the form it is asked for"));
        assert_eq!(provider.count(), 2);
        assert!(took < seconds(1));
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_breaks_off_is_asked_for_in_halves() {
    let cut = Act::finishes("{\"entities\": [", "length");
    let provider = Provider::playing([cut.clone(), Act::nothing(), kiel()]).await;
    let (read, _) = read_fast(&extraction(&provider)).await;
    assert!(was_read_by_the_model(&read));
    assert_eq!(provider.count(), 3);
    // What cannot be halved is read locally, and the rest by the model.
    provider.play([cut.clone(), cut, kiel()]);
    let (read, _) = read_fast(&extraction(&provider)).await;
    let relations: Vec<_> = read
        .statements
        .iter()
        .map(|said| said.relation.as_str())
        .collect();
    assert_eq!(relations, ["like", "lives_in"]);
    assert_eq!(read.read_by.as_deref(), Some("scripted/1"));
    let note = read.note.unwrap();
    assert!(
        note.starts_with("scripted/1 read 1 of 2 passages in place of openai/tiny/1: "),
        "{note}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_text_too_long_for_the_model_is_halved() {
    let error = json!({"error": {"code": 400, "type": "exceed_context_size_error",
        "message": "the request exceeds the available context size"}});
    let long = Act::Reply(400, Vec::new(), error.to_string());
    let provider = Provider::playing([long, Act::nothing(), kiel()]).await;
    let (read, _) = read_fast(&extraction(&provider)).await;
    assert!(was_read_by_the_model(&read));
}

#[tokio::test(start_paused = true)]
async fn a_refusal_concerns_its_text_alone() {
    let refusal = Act::json(&json!({"choices": [{"finish_reason": "stop",
        "message": {"content": Value::Null, "refusal": "I cannot help with that."}}]}));
    for refusal in [refusal, Act::finishes("", "content_filter")] {
        let provider = Provider::playing([refusal, kiel()]).await;
        let door = extraction(&provider);
        let (first, _) = read_fast(&door).await;
        assert!(reason(&first).ends_with("would not read the text."));
        assert!(was_read_by_the_model(&read_fast(&door).await.0));
    }
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_knows_no_schema_is_asked_for_json_and_that_is_remembered() {
    let no = |message: &str| {
        let error = json!({"error": {"message": message}});
        Act::Reply(400, Vec::new(), error.to_string())
    };
    let provider =
        Provider::playing([no("response_format json_schema is not supported"), kiel()]).await;
    let door = extraction(&provider);
    for _ in 0..2 {
        assert!(was_read_by_the_model(&read_fast(&door).await.0));
    }
    let formats: Vec<String> = (provider.received().iter())
        .map(|request| {
            request.body["response_format"]["type"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    assert_eq!(formats, ["json_schema", "json_object", "json_object"]);

    provider.count();
    let door = extraction(&provider);
    provider.play([
        no("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
        no("Unsupported value: 'temperature' does not support 0"),
        kiel(),
    ]);
    assert!(was_read_by_the_model(&read_fast(&door).await.0));
    let last = provider.received().pop().unwrap().body;
    assert!(last["max_completion_tokens"].is_u64() && last["temperature"].is_null());
    assert_eq!(
        last["response_format"]["json_schema"]["strict"],
        json!(true)
    );
}

#[tokio::test(start_paused = true)]
async fn a_request_that_is_never_accepted_is_given_up() {
    let provider = Provider::playing([Act::status(400)]).await;
    let (read, took) = read_fast(&extraction(&provider)).await;
    assert!(reason(&read).contains("does not accept the request"));
    assert!(took < seconds(1) && provider.count() == 3);
}

#[tokio::test(start_paused = true)]
async fn beyond_the_budget_of_a_day_the_local_extraction_stands_in() {
    let provider = Provider::playing([kiel()]).await;
    let (clock, environment) = noon();
    let limits = ExtractionLimits {
        daily_tokens: 7_500,
        ..ExtractionLimits::default()
    };
    let stand_in = Arc::new(ScriptedExtraction::new());
    let door = OpenAiExtraction::new(provider.settings(), limits, stand_in, environment).unwrap();
    // Each answer costs 1,000 tokens; some 5,000 are set aside while it is awaited.
    for _ in 0..2 {
        assert!(was_read_by_the_model(&read_fast(&door).await.0));
    }
    while provider.count() > 0 {
        read_fast(&door).await;
    }
    let (beyond, _) = read_fast(&door).await;
    assert!(reason(&beyond).starts_with("the budget of tokens for this day (UTC) is used up"));
    assert_eq!(provider.count(), 0);
    assert!(door.tally().tokens <= 7_500);
    clock.advance_ms(12 * 60 * 60 * 1000);
    assert!(was_read_by_the_model(&read_fast(&door).await.0));
}

#[tokio::test(start_paused = true)]
async fn a_reply_without_end_is_not_read_to_its_end() {
    let flood = Act::says(&"x".repeat(2 * 1024 * 1024));
    let provider = Provider::playing([flood]).await;
    let (read, _) = read_fast(&extraction(&provider)).await;
    assert!(reason(&read).contains("sent more than 1048576 bytes"));
}

#[tokio::test(start_paused = true)]
async fn replies_of_another_form_are_no_answers() {
    for strange in ["{}", "[]", "null", "{\"choices\": []}", "not JSON", ""] {
        let strange = Act::Reply(200, Vec::new(), strange.to_owned());
        let provider = Provider::playing([strange]).await;
        let (read, _) = read_fast(&extraction(&provider)).await;
        reason(&read);
    }
}

#[tokio::test(start_paused = true)]
async fn a_long_text_is_read_in_a_bounded_number_of_requests() {
    let body: String = (0..400)
        .map(|n| format!("Anna: I | like | tea {n}\n"))
        .collect();
    let text = to_read(&body);
    let provider =
        Provider::playing([Act::notes(json!([entity("tea", "thing")]), json!([]))]).await;
    let limits = ExtractionLimits {
        batches: 2,
        ..ExtractionLimits::default()
    };
    let door = extraction_with(provider.settings(), limits);
    let (read, _) = in_fast_time(door.extract(text.clone())).await;
    let read = read.unwrap();
    assert_sound(&text, &read);
    let received = provider.received();
    assert_eq!(received.len(), 2);
    let passages =
        |request: &crate::openai_server::Received| request.last_message().lines().count() - 1;
    let asked: usize = received.iter().map(passages).sum();
    // What the model did not read, the stand-in did, and nothing twice.
    assert_eq!(read.statements.len(), 400 - asked);
    assert_eq!(read.statements[0].passage, asked);
    assert_eq!(read.speakers.len(), 400);
    let part = format!("read {} of 400 passages", 400 - asked);
    assert!(read.note.unwrap().contains(&part));
}

#[tokio::test(start_paused = true)]
async fn who_loses_interest_leaves_the_next_attempt_to_others() {
    let provider = Provider::playing([Act::status(401), Act::Hang, kiel()]).await;
    let door = extraction(&provider);
    read_fast(&door).await;
    tokio::time::advance(seconds(31)).await;
    let abandoned = tokio::time::timeout(seconds(3), read(&door));
    assert!(in_fast_time(abandoned).await.0.is_err());
    assert!(was_read_by_the_model(&read_fast(&door).await.0));
}

#[tokio::test(start_paused = true)]
async fn texts_that_wait_for_their_turn_do_not_ask_a_provider_that_failed_meanwhile() {
    let provider = Provider::playing([Act::Hang]).await;
    let mut settings = provider.settings();
    settings.parallel = 1;
    let door = extraction_with(settings, ExtractionLimits::default());
    let all = async { tokio::join!(read(&door), read(&door), read(&door)) };
    let ((first, second, third), took) = in_fast_time(all).await;
    for read in [&first, &second, &third] {
        reason(read);
    }
    assert!(took <= seconds(102), "{took:?}");
    assert!(provider.count() <= 3);
}

#[tokio::test(start_paused = true)]
async fn when_the_stand_in_fails_too_its_failure_counts() {
    let provider = Provider::playing([Act::status(401)]).await;
    let body = format!("Anna: {}", Fault::GiveUp.marker());
    let door = extraction(&provider);
    let (read, _) = in_fast_time(door.extract(to_read(&body))).await;
    assert!(matches!(read, Err(LanguageError::GiveUp { .. })));
}
