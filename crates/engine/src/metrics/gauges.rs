//! Sizes, and what only the database knows: set when somebody looks.

use std::sync::atomic::AtomicU64;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};
use recollect_storage::{Backlog, Connections, Room, Trouble};

use super::labels::Label;
use super::signed;

#[derive(Debug, Default)]
pub(super) struct Gauges {
    queued: Gauge,
    oldest_s: Gauge<f64, AtomicU64>,
    users_waiting: Gauge,
    lanes_leased: Gauge,
    deliveries_waiting: Gauge,
    indexes: Gauge,
    index_bytes: Gauge,
    index_limit_bytes: Gauge,
    connections: Family<Label, Gauge>,
    connections_most: Gauge,
    database_errors: Family<Label, Counter>,
    reconnections: Counter,
    database_bytes: Gauge,
    database_log_bytes: Gauge,
    database_up: Gauge,
}

impl Gauges {
    pub(super) fn register(&self, registry: &mut Registry) {
        let plain: [(&str, &str, &Gauge); 7] = [
            (
                "queue_texts",
                "Texts in the queue of all nodes, those being processed among them",
                &self.queued,
            ),
            (
                "queue_users",
                "Users who have a text in the queue",
                &self.users_waiting,
            ),
            (
                "queue_users_in_progress",
                "Users whose texts a worker of any node has in hand",
                &self.lanes_leased,
            ),
            (
                "webhook_deliveries_waiting",
                "Deliveries that wait for their first or next attempt",
                &self.deliveries_waiting,
            ),
            (
                "indexes",
                "Search indexes that this node holds",
                &self.indexes,
            ),
            (
                "database_connections_max",
                "The most connections this node holds",
                &self.connections_most,
            ),
            (
                "database_up",
                "Whether the database could be read when it was last looked at",
                &self.database_up,
            ),
        ];
        for (name, help, gauge) in plain {
            registry.register(name, help, gauge.clone());
        }
        self.register_bytes(registry);
        registry.register_with_unit(
            "queue_oldest_age",
            "How long the text that has waited longest has; 0 while none waits",
            Unit::Seconds,
            self.oldest_s.clone(),
        );
        registry.register(
            "database_connections",
            "Connections this node holds",
            self.connections.clone(),
        );
        registry.register(
            "database_errors",
            "What the database refused: in a way that may pass, or otherwise",
            self.database_errors.clone(),
        );
        registry.register(
            "database_reconnections",
            "How often the connections to a server were made anew",
            self.reconnections.clone(),
        );
    }

    fn register_bytes(&self, registry: &mut Registry) {
        let bytes: [(&str, &str, &Gauge); 4] = [
            (
                "index",
                "Memory that the search indexes hold",
                &self.index_bytes,
            ),
            (
                "index_limit",
                "Memory that search indexes not in use may hold",
                &self.index_limit_bytes,
            ),
            ("database", "The size of the database", &self.database_bytes),
            (
                "database_log",
                "The size of the embedded database's write-ahead log",
                &self.database_log_bytes,
            ),
        ];
        for (name, help, gauge) in bytes {
            registry.register_with_unit(name, help, Unit::Bytes, gauge.clone());
        }
    }

    pub(super) fn set_backlog(&self, backlog: &Backlog, oldest_s: f64) {
        self.queued.set(signed(backlog.texts));
        self.users_waiting.set(signed(backlog.users));
        self.lanes_leased.set(signed(backlog.leased));
        self.deliveries_waiting.set(signed(backlog.deliveries));
        self.oldest_s.set(oldest_s.max(0.0));
    }

    pub(super) fn set_room(&self, room: Room) {
        self.database_bytes.set(signed(room.bytes));
        self.database_log_bytes
            .set(signed(room.log_bytes.unwrap_or(0)));
    }

    pub(super) fn set_indexes(&self, (number, bytes): (u64, u64), limit_bytes: usize) {
        self.indexes.set(signed(number));
        self.index_bytes.set(signed(bytes));
        let limit = u64::try_from(limit_bytes).unwrap_or(u64::MAX);
        self.index_limit_bytes.set(signed(limit));
    }

    pub(super) fn set_connections(&self, connections: Connections) {
        for (state, number) in [("used", connections.used), ("idle", connections.idle)] {
            let gauge = self.connections.get_or_create(&[("state", state)]);
            gauge.set(signed(number));
        }
        self.connections_most.set(signed(connections.most));
    }

    pub(super) fn set_trouble(&self, trouble: Trouble) {
        for (kind, number) in [
            ("unavailable", trouble.unavailable),
            ("failed", trouble.failed),
        ] {
            let counter = self.database_errors.get_or_create(&[("kind", kind)]);
            raise(&counter, number);
        }
        raise(&self.reconnections, trouble.reconnections);
    }

    pub(super) fn set_up(&self, is_up: bool) {
        self.database_up.set(i64::from(is_up));
    }
}

/// A counter follows a number that is counted elsewhere, and that only grows.
fn raise(counter: &Counter, number: u64) {
    counter.inc_by(number.saturating_sub(counter.get()));
}
