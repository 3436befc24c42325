//! A text is read with the last texts of its session in mind.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use recollect_engine::{Engine, Language, Settings};
use recollect_language::scripted::{ScriptedEmbedding, ScriptedExtraction};
use recollect_language::{EntityRef, Extract, Extraction, LanguageError, TextToRead};

use crate::support::Memory;

/// Notes what each text was read with.
struct Listening {
    heard: Arc<Mutex<Vec<String>>>,
    scripted: ScriptedExtraction,
}

#[async_trait]
impl Extract for Listening {
    fn name(&self) -> &str {
        "listening/1"
    }

    async fn extract(&self, text: Arc<TextToRead>) -> Result<Extraction, LanguageError> {
        let speakers: Vec<String> = text.context.speakers.iter().map(called).collect();
        let named = text.context.named.iter();
        let mut named: Vec<String> = named.map(|(entity, _)| called(entity)).collect();
        // What one line names is of one place, in no order.
        named.sort();
        let heard = format!("{} / {}", speakers.join(", "), named.join(", "));
        self.heard.lock().unwrap().push(heard);
        self.scripted.extract(text).await
    }
}

fn called(entity: &EntityRef) -> String {
    match entity {
        EntityRef::Owner => "I".to_owned(),
        EntityRef::Named(name) => name.clone(),
        EntityRef::Role { role, of } => format!("{}'s {role}", called(of)),
    }
}

/// What each of these texts, as (session, body), is read with; processed one by one or together.
async fn heard(texts: &[(Option<&str>, &str)], together: bool) -> Vec<String> {
    let mut memory = Memory::new().await;
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let language = Language {
        embed: Arc::new(ScriptedEmbedding::new()),
        extract: Arc::new(Listening {
            heard: heard.clone(),
            scripted: ScriptedExtraction::new(),
        }),
        rerank: None,
        read: None,
    };
    let (store, environment) = (memory.store.clone(), memory.environment.clone());
    memory.engine = Engine::new(store, language, environment, Settings::default());
    for (session, body) in texts {
        memory.accept("2020-01-01", *session, body).await;
        if !together {
            memory.process().await;
        }
    }
    memory.process().await;
    heard.lock().unwrap().clone()
}

#[tokio::test]
async fn the_last_three_texts_of_the_session_are_in_mind() {
    let texts = [
        (Some("one"), "Anna: Tom* | owns | kite"),
        (Some("two"), "Zoe: Zoe* | owns | zither"),
        (Some("one"), "Ben: my sister | owns | boat"),
        (Some("one"), "Anna: Tom* | owns | car"),
        (Some("one"), "Clara: I | owns | dog"),
        (Some("one"), "Anna: so"),
        (None, "Anna: nothing before"),
    ];
    let one_by_one = heard(&texts, false).await;
    assert_eq!(one_by_one[0], " / ");
    assert_eq!(one_by_one[1], " / ");
    assert_eq!(one_by_one[2], "Anna / Anna, Tom, kite");
    assert_eq!(
        one_by_one[4],
        "Ben, Anna / Anna, Ben, Ben's sister, Tom, boat, car, kite"
    );
    assert_eq!(
        one_by_one[5],
        "Ben, Anna, Clara / Anna, Ben, Ben's sister, Clara, Tom, boat, car, dog"
    );
    assert_eq!(one_by_one[6], " / ");
    assert_eq!(
        heard(&texts, true).await,
        one_by_one,
        "a batch is read as its texts one by one"
    );
}
