//! Models of the operator's own, by networks whose weights were thought out (`tests/models/make.py`).

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use recollect_language::Embed;
use recollect_language::local::{OnnxEmbedding, OnnxReranker, UnusableModel};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The numbers of tokens, as `make.py` gives them.
const BEGIN: usize = 2;
const END: usize = 3;
const KETTLE: usize = 7;
const STOVE: usize = 9;
const QUERY: usize = 17;
const COLON: usize = 18;
const PASSAGE: usize = 19;
const SIZE: usize = 20;

/// A model's directory that may be spoilt.
fn copied(model: &str) -> TempDir {
    let from = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/models")
        .join(model);
    let directory = tempfile::tempdir().expect("a directory can be made");
    for file in ["model.onnx", "tokenizer.json", "config.json"] {
        std::fs::copy(from.join(file), directory.path().join(file)).expect("it is copied");
    }
    directory
}

fn write(directory: &TempDir, file: &str, content: &Value) {
    let path = directory.path().join(file);
    std::fs::create_dir_all(path.parent().expect("it is in a directory")).expect("it is made");
    std::fs::write(path, content.to_string()).expect("it is written");
}

fn one() -> NonZeroUsize {
    NonZeroUsize::MIN
}

fn opened(directory: &TempDir) -> OnnxEmbedding {
    OnnxEmbedding::open(directory.path(), one()).expect("the model can be used")
}

fn refused(directory: &TempDir) -> UnusableModel {
    match OnnxEmbedding::open(directory.path(), one()) {
        Ok(_) => panic!("the model was opened"),
        Err(error) => error,
    }
}

async fn passage(model: &OnnxEmbedding, text: &str) -> Vec<f32> {
    let vectors = model.embed_passages(vec![text.to_owned()]).await;
    vectors.expect("it is embedded").remove(0).0
}

/// The vector of length 1 in the direction of these weights.
fn direction(weights: &[(usize, f32)]) -> Vec<f32> {
    let mut vector = [0.0; SIZE];
    for &(token, weight) in weights {
        vector[token] = weight;
    }
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    vector.iter().map(|value| value / length).collect()
}

fn assert_close(vector: &[f32], expected: &[f32]) {
    let off = vector.iter().zip(expected).map(|(a, b)| (a - b).abs());
    assert!(off.fold(0.0, f32::max) < 1e-5, "{vector:?} {expected:?}");
    assert_eq!(vector.len(), expected.len());
}

#[tokio::test]
async fn tokens_are_pooled_as_the_configuration_says() {
    let all = [BEGIN, KETTLE, KETTLE, STOVE, END];
    let sums = |weight: fn(usize) -> f32| {
        let mut sums = vec![0.0; SIZE];
        all.iter()
            .enumerate()
            .for_each(|(at, &token)| sums[token] += weight(at));
        direction(&sums.into_iter().enumerate().collect::<Vec<_>>())
    };
    let same = direction(&[(BEGIN, 1.0), (KETTLE, 1.0), (STOVE, 1.0), (END, 1.0)]);
    for (configured, expected) in [
        (
            json!({"pooling_mode_cls_token": true}),
            direction(&[(BEGIN, 1.0)]),
        ),
        (json!({"pooling_mode": "cls"}), direction(&[(BEGIN, 1.0)])),
        (
            json!({"pooling_mode_lasttoken": true}),
            direction(&[(END, 1.0)]),
        ),
        (json!({"pooling_mode_max_tokens": true}), same),
        (json!({"pooling_mode_mean_tokens": true}), sums(|_| 1.0)),
        (
            json!({"pooling_mode_mean_sqrt_len_tokens": true}),
            sums(|_| 1.0),
        ),
        (
            json!({"pooling_mode": "weightedmean"}),
            sums(|at| at as f32 + 1.0),
        ),
    ] {
        let directory = copied("bag");
        write(&directory, "1_Pooling/config.json", &configured);
        let model = opened(&directory);
        assert_eq!(model.dimensions(), SIZE);
        assert_close(&passage(&model, "kettle kettle stove").await, &expected);
    }
    let unconfigured = opened(&copied("bag"));
    assert_close(
        &passage(&unconfigured, "kettle kettle stove").await,
        &sums(|_| 1.0),
    );
}

#[tokio::test]
async fn queries_and_passages_are_read_after_their_prompts() {
    let directory = copied("bag");
    let prompts = json!({"prompts": {"query": "query: ", "passage": "passage: "}});
    write(&directory, "config_sentence_transformers.json", &prompts);
    let model = opened(&directory);
    let of = |prompt| {
        direction(&[
            (BEGIN, 1.0),
            (prompt, 1.0),
            (COLON, 1.0),
            (KETTLE, 1.0),
            (END, 1.0),
        ])
    };
    assert_close(&passage(&model, "kettle").await, &of(PASSAGE));
    let query = model.embed_query("kettle".to_owned()).await;
    assert_close(&query.expect("it is embedded").0, &of(QUERY));
    // A prompt is nothing to embed.
    assert_eq!(passage(&model, " ").await, vec![0.0; SIZE]);
}

#[tokio::test]
async fn texts_are_cut_where_the_model_stops_to_read_and_in_lower_case_if_it_wants_that() {
    let directory = copied("bag");
    let short = json!({"max_seq_length": 3, "do_lower_case": true});
    write(&directory, "sentence_bert_config.json", &short);
    let model = opened(&directory);
    let expected = direction(&[(BEGIN, 1.0), (KETTLE, 1.0), (END, 1.0)]);
    assert_close(&passage(&model, "KETTLE stove stove").await, &expected);
    let many = passage(&opened(&copied("bag")), &"kettle ".repeat(500)).await;
    assert_close(
        &many,
        &direction(&[(BEGIN, 1.0), (KETTLE, 14.0), (END, 1.0)]),
    );
}

#[test]
fn a_model_has_another_name_when_its_vectors_would_differ() {
    let directory = copied("bag");
    let name = opened(&directory).model().to_owned();
    assert_eq!(opened(&directory).model(), name);
    assert!(name.starts_with("onnx/") && name.ends_with("/1"), "{name}");
    let prompts = json!({"prompts": {"query": "query: "}});
    write(&directory, "config_sentence_transformers.json", &prompts);
    let with_prompt = opened(&directory).model().to_owned();
    assert_ne!(with_prompt, name);
    write(
        &directory,
        "1_Pooling/config.json",
        &json!({"pooling_mode": "max"}),
    );
    assert_ne!(opened(&directory).model(), with_prompt);
}

#[test]
fn the_network_is_found_where_hubs_put_it() {
    let directory = copied("bag");
    let moved = |from: &str, to: &str| {
        let path = |name: &str| -> PathBuf { directory.path().join(name) };
        std::fs::rename(path(from), path(to)).expect("it is moved");
    };
    std::fs::create_dir(directory.path().join("onnx")).expect("it is made");
    moved("model.onnx", "onnx/model.onnx");
    let name = opened(&directory).model().to_owned();
    moved("onnx/model.onnx", "onnx/model_quantized.onnx");
    assert_eq!(opened(&directory).model(), name);
    // The file itself may be named, where a directory has several.
    let file = directory.path().join("onnx/model_quantized.onnx");
    let of_file = OnnxEmbedding::open(&file, one()).expect("the model can be used");
    assert_eq!(of_file.model(), name);
    moved("onnx/model_quantized.onnx", "model.bin");
    assert!(
        refused(&directory)
            .reason
            .contains("neither model.onnx nor")
    );
}

#[test]
fn what_cannot_be_used_is_refused_with_the_files_name() {
    type Spoil = fn(&TempDir);
    let spoilt: [(&str, &str, Spoil); 9] = [
        ("tokenizer.json", "missing", |directory| {
            std::fs::remove_file(directory.path().join("tokenizer.json")).expect("it is gone");
        }),
        ("tokenizer.json", "", |directory| {
            write(directory, "tokenizer.json", &json!({}));
        }),
        ("config.json", "missing", |directory| {
            std::fs::remove_file(directory.path().join("config.json")).expect("it is gone");
        }),
        ("model.onnx", "", |directory| {
            write(directory, "model.onnx", &json!("no network"));
        }),
        ("1_Pooling/config.json", "no way to pool", |directory| {
            write(
                directory,
                "1_Pooling/config.json",
                &json!({"pooling_mode": "attention"}),
            );
        }),
        ("1_Pooling/config.json", "more than one", |directory| {
            let both = json!({"pooling_mode_cls_token": true, "pooling_mode_max_tokens": true});
            write(directory, "1_Pooling/config.json", &both);
        }),
        ("1_Pooling/config.json", "EOF", |directory| {
            std::fs::create_dir(directory.path().join("1_Pooling")).expect("it is made");
            let file = directory.path().join("1_Pooling/config.json");
            std::fs::write(file, "{").expect("it is written");
        }),
        ("modules.json", "Dense", |directory| {
            let modules =
                json!([{"path": "2_Dense", "type": "sentence_transformers.models.Dense"}]);
            write(directory, "modules.json", &modules);
        }),
        (
            "config_sentence_transformers.json",
            "not text",
            |directory| {
                let prompts = json!({"prompts": {"query": 1}});
                write(directory, "config_sentence_transformers.json", &prompts);
            },
        ),
    ];
    for (file, reason, spoil) in spoilt {
        let directory = copied("bag");
        spoil(&directory);
        let error = refused(&directory);
        assert!(error.file.ends_with(file), "{error}");
        assert!(error.reason.contains(reason), "{error}");
    }
    let nowhere = OnnxEmbedding::open(Path::new("no/such/directory"), one());
    assert!(nowhere.is_err_and(|error| error.file.ends_with("no/such/directory")));
}

#[tokio::test]
async fn passages_are_judged_together_with_the_question_in_any_company() {
    let directory = copied("overlap");
    let model = OnnxReranker::open(directory.path(), NonZeroUsize::new(2).expect("not zero"));
    let model = model.expect("the model can be used");
    let texts = [
        "boat in the harbour",
        "the kettle is on the stove",
        "",
        "zzz",
    ];
    let texts: Vec<String> = texts.map(str::to_owned).to_vec();
    let question = "where is the kettle".to_owned();
    let scores = model.scores(question.clone(), texts.clone()).await;
    // "the", once for each time it stands; "the" twice, "kettle" and "is"; nothing.
    assert_eq!(scores.expect("they are judged"), [1.0, 4.0, 0.0, 0.0]);
    let alone = model.scores(question.clone(), vec![texts[1].clone()]).await;
    assert_eq!(alone.expect("it is judged"), [4.0]);
    assert_eq!(model.scores(question, Vec::new()).await, Ok(Vec::new()));
}

#[test]
fn what_is_no_cross_encoder_is_refused_with_the_files_name() {
    let directory = copied("bag");
    let Err(error) = OnnxReranker::open(directory.path(), one()) else {
        panic!("it was opened");
    };
    assert!(error.file.ends_with("model.onnx"), "{error}");
    assert!(error.reason.contains("one number"), "{error}");
}
