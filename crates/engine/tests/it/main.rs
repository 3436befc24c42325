//! The engine at its door, on scripted language and a clock moved by hand.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bulk;
mod context;
mod deaths;
mod documents;
mod exporting;
mod fairness;
mod forgetting;
mod held_lanes;
mod index_cache;
mod index_files;
mod keyed;
mod known_then;
mod large_changes;
mod logins;
mod looking;
mod meanwhile;
mod merging;
mod oauth;
mod order;
mod own_models;
mod recalling;
mod renewal;
mod repetition;
mod retrying;
mod side_by_side;
mod simulation;
mod speed;
mod standing;
mod support;
mod trouble;
mod waiting;
mod webhooks;
