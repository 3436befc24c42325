//! Understanding by a provider: any endpoint that speaks the protocol of OpenAI, in the cloud or on this machine.
//!
//! [`OpenAiExtraction`] has a language model read an episode and note what it says. Nothing of the answer is believed:
//! names, quotations and times must stand in the passage they are said to come from, ranges are found by us, and what
//! is not there is left out and counted ([`Tally`]). A text is sent as data; what it makes the model say can add
//! nothing that the text does not contain, because the answer is only ever read as notes on it.
//!
//! A provider fails in many ways. What may pass is tried again within a deadline; what will not is told in the log once
//! a minute. While a provider is out of reach nobody waits for it: the local extraction, given at construction, stands
//! in, and the [`Extraction`](crate::Extraction) says so. So it does beyond the day's budget.
//!
//! [`OpenAiEmbedding`] follows the same rules, but nothing stands in for it: the vectors of two models cannot be
//! compared, so its failures are [`LanguageError::Retry`](crate::LanguageError::Retry).
//!
//! Redirects are not followed, replies are limited, and the key appears in no error, note or log.

mod batches;
mod budget;
mod chat;
mod circuit;
mod embedding;
mod extraction;
mod facts;
mod failure;
mod grounding;
mod http;
mod matching;
mod naming;
mod offer;
mod provider;
mod reference;
mod reply;
mod schema;
mod settings;
mod times;

pub use embedding::OpenAiEmbedding;
pub use extraction::{OpenAiExtraction, Tally};
pub use offer::offered_models;
pub use settings::{ApiSecret, Endpoint, ExtractionLimits, InvalidSetting, ProviderSettings};
