//! Making the scores of different lanes comparable.

/// Mean and standard deviation of a lane's scores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    mean: f32,
    /// One divided by the standard deviation; 0 when all scores are about the same.
    per_deviation: f32,
}

impl Spread {
    /// The spread of these scores.
    pub(super) fn of(scores: impl Iterator<Item = f32>) -> Self {
        let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for score in scores {
            let score = f64::from(score);
            count += 1.0;
            sum += score;
            squares += score * score;
        }
        let count = f64::max(count, 1.0);
        let mean = sum / count;
        let deviation = (squares / count - mean * mean).max(0.0).sqrt();
        // Rounding makes equal scores seem to differ a little; such noise must not become a difference.
        let differ = deviation > 1e-6 * (1.0 + mean.abs());
        Self {
            mean: mean as f32,
            per_deviation: if differ {
                deviation.recip() as f32
            } else {
                0.0
            },
        }
    }

    /// How many standard deviations a score lies above the mean; 0 when all scores are about the same.
    pub(super) fn standardize(self, score: f32) -> f32 {
        (score - self.mean) * self.per_deviation
    }
}
