//! The store at its door, on both engines: every test of [`on_both_engines`](harness) runs on `SQLite` in a temporary
//! directory and on a `PostgreSQL` database of its own.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

#[expect(dead_code, reason = "the tests of the service use the rest")]
mod cluster;
mod harness;
mod memory;

mod accepting;
mod accounts;
mod bulk;
mod changes;
mod damaged;
mod data_directory;
mod encryption_record;
mod erasing;
mod events;
mod expiry;
mod failover;
mod faults;
mod forgetting;
mod full_disk;
mod graph;
mod imports;
mod inspection;
mod lanes;
mod later;
mod leaving;
mod logins;
mod logs;
mod lookups;
mod migrations;
mod oauth;
mod observation;
mod older_schemas;
mod owned_keys;
mod owners;
mod passkeys;
mod pooler;
mod quotas;
mod reading;
mod recall;
mod renewing;
mod sealing;
mod settling;
mod shared_texts;
mod spaces;
mod speed;
mod transfer;
mod unprocessed;
mod upgrades;
mod webhooks;
