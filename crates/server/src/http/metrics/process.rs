//! What the operating system says of this process, under the names that Prometheus' own clients use.

use std::sync::atomic::AtomicU64;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};

/// Linux counts the time of processes in hundredths of a second on every architecture (`USER_HZ`).
const TICKS_A_SECOND: f64 = 100.0;
/// The place of a field of `/proc/self/stat` after the name of the program, which may hold blanks (proc(5)).
const USER_TICKS: usize = 11;
const SYSTEM_TICKS: usize = 12;
const THREADS: usize = 17;
const STARTED_TICKS: usize = 19;

#[derive(Debug, Default)]
pub(super) struct ProcessMetrics {
    cpu_s: Counter<f64, AtomicU64>,
    resident_bytes: Gauge,
    open_fds: Gauge,
    max_fds: Gauge,
    threads: Gauge,
    started_s: Gauge<f64, AtomicU64>,
}

impl ProcessMetrics {
    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register_with_unit(
            "process_cpu",
            "Time that cores spent on the process",
            Unit::Seconds,
            self.cpu_s.clone(),
        );
        registry.register_with_unit(
            "process_resident_memory",
            "Memory that the process holds",
            Unit::Bytes,
            self.resident_bytes.clone(),
        );
        registry.register_with_unit(
            "process_start_time",
            "When the process started, since 1970 UTC",
            Unit::Seconds,
            self.started_s.clone(),
        );
        registry.register(
            "process_open_fds",
            "Open files and connections",
            self.open_fds.clone(),
        );
        registry.register(
            "process_max_fds",
            "The most open files and connections",
            self.max_fds.clone(),
        );
        registry.register("process_threads", "Threads", self.threads.clone());
    }

    /// Asks the operating system; what it does not say stays as it was.
    pub(super) fn measure(&self) {
        if let Some(stat) = read("stat") {
            let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
            let fields: Vec<&str> = fields.split_whitespace().collect();
            let number = |place: usize| fields.get(place).and_then(|field| field.parse().ok());
            let seconds = |place: usize| number(place).map(|ticks: f64| ticks / TICKS_A_SECOND);
            if let (Some(user), Some(system)) = (seconds(USER_TICKS), seconds(SYSTEM_TICKS)) {
                let spent = user + system - self.cpu_s.get();
                self.cpu_s.inc_by(spent.max(0.0));
            }
            if let Some(threads) = fields.get(THREADS).and_then(|field| field.parse().ok()) {
                self.threads.set(threads);
            }
            if let (Some(after), Some(booted)) = (seconds(STARTED_TICKS), booted_s()) {
                self.started_s.set(booted + after);
            }
        }
        if let Some(kib) = read("status").and_then(|status| number_after(&status, "VmRSS:")) {
            self.resident_bytes.set(kib.saturating_mul(1024));
        }
        if let Some(most) =
            read("limits").and_then(|limits| number_after(&limits, "Max open files"))
        {
            self.max_fds.set(most);
        }
        if let Ok(open) = std::fs::read_dir("/proc/self/fd") {
            self.open_fds
                .set(i64::try_from(open.count()).unwrap_or(i64::MAX));
        }
    }
}

fn read(what: &str) -> Option<String> {
    std::fs::read_to_string(format!("/proc/self/{what}")).ok()
}

/// When the machine started, in seconds since 1970.
fn booted_s() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/stat").ok()?;
    let line = stat.lines().find_map(|line| line.strip_prefix("btime "))?;
    line.trim().parse().ok()
}

/// The number that follows these words at the beginning of a line.
fn number_after(text: &str, words: &str) -> Option<i64> {
    let line = text.lines().find_map(|line| line.strip_prefix(words))?;
    line.split_whitespace().next()?.parse().ok()
}
