//! Embeddings, exact and quantised.

/// The embedding of a text: `dimensions` floats of Euclidean length 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Embedding(pub Vec<f32>);

/// An embedding in one byte a dimension: `value[i] * scale` approximates the float.
#[derive(Clone, PartialEq, Debug)]
pub struct QuantizedVector {
    /// What one step of a value stands for.
    pub scale: f32,
    /// The values, each within -127 ..= 127.
    pub values: Vec<i8>,
}

impl QuantizedVector {
    /// Quantises symmetrically: the largest magnitude becomes 127.
    pub fn of(embedding: &Embedding) -> Self {
        let largest = embedding
            .0
            .iter()
            .fold(0.0_f32, |largest, value| largest.max(value.abs()));
        let scale = if largest > 0.0 { largest / 127.0 } else { 1.0 };
        Self {
            scale,
            values: embedding
                .0
                .iter()
                .map(|value| (value / scale).round() as i8)
                .collect(),
        }
    }

    /// Four bytes of scale (little endian), then one byte a value: what storage keeps.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.scale
            .to_le_bytes()
            .into_iter()
            .chain(self.values.iter().map(|&value| value as u8))
            .collect()
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote; `None` when the bytes are too few to be that.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (scale, values) = bytes.split_first_chunk::<4>()?;
        Some(Self {
            scale: f32::from_le_bytes(*scale),
            values: values.iter().map(|&value| value as i8).collect(),
        })
    }
}
