//! A network that reads tokens, in any of the forms that models are published in, run by `rten`.

use std::fmt::Display;
use std::sync::Arc;

use recollect_model::Embedding;
use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value, ValueOrView};
use rten_tensor::NdTensor;
use rten_tensor::prelude::*;

use super::normalized;
use crate::LanguageError;

/// How the vectors of a text's tokens become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pooling {
    /// The vector of the first token, which stands for the text.
    First,
    /// The vector of the last token.
    Last,
    /// The mean of all.
    Mean,
    /// The mean of all, where each counts one more than the one before.
    WeightedMean,
    /// The greatest of each dimension.
    Greatest,
}

/// A network whose inputs and output are known.
pub(super) struct Transformer {
    model: Model,
    inputs: Inputs,
    output: NodeId,
    /// What goes on from there.
    layers: Option<Layers>,
}

/// Layers of our own making that go on where a network of another was left: rows of one text in, rows out.
struct Layers {
    model: Model,
    input: NodeId,
    output: NodeId,
}

struct Inputs {
    ids: NodeId,
    mask: Option<NodeId>,
    types: Option<NodeId>,
}

/// What a network makes of one text: rows of equal length, as many as it has tokens, or a single one.
pub(super) struct Rows {
    pub(super) values: Vec<f32>,
    pub(super) width: usize,
    /// Whether there is a row for each token.
    pub(super) by_token: bool,
}

impl Transformer {
    /// Finds the inputs, and the first output there is of those that are preferred, by their names; says what is missing, or
    /// what is not known.
    ///
    /// Where no output has one of the names, it is the one that has a vector for each token when it is tried, or else the
    /// widest that has one for all.
    pub(super) fn new(model: Model, preferred: &[&str]) -> Result<Self, String> {
        let inputs = Inputs::of(&model)?;
        let named = |name: &&str| {
            let is_it =
                |id: &&NodeId| model.node_info(**id).and_then(|info| info.name()) == Some(*name);
            model.output_ids().iter().find(is_it).copied()
        };
        let output = match preferred.iter().find_map(named) {
            Some(output) => output,
            None => usable_output(&model, &inputs)?,
        };
        Ok(Self {
            model,
            inputs,
            output,
            layers: None,
        })
    }

    /// A network that is run up to one of its inner values, by its name, from which layers of our own go on.
    pub(super) fn continued(
        model: Model,
        inner: &str,
        layers: &'static [u8],
    ) -> Result<Self, String> {
        let inputs = Inputs::of(&model)?;
        let output = model.find_node(inner);
        Ok(Self {
            inputs,
            output: output.ok_or_else(|| format!("it has no {inner}"))?,
            model,
            layers: Some(Layers::load(layers)?),
        })
    }

    /// What it makes of a text's tokens, where of two texts it is told of which each token is.
    pub(super) fn run(
        &self,
        tokens: &[u32],
        types: Option<&[u32]>,
        pool: &Arc<ThreadPool>,
    ) -> Result<Rows, LanguageError> {
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(pool)));
        let inputs = self.inputs.of_tokens(tokens, types);
        let [output] = self
            .model
            .run_n(inputs, [self.output], Some(options))
            .map_err(|error| failed(&error))?;
        let rows = rows(output, tokens.len());
        let rows = rows.ok_or_else(|| failed(&"its answer has another shape"))?;
        match &self.layers {
            Some(layers) => layers.run(rows, pool),
            None => Ok(rows),
        }
    }
}

impl Layers {
    /// Unpacks them; says what is wrong with them.
    fn load(inside: &'static [u8]) -> Result<Self, String> {
        let model = ModelOptions::with_all_ops()
            .prepack_weights(true)
            .load_static_slice(inside)
            .map_err(|error| error.to_string())?;
        let (&[input], &[output]) = (model.input_ids(), model.output_ids()) else {
            return Err("it has other inputs or outputs".to_owned());
        };
        Ok(Self {
            model,
            input,
            output,
        })
    }

    /// What they make of the rows of a text's tokens: as many, of any width.
    fn run(&self, below: Rows, pool: &Arc<ThreadPool>) -> Result<Rows, LanguageError> {
        let tokens = below.values.len() / below.width.max(1);
        let values = NdTensor::from_data([1, tokens, below.width], below.values);
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(pool)));
        let [output] = self
            .model
            .run_n(
                vec![(self.input, values.into())],
                [self.output],
                Some(options),
            )
            .map_err(|error| failed(&error))?;
        let rows = rows(output, tokens).filter(|rows| rows.by_token);
        rows.ok_or_else(|| failed(&"its answer has another shape"))
    }
}

/// That a model made nothing of a text, and why.
fn failed(why: &dyn Display) -> LanguageError {
    LanguageError::give_up(format!("a model failed on a text: {why}"))
}

impl Inputs {
    fn of(model: &Model) -> Result<Self, String> {
        let (mut ids, mut mask, mut types) = (None, None, None);
        for &id in model.input_ids() {
            let name = model.node_info(id).and_then(|info| info.name());
            match name.unwrap_or_default() {
                "input_ids" => ids = Some(id),
                "attention_mask" => mask = Some(id),
                "token_type_ids" => types = Some(id),
                other => return Err(format!("it has an input that is not known, {other}")),
            }
        }
        Ok(Self {
            ids: ids.ok_or("it has no input input_ids")?,
            mask,
            types,
        })
    }

    fn of_tokens(
        &self,
        tokens: &[u32],
        types: Option<&[u32]>,
    ) -> Vec<(NodeId, ValueOrView<'static>)> {
        let shape = [1, tokens.len()];
        let numbers = |of: &[u32]| {
            let numbers = of.iter().map(|&number| number as i32).collect::<Vec<_>>();
            NdTensor::from_data(shape, numbers)
        };
        let mut inputs = vec![(self.ids, numbers(tokens).into())];
        if let Some(mask) = self.mask {
            inputs.push((mask, NdTensor::<i32, 2>::full(shape, 1).into()));
        }
        if let Some(node) = self.types {
            let types = types.map_or_else(|| NdTensor::zeros(shape), numbers);
            inputs.push((node, types.into()));
        }
        inputs
    }
}

fn usable_output(model: &Model, inputs: &Inputs) -> Result<NodeId, String> {
    // Numbers that every vocabulary has; more than one, so that rows by token are told from a single one.
    let tokens = [0, 1, 0];
    let outputs = model.output_ids();
    let tried = model.run(inputs.of_tokens(&tokens, None), outputs, None);
    let tried = tried.map_err(|error| format!("it fails when it is tried: {error}"))?;
    let usable = tried.into_iter().zip(outputs).filter_map(|(output, &id)| {
        let rows = rows(output, tokens.len())?;
        Some(((rows.by_token, rows.width), id))
    });
    let best = usable.max_by_key(|(merits, _)| *merits);
    best.map(|(_, id)| id)
        .ok_or_else(|| "it has no output of vectors".to_owned())
}

/// The output for one text as rows; `None` where it is of another form.
fn rows(output: Value, tokens: usize) -> Option<Rows> {
    let (shape, values) = match output {
        Value::FloatTensor(tensor) => (tensor.shape().to_vec(), tensor.to_vec()),
        _ => return None,
    };
    let (&width, rest) = shape.split_last()?;
    let by_token = match rest {
        [1, count] if *count == tokens => true,
        [1] => false,
        _ => return None,
    };
    Some(Rows {
        values,
        width,
        by_token,
    })
}

impl Pooling {
    /// One vector of length 1 for the rows of a text.
    pub(super) fn pool(self, rows: &Rows) -> Embedding {
        if !rows.by_token || rows.width == 0 {
            return normalized(rows.values.clone());
        }
        let mut vectors = rows.values.chunks_exact(rows.width);
        let one = match self {
            Self::First => vectors.next().map(<[f32]>::to_vec),
            Self::Last => vectors.last().map(<[f32]>::to_vec),
            Self::Greatest => vectors.map(<[f32]>::to_vec).reduce(|mut one, other| {
                let pairs = one.iter_mut().zip(other);
                pairs.for_each(|(one, other)| *one = one.max(other));
                one
            }),
            Self::Mean | Self::WeightedMean => {
                let mut sum = vec![0.0; rows.width];
                for (place, vector) in vectors.enumerate() {
                    let weight = match self {
                        Self::WeightedMean => (place + 1) as f32,
                        _ => 1.0,
                    };
                    let pairs = sum.iter_mut().zip(vector);
                    pairs.for_each(|(sum, value)| *sum += weight * value);
                }
                Some(sum)
            }
        };
        normalized(one.unwrap_or_default())
    }
}
