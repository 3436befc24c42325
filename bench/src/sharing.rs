//! The cores of a simulated machine: all work goes on at once, each piece as fast as one core, or as its share of all.

/// Work that shares cores.
#[derive(Debug, Clone)]
pub(crate) struct Sharing {
    cores: f64,
    /// When each piece ends on the scale of `done_each_s`, the last first.
    ends: Vec<(f64, u64)>,
    begun: u64,
    now_s: f64,
    /// So much was done of a piece that was there all the time.
    done_each_s: f64,
}

impl Sharing {
    /// So many cores, idle at this time.
    pub(crate) fn new(cores: f64, now_s: f64) -> Self {
        Self {
            cores,
            ends: Vec::new(),
            begun: 0,
            now_s,
            done_each_s: 0.0,
        }
    }

    /// Up to when it was worked.
    pub(crate) fn now_s(&self) -> f64 {
        self.now_s
    }

    /// Begins a piece that takes one core so many seconds; returns its number.
    pub(crate) fn begin(&mut self, seconds: f64) -> u64 {
        let end = self.done_each_s + seconds;
        let place = self.ends.partition_point(|(other, _)| *other > end);
        self.begun += 1;
        self.ends.insert(place, (end, self.begun));
        self.begun
    }

    /// When the next piece ends, if none is begun meanwhile.
    pub(crate) fn next_end_s(&self) -> Option<f64> {
        let (end, _) = self.ends.last()?;
        Some(self.now_s + (end - self.done_each_s) / self.speed())
    }

    /// Works until then, or until a piece ends before, whose number it returns.
    pub(crate) fn work_until(&mut self, until_s: f64) -> Option<u64> {
        if let Some(end_s) = self.next_end_s()
            && end_s <= until_s
            && let Some((done, number)) = self.ends.pop()
        {
            self.done_each_s = done;
            self.now_s = end_s;
            return Some(number);
        }
        if !self.ends.is_empty() {
            self.done_each_s += (until_s - self.now_s) * self.speed();
        }
        self.now_s = until_s;
        None
    }

    fn speed(&self) -> f64 {
        (self.cores / self.ends.len() as f64).min(1.0)
    }
}
