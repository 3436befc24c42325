//! The store at its door, on both engines: every test of [`on_both_engines`](harness) runs on `SQLite` in a temporary
//! directory and on a `PostgreSQL` database of its own.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod harness;

mod accepting;
mod accounts;
mod changes;
mod data_directory;
mod faults;
mod full_disk;
mod lanes;
mod migrations;
mod owners;
mod recall;
mod settling;
mod spaces;
mod speed;
