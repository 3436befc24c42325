//! What nobody waits for is read and embedded by threads that stand back.

use std::num::NonZeroUsize;

use recollect_language::local::{LocalExtraction, MiniLm};
use recollect_language::{Embed, Extract};

use crate::to_read;

/// The names of this process' threads that stand back, or that do not, those of readers and models alone.
fn threads(standing_back: bool) -> Vec<String> {
    let mut names = Vec::new();
    for thread in std::fs::read_dir("/proc/self/task").unwrap() {
        // It may have ended meanwhile.
        let Ok(stat) = std::fs::read_to_string(thread.unwrap().path().join("stat")) else {
            continue;
        };
        let (name, fields) = stat.split_once('(').unwrap().1.rsplit_once(") ").unwrap();
        // The 19th field; the first here is the third (proc(5)).
        let niceness: i32 = fields.split(' ').nth(16).unwrap().parse().unwrap();
        if (niceness == 10) == standing_back {
            names.push(name.to_owned());
        }
    }
    names
}

#[tokio::test]
async fn what_nobody_waits_for_is_read_by_threads_that_stand_back_and_says_the_same() {
    let one = NonZeroUsize::MIN;
    let extraction = LocalExtraction::new(one);
    let text = to_read("My sister Clara lives in Lisbon.");
    let now = extraction.extract(text.clone()).await.unwrap();
    let later = extraction.extract_in_background(text).await.unwrap();
    assert_eq!(now, later);
    assert_eq!(now.statements.len(), 2);
    assert!(threads(true).contains(&"background".to_owned()));
    assert!(!threads(false).contains(&"background".to_owned()));
}

#[tokio::test]
async fn what_nobody_waits_for_is_embedded_by_threads_that_stand_back_and_gets_the_same_vectors() {
    let model = MiniLm::load(NonZeroUsize::MIN).unwrap();
    let texts: Vec<String> = (0..20).map(|number| format!("It is {number}.")).collect();
    let now = model.embed_passages(texts.clone()).await.unwrap();
    let later = model.embed_in_background(texts).await.unwrap();
    assert_eq!(now, later);
    let of_model =
        |names: Vec<String>| names.iter().filter(|name| name.starts_with("rten")).count();
    assert!(of_model(threads(true)) >= 1);
    // Those of queries and of what somebody waits for.
    assert!(of_model(threads(false)) >= 2);
}
