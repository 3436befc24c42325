//! Models of the operator's own at the service's doors.

use clap::Parser;
use recollect_server::commands::serve_on;
use recollect_server::configuration::{Command, CommandLine};
use reqwest::StatusCode;
use serde_json::json;
use tokio::net::TcpListener;

use crate::service::Service;

const MODELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../language/tests/models");

#[tokio::test]
async fn texts_are_embedded_and_searches_reranked_by_models_in_directories() {
    let embedder = format!("onnx:{MODELS}/bag");
    let reranker = format!("onnx:{MODELS}/overlap");
    let flags = ["--embedder", &embedder, "--reranker", &reranker];
    let service = Service::with(&flags).await;
    let client = service.client("anna@example.com").await;
    let none = json!({});
    for text in [
        "the kettle",
        "a lamp is where my boat was, the kettle too, with Tom and Anna",
    ] {
        let log = client.remember(text, &none).await;
        assert_eq!(log["status"], "completed", "{log}");
    }
    let asked = |rerank: Option<bool>| json!({ "query": "where is the kettle", "rerank": rerank });
    for (rerank, reranked) in [(None, false), (Some(false), false), (Some(true), true)] {
        let (status, found) = client.post("/search", &asked(rerank)).await;
        assert_eq!(status, StatusCode::OK, "{found}");
        assert_eq!(found["reranked"], reranked, "{found}");
        let first = if reranked { "a lamp" } else { "the kettle" };
        let text = found["episodes"][0].as_str().unwrap();
        assert!(text.starts_with(first), "{found}");
    }
    let refused = client
        .post("/search", &json!({ "query": "kettle", "rerank": "yes" }))
        .await;
    assert_eq!(refused.0, StatusCode::BAD_REQUEST, "{}", refused.1);
}

#[tokio::test]
async fn a_model_that_cannot_be_used_stops_the_start_with_its_file_named() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().to_str().unwrap();
    let (bag, overlap) = (
        format!("onnx:{MODELS}/bag"),
        format!("onnx:{MODELS}/overlap"),
    );
    let nowhere = format!("onnx:{data}/nowhere");
    for (flags, said) in [
        (&["--embedder", &nowhere][..], "nowhere: "),
        // What reads a text alone judges none, and what gives one number is no vector.
        (&["--reranker", &bag], "--reranker: "),
        (
            &["--embedder", &format!("onnx:{data}")],
            "neither model.onnx nor",
        ),
        (
            &["--rerank-by-default"],
            "no effect without RECOLLECT_RERANKER",
        ),
    ] {
        let arguments = [&["recollect", "serve", "--data", data][..], flags].concat();
        let Command::Serve(options) = CommandLine::parse_from(arguments).command else {
            unreachable!("it says serve")
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let served = serve_on(listener, options, std::future::pending()).await;
        let error = served.expect_err("the service does not start").to_string();
        assert!(error.contains(said), "{error}");
    }
    for wrong in ["onnx:", "bert", "onnx"] {
        let arguments = ["recollect", "serve", "--embedder", wrong];
        assert!(CommandLine::try_parse_from(arguments).is_err(), "{wrong}");
    }
    let arguments = ["recollect", "serve", "--reranker", &overlap[5..]];
    assert!(CommandLine::try_parse_from(arguments).is_err());
}
