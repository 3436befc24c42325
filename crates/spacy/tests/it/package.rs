use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::LazyLock;

use recollect_spacy::Pipeline;

/// The package's files, by their path in it.
pub(crate) static FILES: LazyLock<HashMap<&'static str, Vec<u8>>> = LazyLock::new(|| {
    let assets = std::env::var_os("RECOLLECT_ASSETS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/cache")),
        PathBuf::from,
    );
    let read = |path: &'static str| {
        let file = assets.join(format!("en_core_web_sm.{}", path.replace('/', ".")));
        let content = std::fs::read(&file);
        (
            path,
            content.unwrap_or_else(|error| panic!("{}: {error}; run assets/fetch", file.display())),
        )
    };
    Pipeline::FILES.into_iter().map(read).collect()
});

/// The pipeline, loaded once for all tests.
pub(crate) static PIPELINE: LazyLock<Pipeline> = LazyLock::new(|| {
    Pipeline::load(|path| FILES.get(path).map(Vec::as_slice)).expect("the package's files load")
});

#[test]
fn a_pipeline_can_be_shared_between_threads() {
    fn is_shared<T: Send + Sync>(_: &T) {}
    is_shared(&*PIPELINE);
    let read = || PIPELINE.read("Anna lives in Berlin.");
    let here = read();
    std::thread::scope(|threads| {
        let there = threads.spawn(read);
        assert_eq!(there.join().expect("the thread ends"), here);
    });
}

/// More different words than are kept in mind, read between two readings of one text.
#[test]
fn a_text_is_read_alike_whatever_was_read_before() {
    let text = "Anna, who lives in Berlin, sold Bert's old bicycle to Zelda on Friday.";
    let first = PIPELINE.read(text);
    for number in 0..120 {
        let words: Vec<String> = (0..50).map(|word| format!("w{number}x{word}")).collect();
        let other = format!("{} sold the {} {text}", words.join(" "), words[number % 50]);
        PIPELINE.read(&other);
        assert_eq!(PIPELINE.read(text), first, "after {other:?}");
    }
    let fresh = Pipeline::load(|path| FILES.get(path).map(Vec::as_slice));
    let fresh = fresh.expect("the package's files load");
    assert_eq!(fresh.read(text), first);
}
