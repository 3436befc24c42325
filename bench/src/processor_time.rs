//! What this process and a service have had of the cores, in seconds.

use std::collections::BTreeMap;

use crate::failure::Failure;

/// Linux counts in hundredths of a second.
const TICKS_A_SECOND: f64 = 100.0;
/// The places of `utime` and `stime` in `/proc/self/stat` after the program's name (proc(5)).
const TICKS: [usize; 2] = [11, 12];

/// What a service says of itself.
#[derive(Debug, Clone, Default)]
pub(crate) struct ServiceTime {
    pub(crate) processor_s: f64,
    /// How long each step of processing took, all texts together, waiting included.
    pub(crate) steps_s: BTreeMap<String, f64>,
}

impl ServiceTime {
    /// What it says now, where it tells its metrics.
    pub(crate) async fn now(metrics: &str) -> Result<Self, Failure> {
        let url = format!("{}/metrics", metrics.trim_end_matches('/'));
        let told = reqwest::get(url).await?.error_for_status()?.text().await?;
        let mut time = Self::default();
        for line in told.lines() {
            let Some((name, value)) = line.rsplit_once(' ') else {
                continue;
            };
            let step = name
                .strip_prefix("recollect_processing_step_seconds_sum{step=\"")
                .and_then(|rest| rest.strip_suffix("\"}"));
            if let Some(step) = step {
                time.steps_s.insert(step.to_owned(), value.parse()?);
            } else if name == "process_cpu_seconds_total" {
                time.processor_s = value.parse()?;
            }
        }
        Ok(time)
    }

    /// Takes in what passed between two moments.
    pub(crate) fn add(&mut self, before: &Self, after: &Self) {
        self.processor_s += after.processor_s - before.processor_s;
        for (step, seconds) in &after.steps_s {
            let before = before.steps_s.get(step).copied().unwrap_or_default();
            *self.steps_s.entry(step.clone()).or_default() += seconds - before;
        }
    }
}

/// Of this process; 0 where the system does not tell.
pub(crate) fn own_s() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The program's name is in brackets and may hold blanks.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks = TICKS.map(|place| {
        fields
            .get(place)
            .and_then(|ticks| ticks.parse::<f64>().ok())
    });
    ticks.into_iter().flatten().sum::<f64>() / TICKS_A_SECOND
}
