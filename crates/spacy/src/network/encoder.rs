//! From the features of words to vectors of words in their context.
//!
//! Each feature is looked up in a table by four hashes of its number, whose rows are added ("hash embedding",
//! Svenstrup et al. 2017, as thinc has it). The features' vectors are mixed into one for the word; then four layers
//! take in the neighbours on both sides, so that a word's vector depends on four words to its left and right.

use std::collections::HashMap;

use pulp::{Arch, Simd, WithSimd};

use super::dense::{Dense, Product, by_piece};
use super::stored::{StoredNetwork, StoredNode};
use crate::error::Damage;
use crate::lexeme::Lexeme;
use crate::msgpack::Value;
use crate::strings::{FoldingHash, four_hashes};

/// Numbers of a vector.
pub(crate) const WIDTH: usize = 96;
/// How many candidates a layer has for each number, of which the largest is taken.
const PIECES: usize = 3;
/// Layers that take in the neighbours, and so the empty words needed around a text.
const LAYERS: usize = 4;
const EPSILON: f32 = 1e-8;

/// Rows that are computed together, so that what a layer makes of them stays in the processor's caches.
const BLOCK: usize = 96;
/// Words that are kept in mind from one text to the next, of 450 bytes each.
const MAX_MET_WORDS: usize = 4_096;

/// A word in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Word {
    pub(crate) lexeme: Lexeme,
    pub(crate) space_after: bool,
}

pub(crate) struct Encoder {
    embeddings: Vec<Embedding>,
    mix: Maxout,
    layers: Vec<Maxout>,
}

/// A table of vectors for one feature.
struct Embedding {
    feature: Feature,
    seed: u32,
    rows: usize,
    table: Vec<f32>,
}

#[derive(Debug, Clone, Copy)]
enum Feature {
    Norm,
    Prefix,
    Suffix,
    Shape,
    SpaceAfter,
    IsSpace,
}

/// A layer that takes the largest of three candidates, then normalises the vector.
struct Maxout {
    arch: Arch,
    dense: Dense,
    scale: Vec<f32>,
    shift: Vec<f32>,
}

/// Words that an encoder has met, with their vectors without context: most words of a text are those of the texts before.
#[derive(Default)]
pub(crate) struct MetWords {
    /// Where the vector of each word is in `mixed`.
    places: HashMap<Word, usize, FoldingHash>,
    mixed: Vec<f32>,
}

/// What encoding needs, kept for the next text.
#[derive(Default)]
pub(crate) struct EncoderScratch {
    /// The text's different words that were not met before.
    new: Vec<Word>,
    features: Vec<f32>,
    candidates: Product,
    /// The vectors of the text with the empty words around it, before and after a layer.
    before: Vec<f32>,
    after: Vec<f32>,
}

impl Encoder {
    pub(crate) fn load(network: &StoredNetwork) -> Result<Encoder, Damage> {
        let extract = network.first("extract_features")?;
        let columns = extract.attribute("columns")?;
        let features: Vec<Feature> = columns
            .list()?
            .iter()
            .map(Feature::read)
            .collect::<Result<_, _>>()?;
        let tables: Vec<&StoredNode> = network.all("hashembed").collect();
        let maxouts: Vec<&StoredNode> = network.all("maxout").collect();
        let norms: Vec<&StoredNode> = network.all("layernorm").collect();
        let is_known = tables.len() == features.len()
            && maxouts.len() == LAYERS + 1
            && norms.len() == maxouts.len();
        if !is_known {
            return Err(Damage::new("the encoder is built in another way"));
        }
        let embeddings: Vec<Embedding> = features
            .iter()
            .zip(tables)
            .map(|(feature, table)| Embedding::load(*feature, table))
            .collect::<Result<_, _>>()?;
        let mut layers = Vec::with_capacity(maxouts.len());
        for (index, (maxout, norm)) in maxouts.into_iter().zip(norms).enumerate() {
            let inputs = if index == 0 { embeddings.len() } else { 3 } * WIDTH;
            layers.push(Maxout::load(maxout, norm, inputs)?);
        }
        let mix = layers.remove(0);
        Ok(Encoder {
            embeddings,
            mix,
            layers,
        })
    }

    /// Writes a vector of [`WIDTH`] numbers for each word. `met` is of this encoder alone.
    pub(crate) fn encode(
        &self,
        words: &[Word],
        met: &mut MetWords,
        scratch: &mut EncoderScratch,
        vectors: &mut Vec<f32>,
    ) {
        // One more empty word than the layers take in, on each side, only stays empty.
        let padding = (LAYERS + 1) * WIDTH;
        scratch.before.clear();
        scratch
            .before
            .resize(words.len() * WIDTH + 2 * padding, 0.0);
        self.mix_words(words, padding, met, scratch);
        let EncoderScratch {
            candidates,
            before,
            after,
            ..
        } = scratch;
        after.clear();
        after.resize(before.len(), 0.0);
        for (index, layer) in self.layers.iter().enumerate() {
            // Of the empty words, those that no later layer takes in need not be computed.
            let around = LAYERS - 1 - index;
            let first = LAYERS + 1 - around;
            let last = LAYERS + 1 + words.len() + around;
            for start in (first..last).step_by(BLOCK) {
                let rows = BLOCK.min(last - start);
                layer
                    .dense
                    .apply(&before[(start - 1) * WIDTH..], WIDTH, rows, candidates);
                let block = start * WIDTH..(start + rows) * WIDTH;
                layer.add(
                    &candidates.values,
                    &before[block.clone()],
                    &mut after[block],
                );
            }
            std::mem::swap(before, after);
        }
        vectors.clear();
        vectors.extend_from_slice(&before[padding..padding + words.len() * WIDTH]);
    }

    /// Writes the words' vectors without context into `before`, behind the padding; each different word is mixed once.
    fn mix_words(
        &self,
        words: &[Word],
        padding: usize,
        met: &mut MetWords,
        scratch: &mut EncoderScratch,
    ) {
        let EncoderScratch {
            new,
            features,
            candidates,
            before,
            ..
        } = scratch;
        let MetWords { places, mixed } = met;
        if places.len() > MAX_MET_WORDS {
            places.clear();
            mixed.clear();
        }
        let first_new = places.len();
        new.clear();
        for word in words {
            places.entry(*word).or_insert_with(|| {
                new.push(*word);
                first_new + new.len() - 1
            });
        }
        let stride = self.embeddings.len() * WIDTH;
        mixed.resize(places.len() * WIDTH, 0.0);
        let new_mixed = mixed[first_new * WIDTH..].chunks_mut(BLOCK * WIDTH);
        for (block, mixed) in new.chunks(BLOCK).zip(new_mixed) {
            features.resize(block.len() * stride, 0.0);
            let mut feature_vectors = features.chunks_exact_mut(WIDTH);
            for word in block {
                for (embedding, vector) in self.embeddings.iter().zip(&mut feature_vectors) {
                    embedding.look_up(word, vector);
                }
            }
            self.mix
                .dense
                .apply(features, stride, block.len(), candidates);
            self.mix
                .add(&candidates.values, &EMPTY[..mixed.len()], mixed);
        }
        for (word, vector) in words.iter().zip(before[padding..].chunks_exact_mut(WIDTH)) {
            let place = places[word] * WIDTH;
            vector.copy_from_slice(&mixed[place..place + WIDTH]);
        }
    }
}

/// Vectors of empty words.
static EMPTY: [f32; BLOCK * WIDTH] = [0.0; BLOCK * WIDTH];

impl Embedding {
    fn load(feature: Feature, node: &StoredNode) -> Result<Embedding, Damage> {
        let shape = node.shape("E")?;
        let rows = shape.first().copied().unwrap_or(0);
        if rows == 0 || u32::try_from(rows).is_err() {
            return Err(Damage::new("an embedding has no rows"));
        }
        let seed = u32::try_from(node.attribute("seed")?.unsigned()?);
        let seed = seed.map_err(|_| Damage::new("a seed is out of range"))?;
        Ok(Embedding {
            feature,
            seed,
            rows,
            table: node.array("E", &[rows, WIDTH])?,
        })
    }

    fn look_up(&self, word: &Word, vector: &mut [f32]) {
        let [first, second, third, fourth] =
            four_hashes(self.feature.of(word), self.seed).map(|hash| {
                let row = hash as usize % self.rows;
                &self.table[row * WIDTH..(row + 1) * WIDTH]
            });
        let rows = first.iter().zip(second).zip(third.iter().zip(fourth));
        for (sum, ((first, second), (third, fourth))) in vector.iter_mut().zip(rows) {
            *sum = first + second + third + fourth;
        }
    }
}

impl Feature {
    fn read(name: &Value) -> Result<Feature, Damage> {
        Ok(match name.text()? {
            "NORM" => Feature::Norm,
            "PREFIX" => Feature::Prefix,
            "SUFFIX" => Feature::Suffix,
            "SHAPE" => Feature::Shape,
            "SPACY" => Feature::SpaceAfter,
            "IS_SPACE" => Feature::IsSpace,
            other => return Err(Damage::new(format!("the feature {other} is not known"))),
        })
    }

    fn of(self, word: &Word) -> u64 {
        match self {
            Feature::Norm => word.lexeme.norm.0,
            Feature::Prefix => word.lexeme.prefix.0,
            Feature::Suffix => word.lexeme.suffix.0,
            Feature::Shape => word.lexeme.shape.0,
            Feature::SpaceAfter => word.space_after.into(),
            Feature::IsSpace => word.lexeme.is_space.into(),
        }
    }
}

impl Maxout {
    fn load(maxout: &StoredNode, norm: &StoredNode, inputs: usize) -> Result<Maxout, Damage> {
        let weights = maxout.array("W", &[WIDTH, PIECES, inputs])?;
        let bias = maxout.array("b", &[WIDTH, PIECES])?;
        let weights = by_piece(&weights, PIECES, inputs);
        Ok(Maxout {
            arch: Arch::new(),
            dense: Dense::new(&weights, by_piece(&bias, PIECES, 1), inputs),
            scale: norm.array("G", &[WIDTH])?,
            shift: norm.array("b", &[WIDTH])?,
        })
    }

    /// Adds the layer's vectors, made of the candidates, to those before it.
    fn add(&self, candidates: &[f32], before: &[f32], after: &mut [f32]) {
        self.arch.dispatch(AddNormalised {
            layer: self,
            candidates,
            before,
            after,
        });
    }
}

struct AddNormalised<'a> {
    layer: &'a Maxout,
    candidates: &'a [f32],
    before: &'a [f32],
    after: &'a mut [f32],
}

impl WithSimd for AddNormalised<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let (scale, _) = S::as_simd_f32s(&self.layer.scale);
        let (shift, _) = S::as_simd_f32s(&self.layer.shift);
        let rows = self.candidates.chunks_exact(self.layer.dense.stride());
        let mut largest = [0.0f32; WIDTH];
        let (largest, _) = S::as_mut_simd_f32s(&mut largest);
        let vectors = self
            .before
            .chunks_exact(WIDTH)
            .zip(self.after.chunks_exact_mut(WIDTH));
        for (candidates, (before, after)) in rows.zip(vectors) {
            let (first, rest) = candidates.split_at(WIDTH);
            let (second, third) = rest.split_at(WIDTH);
            let (first, _) = S::as_simd_f32s(first);
            let (second, _) = S::as_simd_f32s(second);
            let (third, _) = S::as_simd_f32s(&third[..WIDTH]);
            let candidates = first.iter().zip(second).zip(third);
            let mut sum = simd.splat_f32s(0.0);
            for (largest, ((first, second), third)) in largest.iter_mut().zip(candidates) {
                *largest = simd.max_f32s(simd.max_f32s(*first, *second), *third);
                sum = simd.add_f32s(sum, *largest);
            }
            let mean = simd.splat_f32s(simd.reduce_sum_f32s(sum) / WIDTH as f32);
            let mut squares = simd.splat_f32s(0.0);
            for value in largest.iter_mut() {
                *value = simd.sub_f32s(*value, mean);
                squares = simd.mul_add_e_f32s(*value, *value, squares);
            }
            let variance = simd.reduce_sum_f32s(squares) / WIDTH as f32;
            let factor = simd.splat_f32s(1.0 / (variance + EPSILON).sqrt());
            let (before, _) = S::as_simd_f32s(before);
            let (after, _) = S::as_mut_simd_f32s(after);
            let parameters = scale.iter().zip(shift);
            let places = after.iter_mut().zip(before).zip(&*largest).zip(parameters);
            for (((after, before), value), (scale, shift)) in places {
                let normalised = simd.mul_f32s(*value, factor);
                let scaled = simd.mul_add_e_f32s(normalised, *scale, *shift);
                *after = simd.add_f32s(*before, scaled);
            }
        }
    }
}
