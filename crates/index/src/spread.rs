//! Making the scores of different lanes comparable.

use std::ops::Add;

/// How many of something there are, and the sums of their values and of the squares of these.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Sums {
    pub(crate) count: f64,
    pub(crate) sum: f64,
    pub(crate) squares: f64,
}

impl Sums {
    /// The sums of these scores.
    pub(crate) fn of(scores: impl Iterator<Item = f32>) -> Self {
        let mut sums = Self::default();
        scores.for_each(|score| sums.insert(score));
        sums
    }

    /// The sums of scores that are all numbers, several at a time.
    pub(crate) fn of_all(scores: &[f32]) -> Self {
        const LANES: usize = 8;
        let (mut sums, mut squares) = ([0.0_f64; LANES], [0.0_f64; LANES]);
        let (chunks, rest) = scores.as_chunks::<LANES>();
        for chunk in chunks {
            for (lane, &score) in chunk.iter().enumerate() {
                let score = f64::from(score);
                sums[lane] += score;
                squares[lane] += score * score;
            }
        }
        let of_chunks = Self {
            count: (chunks.len() * LANES) as f64,
            sum: sums.iter().sum(),
            squares: squares.iter().sum(),
        };
        of_chunks + Self::of(rest.iter().copied())
    }

    pub(crate) fn insert(&mut self, score: f32) {
        let score = f64::from(score);
        self.count += 1.0;
        self.sum += score;
        self.squares += score * score;
    }

    /// These sums over estimates, corrected by how far those of a sample are off: pairs of what is right and its estimate
    /// (the regression estimator of survey sampling; Cochran, 1977).
    pub(crate) fn corrected_by(self, sample: impl Iterator<Item = (f32, f32)>) -> Self {
        let (mut right, mut estimated) = (Self::default(), Self::default());
        for (value, estimate) in sample {
            right.insert(value);
            estimated.insert(estimate);
        }
        let times = self.count / f64::max(right.count, 1.0);
        Self {
            count: self.count,
            sum: self.sum + times * (right.sum - estimated.sum),
            squares: self.squares + times * (right.squares - estimated.squares),
        }
    }

    /// The mean and the standard deviation of what was summed up.
    pub(crate) fn spread(self) -> Spread {
        let count = f64::max(self.count, 1.0);
        let mean = self.sum / count;
        let deviation = (self.squares / count - mean * mean).max(0.0).sqrt();
        // Rounding makes equal scores seem to differ a little; such noise must not become a difference.
        let differ = deviation > 1e-6 * (1.0 + mean.abs());
        Spread {
            mean: mean as f32,
            per_deviation: if differ {
                deviation.recip() as f32
            } else {
                0.0
            },
        }
    }
}

impl Add for Sums {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }
}

impl std::iter::Sum for Sums {
    fn sum<I: Iterator<Item = Self>>(sums: I) -> Self {
        sums.fold(Self::default(), Add::add)
    }
}

/// Mean and standard deviation of a lane's scores.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Spread {
    mean: f32,
    /// One divided by the standard deviation; 0 when all scores are about the same.
    per_deviation: f32,
}

impl Spread {
    /// How many standard deviations a score lies above the mean; 0 when all scores are about the same.
    pub(crate) fn standardize(self, score: f32) -> f32 {
        (score - self.mean) * self.per_deviation
    }
}

/// Sums of values that come and go, which are the same whatever came and went: they are kept in whole numbers.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct RunningSums {
    count: i64,
    sum: i128,
    squares: i128,
}

/// The steps in which values are counted.
const STEPS: f64 = 1_048_576.0;

impl RunningSums {
    pub(crate) fn insert(&mut self, value: f32) {
        self.change(value, 1);
    }

    /// Takes back a value that was inserted.
    pub(crate) fn remove(&mut self, value: f32) {
        self.change(value, -1);
    }

    pub(crate) fn sums(self) -> Sums {
        Sums {
            count: self.count as f64,
            sum: self.sum as f64 / STEPS,
            squares: self.squares as f64 / (STEPS * STEPS),
        }
    }

    fn change(&mut self, value: f32, by: i64) {
        let steps = (f64::from(value) * STEPS).round() as i64;
        // What a damaged file has may be any number.
        let steps = i128::from(steps);
        self.count = self.count.saturating_add(by);
        self.sum = self.sum.saturating_add(i128::from(by) * steps);
        self.squares = self.squares.saturating_add(i128::from(by) * steps * steps);
    }
}
