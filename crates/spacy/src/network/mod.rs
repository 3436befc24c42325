//! The networks: how they are stored, and what they compute.

pub(crate) mod dense;
pub(crate) mod encoder;
pub(crate) mod stored;
pub(crate) mod transitions;
