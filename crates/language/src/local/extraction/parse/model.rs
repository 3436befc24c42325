//! The parser's model, which lies inside the binary.

use recollect_spacy::Pipeline;

macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!(
            env!("RECOLLECT_ASSETS_DIR"),
            "/en_core_web_sm.",
            $name
        ))
        .as_slice()
    };
}

/// The parser, ready to read; takes some tens of milliseconds.
pub(crate) fn load() -> Pipeline {
    Pipeline::load(|path| {
        Some(match path {
            "tokenizer" => file!("tokenizer"),
            "vocab/lookups.bin" => file!("vocab.lookups.bin"),
            "tok2vec/model" => file!("tok2vec.model"),
            "tagger/cfg" => file!("tagger.cfg"),
            "tagger/model" => file!("tagger.model"),
            "parser/moves" => file!("parser.moves"),
            "parser/model" => file!("parser.model"),
            "attribute_ruler/patterns" => file!("attribute_ruler.patterns"),
            "lemmatizer/lookups/lookups.bin" => file!("lemmatizer.lookups.lookups.bin"),
            "ner/moves" => file!("ner.moves"),
            "ner/model" => file!("ner.model"),
            _ => return None,
        })
    })
    .expect("the build checks the files by their hashes")
}
