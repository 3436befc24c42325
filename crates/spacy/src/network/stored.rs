//! A network as thinc stores it: a list of nodes, each with a name, attributes and parameters.

use crate::error::Damage;
use crate::msgpack::{self, Value};

/// A stored network; its arrays are parts of the file.
pub(crate) struct StoredNetwork<'a> {
    nodes: Vec<StoredNode<'a>>,
}

/// A node of a stored network.
pub(crate) struct StoredNode<'a> {
    name: &'a str,
    attributes: Value<'a>,
    parameters: Value<'a>,
}

impl<'a> StoredNetwork<'a> {
    pub(crate) fn read(file: &'a [u8]) -> Result<StoredNetwork<'a>, Damage> {
        let network = msgpack::read(file)?;
        let names = network.get("nodes")?.list()?;
        let attributes = network.get("attrs")?.list()?;
        let parameters = network.get("params")?.list()?;
        if names.len() != attributes.len() || names.len() != parameters.len() {
            return Err(Damage::new("the nodes do not match their parameters"));
        }
        let nodes =
            names
                .iter()
                .zip(attributes)
                .zip(parameters)
                .map(|((node, attributes), parameters)| {
                    Ok(StoredNode {
                        name: node.get("name")?.text()?,
                        attributes: attributes.clone(),
                        parameters: parameters.clone(),
                    })
                });
        Ok(StoredNetwork {
            nodes: nodes.collect::<Result<_, Damage>>()?,
        })
    }

    /// The nodes of this name, in order.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &StoredNode<'a>> {
        self.nodes.iter().filter(move |node| node.name == name)
    }

    /// The first node of this name.
    pub(crate) fn first(&self, name: &str) -> Result<&StoredNode<'a>, Damage> {
        self.all(name)
            .next()
            .ok_or_else(|| Damage::new(format!("there is no node {name:?}")))
    }
}

impl StoredNode<'_> {
    /// An attribute, which is itself `MessagePack`.
    pub(crate) fn attribute(&self, name: &str) -> Result<Value<'_>, Damage> {
        msgpack::read(self.attributes.get(name)?.bytes()?)
    }

    /// The numbers of a parameter, which must have this shape.
    pub(crate) fn array(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, Damage> {
        let (stored, data) = self.stored(name)?;
        if stored != shape {
            return Err(Damage::new(format!(
                "{name} of {} has the shape {stored:?} instead of {shape:?}",
                self.name
            )));
        }
        let numbers: Vec<f32> = data
            .iter()
            .map(|bytes| f32::from_le_bytes(*bytes))
            .collect();
        if numbers.iter().all(|number| number.is_finite()) {
            Ok(numbers)
        } else {
            Err(Damage::new(format!(
                "{name} of {} has a number that is not finite",
                self.name
            )))
        }
    }

    /// The shape of a parameter.
    pub(crate) fn shape(&self, name: &str) -> Result<Vec<usize>, Damage> {
        Ok(self.stored(name)?.0)
    }

    fn stored(&self, name: &str) -> Result<(Vec<usize>, &[[u8; 4]]), Damage> {
        let array = self.parameters.get(name)?;
        if array.get("type")?.text()? != "<f4" {
            return Err(Damage::new(format!(
                "{name} of {} is not of f32",
                self.name
            )));
        }
        let shape: Vec<usize> = array
            .get("shape")?
            .list()?
            .iter()
            .map(|size| Ok(usize::try_from(size.unsigned()?).unwrap_or(usize::MAX)))
            .collect::<Result<_, Damage>>()?;
        let (numbers, rest) = array.get("data")?.bytes()?.as_chunks::<4>();
        let expected = shape
            .iter()
            .try_fold(1usize, |product, size| product.checked_mul(*size));
        if expected != Some(numbers.len()) || !rest.is_empty() {
            return Err(Damage::new(format!("{name} of {} is cut off", self.name)));
        }
        Ok((shape, numbers))
    }
}
