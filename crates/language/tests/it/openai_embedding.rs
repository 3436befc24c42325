//! Embeddings by a provider, and the settings both doors share.

use std::time::Duration;

use recollect_language::openai::{ApiSecret, Endpoint, OpenAiEmbedding, ProviderSettings};
use recollect_language::{Embed, LanguageError};
use serde_json::{Value, json};

use crate::openai::noon;
use crate::openai_server::{Act, Provider, in_fast_time};

/// Vectors in this order, with the places they belong to.
fn vectors(placed: &[(usize, Value)]) -> Act {
    let data: Vec<Value> = placed
        .iter()
        .map(|(index, vector)| json!({"object": "embedding", "index": index, "embedding": vector}))
        .collect();
    Act::json(&json!({"object": "list", "data": data, "usage": {"total_tokens": 9}}))
}

async fn embedding(provider: &Provider, dimensions: Option<usize>) -> OpenAiEmbedding {
    OpenAiEmbedding::connect(provider.settings(), dimensions, noon().1)
        .await
        .unwrap()
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

#[tokio::test]
async fn vectors_come_in_the_order_of_the_texts_and_have_length_one() {
    let swapped = vectors(&[(1, json!([0.0, 5.0])), (0, json!([3.0, 4.0]))]);
    let provider = Provider::playing([vectors(&[(0, json!([1, 2]))]), swapped]).await;
    let door = embedding(&provider, None).await;
    assert_eq!((door.dimensions(), door.model()), (2, "openai/tiny/2"));
    let made = door
        .embed_passages(texts(&["one", "  ", "two"]))
        .await
        .unwrap();
    let made: Vec<Vec<f32>> = made.into_iter().map(|embedding| embedding.0).collect();
    assert_eq!(made, [vec![0.6, 0.8], vec![0.0, 0.0], vec![0.0, 1.0]]);
    let received = provider.received();
    assert_eq!(received[1].body["input"], json!(["one", "two"]));
    assert!(received[1].head.starts_with("POST /v1/embeddings "));
}

#[tokio::test]
async fn nothing_is_sent_for_texts_without_words() {
    let provider = Provider::playing([Act::status(500)]).await;
    let door = embedding(&provider, Some(3)).await;
    assert_eq!(door.embed_query("\n".to_owned()).await.unwrap().0, [0.0; 3]);
    assert_eq!(door.embed_passages(Vec::new()).await.unwrap(), []);
    assert_eq!(provider.count(), 0);
}

#[tokio::test]
async fn many_texts_go_in_several_requests() {
    let of = |count: usize| {
        let placed: Vec<_> = (0..count).map(|index| (index, json!([1.0]))).collect();
        vectors(&placed)
    };
    let provider = Provider::playing([of(64), of(36)]).await;
    let door = embedding(&provider, Some(1)).await;
    let made = door
        .embed_passages(vec!["word".to_owned(); 100])
        .await
        .unwrap();
    assert_eq!((made.len(), provider.count()), (100, 2));
}

#[tokio::test(start_paused = true)]
async fn a_failure_is_to_be_tried_again_and_nothing_stands_in() {
    let strange = [
        Act::status(500),
        Act::status(401),
        Act::Hang,
        Act::Close,
        vectors(&[]),
        vectors(&[(0, json!([1.0, "x"]))]),
        vectors(&[(0, json!([1.0]))]),
        vectors(&[(7, json!([1.0, 2.0]))]),
        vectors(&[(0, json!([1e300, 2.0]))]),
        Act::Reply(200, Vec::new(), "[".to_owned()),
    ];
    for act in strange {
        let provider = Provider::playing([act.clone()]).await;
        let door = embedding(&provider, Some(2)).await;
        let (failed, took) = in_fast_time(door.embed_passages(texts(&["one"]))).await;
        let Err(LanguageError::Retry { reason, .. }) = failed else {
            panic!("{act:?} gave {failed:?}");
        };
        assert!(
            reason.starts_with("the provider 127.0.0.1:") && !reason.contains("sk-"),
            "{reason}"
        );
        assert!(took < Duration::from_secs(102), "{act:?} took {took:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn while_the_provider_rests_the_error_says_how_long() {
    let provider = Provider::playing([Act::status(401)]).await;
    let door = embedding(&provider, Some(2)).await;
    for _ in 0..2 {
        let failed = in_fast_time(door.embed_query("one".to_owned())).await.0;
        let Err(LanguageError::Retry { after, .. }) = failed else {
            panic!("{failed:?}");
        };
        assert!(after.is_none_or(|after| after > Duration::from_secs(25)));
    }
    assert_eq!(provider.count(), 1);
}

#[tokio::test(start_paused = true)]
async fn who_searches_waits_neither_long_nor_behind_others() {
    let provider = Provider::playing([Act::Hang, vectors(&[(0, json!([1.0]))])]).await;
    let mut settings = provider.settings();
    settings.parallel = 1;
    let door = OpenAiEmbedding::connect(settings, Some(1), noon().1)
        .await
        .unwrap();
    let bulk = door.embed_passages(texts(&["bulk"]));
    let query = async {
        while provider.received().is_empty() {
            tokio::task::yield_now().await;
        }
        door.embed_query("query".to_owned()).await
    };
    let both = async {
        tokio::select! {
            _ = bulk => panic!("the bulk hangs"),
            query = query => query,
        }
    };
    let (query, took) = in_fast_time(both).await;
    assert_eq!(query.unwrap().0, [1.0]);
    assert!(took < Duration::from_secs(1), "{took:?}");
    provider.play([Act::Hang]);
    let (query, took) = in_fast_time(door.embed_query("query".to_owned())).await;
    assert!(query.is_err() && took < Duration::from_secs(11), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn a_model_that_does_not_answer_at_the_start_is_named() {
    let provider = Provider::playing([Act::status(404)]).await;
    let connecting = OpenAiEmbedding::connect(provider.settings(), None, noon().1);
    let Err(error) = in_fast_time(connecting).await.0 else {
        panic!("it cannot be asked");
    };
    let error = error.to_string();
    assert!(
        error.starts_with("the embedding model tiny cannot be used: the provider 127.0.0.1:"),
        "{error}"
    );
}

#[test]
fn an_endpoint_is_an_address_and_nothing_else() {
    let host = |text: &str| text.parse::<Endpoint>().unwrap().host().to_owned();
    assert_eq!(host("https://api.openai.com/v1/"), "api.openai.com");
    assert_eq!(host(" http://127.0.0.1:8080 "), "127.0.0.1:8080");
    for bad in [
        "",
        "api.openai.com",
        "ftp://host/",
        "https://user:password@host/v1",
        "https://host/v1?key=sk-1",
        "https://host/#sk-1",
        "http://",
    ] {
        let error = bad.parse::<Endpoint>().unwrap_err().to_string();
        assert!(error.starts_with("the provider's URL "), "{error}");
        assert!(!error.contains("password") || error.contains("no name or password"));
        assert!(!error.contains("sk-1"));
    }
}

#[test]
fn a_key_is_never_printed() {
    let key: ApiSecret = " sk-abc\n".parse().unwrap();
    assert_eq!(format!("{key:?}"), "ApiSecret(…)");
    for bad in [
        "",
        " ",
        "two words",
        "line\nbreak",
        "ключ",
        &"x".repeat(5_000),
    ] {
        let error = bad.parse::<ApiSecret>().unwrap_err().to_string();
        assert_eq!(
            error,
            "the provider's key must be one word of visible ASCII characters"
        );
    }
}

#[tokio::test]
async fn an_encrypted_provider_needs_nothing_but_the_systems_certificates() {
    let endpoint: Endpoint = "https://127.0.0.1:1/v1".parse().unwrap();
    let settings = ProviderSettings::new(endpoint, None, "tiny");
    // Whether this machine has certificates is not ours to say; that nothing panics is.
    match OpenAiEmbedding::connect(settings, Some(2), noon().1).await {
        Ok(door) => assert_eq!(door.dimensions(), 2),
        Err(error) => assert!(error.to_string().contains("certificates")),
    }
}
