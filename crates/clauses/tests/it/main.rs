//! What the reading gives for texts of our own, and that no text and no parse breaks it.

mod odd;
mod sentences;
mod wording;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs};

use recollect_spacy::Pipeline;

/// The parser, from the files that `assets/fetch` puts into `assets/cache`.
static PIPELINE: LazyLock<Pipeline> = LazyLock::new(|| {
    let cache = env::var_os("RECOLLECT_ASSETS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/cache"),
        PathBuf::from,
    );
    let read = |path: &&'static str| {
        let name = format!("en_core_web_sm.{}", path.replace('/', "."));
        let content = fs::read(cache.join(name)).expect("assets/fetch has been run");
        (*path, content)
    };
    let files: Vec<(&str, Vec<u8>)> = Pipeline::FILES.iter().map(read).collect();
    Pipeline::load(|path| {
        let file = files.iter().find(|(name, _)| *name == path);
        file.map(|(_, content)| content.as_slice())
    })
    .expect("the files are those of the package")
});
