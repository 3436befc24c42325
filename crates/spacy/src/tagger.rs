//! Gives each token its Penn tag: the likeliest, by one layer over the encoder's vectors.

use crate::error::Damage;
use crate::labels::Tag;
use crate::network::dense::{Dense, Product};
use crate::network::encoder::WIDTH;
use crate::network::stored::StoredNetwork;

pub(crate) struct Tagger {
    tags: Vec<Tag>,
    dense: Dense,
}

impl Tagger {
    /// From the file of labels (JSON) and the network.
    pub(crate) fn load(labels: &[u8], network: &StoredNetwork) -> Result<Tagger, Damage> {
        let tags = read_tags(labels)?;
        let softmax = network.first("softmax")?;
        let weights = softmax.array("W", &[tags.len(), WIDTH])?;
        let dense = Dense::new(&weights, softmax.array("b", &[tags.len()])?, WIDTH);
        Ok(Tagger { tags, dense })
    }

    /// The tags of the words with these vectors.
    pub(crate) fn tag(&self, vectors: &[f32], scores: &mut Product) -> Vec<Tag> {
        self.dense
            .apply(vectors, WIDTH, vectors.len() / WIDTH, scores);
        let rows = scores.values.chunks_exact(self.dense.stride());
        rows.map(|scores| self.likeliest(&scores[..self.tags.len()]))
            .collect()
    }

    fn likeliest(&self, scores: &[f32]) -> Tag {
        let mut best = 0;
        for (index, score) in scores.iter().enumerate() {
            if *score > scores[best] {
                best = index;
            }
        }
        self.tags[best]
    }
}

/// The tags of the labels file, of which there is at least one.
pub(crate) fn read_tags(labels: &[u8]) -> Result<Vec<Tag>, Damage> {
    let labels: serde_json::Value =
        serde_json::from_slice(labels).map_err(|error| Damage::new(error.to_string()))?;
    let labels = labels["labels"]
        .as_array()
        .ok_or_else(|| Damage::new("there are no labels"))?;
    let tags: Vec<Tag> = labels
        .iter()
        .map(|label| {
            let tag = label.as_str().and_then(Tag::from_label);
            tag.ok_or_else(|| Damage::new(format!("the tag {label} is not known")))
        })
        .collect::<Result<_, _>>()?;
    if tags.is_empty() {
        return Err(Damage::new("there are no labels"));
    }
    Ok(tags)
}
