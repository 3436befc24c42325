//! What an index promises, seen from outside.

mod asking;
mod candidates;
mod changes;
mod file;
mod graph;
mod languages;
mod measure;
mod odd_input;
mod ranking;
mod seeded;
mod support;
mod waiting;
