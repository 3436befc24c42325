//! Keys, and what is sealed with them: the only crate that knows ciphers.
//!
//! - A [`MasterKey`] wraps [`DataKey`]s, one for each user and one for the service itself. Whoever has no master key
//!   reads nothing; whoever destroys a data key destroys all that it sealed.
//! - A [`Sealer`], made of a data key, seals values and opens them. Each is bound to a place, which is authenticated
//!   with it: a value that was put elsewhere does not open.
//! - [`SealedWriter`] and [`SealedReader`] do the same for a file, in chunks.
//!
//! The cipher is AES-256-GCM-SIV (RFC 8452), and no nonce is kept: the same value at the same place under the same
//! key is sealed to the same bytes. That tells that two values are equal, and nothing else (RFC 8452, 4 and 9). It is
//! what lets a database find a name, and it needs no dice. A value grows by 16 bytes, and a text by a third on top
//! (base64).
//!
//! What it does not do: it hides no lengths, and keeps no keys.

mod cipher;
mod files;
mod keys;
mod secret;

pub use cipher::{Sealer, Unsealable};
pub use files::{SealedReader, SealedWriter, sealed_length};
pub use keys::{DataKey, InvalidKey, MasterKey};
