//! Requests to addresses that users name, which must not become a way into the network around this service.
//!
//! What [`Outbound`] guarantees: it speaks `http` and `https` only, connects to public addresses only (see
//! [`is_public`]), and to the very address it has checked: a name is resolved once, by it, for each request. It
//! follows no redirect, asks no proxy, sends no credential, keeps no connection, and gives up after a time. Of an
//! answer it keeps the status, the headers and at most a given number of bytes.
//!
//! What it does not do: it tries nothing again, and it does not judge a status.

mod address;
mod connect;
mod exchange;
mod failure;
mod target;

pub use address::is_public;
pub use exchange::{Answer, Body, Exchange, Limits, Outbound, Request};
pub use failure::Failure;
pub use hyper::header::{HeaderMap, HeaderValue};
pub use target::{InvalidTarget, MAX_URL_BYTES, Target};
