//! The vectors lane: how close each passage is to the question.
//!
//! Of a few passages each is compared with it. Of many their sketches are, and the cosine to expect of a passage is
//! read off a line, fitted to a sample of them by least squares; those that may be among the best are then compared
//! in full.

use recollect_model::QuantizedVector;

use crate::spread::Sums;
use crate::vectors::Vectors;

/// How many passages the line is fitted to. The standard deviation of their cosines is known to 1 % by so many.
const SAMPLE: usize = 4_096;

/// The cosine of each passage of a space with the question, or what is to be expected of it.
pub(super) struct Closeness<'a> {
    vectors: &'a Vectors,
    question: Option<&'a QuantizedVector>,
    /// By ordinal; NaN for a passage without a vector.
    cosines: Vec<f32>,
    /// Over those that are numbers.
    sums: Sums,
    is_estimated: bool,
}

impl<'a> Closeness<'a> {
    /// Compares every passage with the question, or only its sketch where there is one.
    pub(super) fn new(
        vectors: &'a Vectors,
        question: Option<&'a QuantizedVector>,
        by_sketches: bool,
    ) -> Self {
        match by_sketches {
            true => Self::estimated(vectors, question),
            false => Self::exact(vectors, question),
        }
    }

    fn exact(vectors: &'a Vectors, question: Option<&'a QuantizedVector>) -> Self {
        let cosines = match question {
            Some(question) => vectors.cosines(question),
            None => vec![f32::NAN; vectors.scales().len()],
        };
        let numbers = cosines.iter().copied().filter(|cosine| !cosine.is_nan());
        Self {
            vectors,
            question,
            sums: Sums::of(numbers),
            cosines,
            is_estimated: false,
        }
    }

    fn estimated(vectors: &'a Vectors, question: Option<&'a QuantizedVector>) -> Self {
        let distances = question.and_then(|question| vectors.distances(question));
        let (Some(distances), Some(compared)) = (distances, question) else {
            return Self::exact(vectors, question);
        };
        let sample = Sample::of(vectors, compared, &distances);
        let line = Line::fitted(&sample);
        let with_scales = distances.iter().zip(vectors.scales());
        let expected = with_scales.map(|(&distance, &scale)| match scale > 0.0 {
            true => line.at(distance),
            false => f32::NAN,
        });
        let cosines: Vec<f32> = expected.collect();
        let sums = line.sums(&distances, vectors.scales());
        let pairs = sample.0.iter();
        let off = pairs.map(|&(cosine, distance)| (cosine, line.at(distance)));
        Self {
            vectors,
            question,
            cosines,
            sums: sums.corrected_by(off),
            is_estimated: true,
        }
    }

    pub(super) fn is_estimated(&self) -> bool {
        self.is_estimated
    }

    /// The cosine of each passage, by ordinal; NaN for one without a vector.
    pub(super) fn all(&self) -> &[f32] {
        &self.cosines
    }

    pub(super) fn of(&self, ordinal: u32) -> f32 {
        self.cosines[ordinal as usize]
    }

    /// The sums over the cosines that are numbers; of estimated ones those to be expected.
    pub(super) fn sums(&self) -> Sums {
        self.sums
    }

    /// Compares a passage in full.
    pub(super) fn compare(&mut self, ordinal: u32) {
        if let Some(question) = self.question {
            self.cosines[ordinal as usize] = self.vectors.cosine(question, ordinal);
        }
    }

    /// Whether any passage has at least that cosine.
    pub(super) fn any_reaches(&mut self, least: f32) -> bool {
        if self.is_estimated {
            let closest = self.closest(SAMPLE);
            closest
                .into_iter()
                .for_each(|ordinal| self.compare(ordinal));
        }
        self.cosines.iter().any(|&cosine| cosine >= least)
    }

    /// So many passages that are closest, in no order.
    fn closest(&self, count: usize) -> Vec<u32> {
        let ordinals = 0..self.cosines.len() as u32;
        let mut closest: Vec<u32> = ordinals
            .filter(|&ordinal| !self.of(ordinal).is_nan())
            .collect();
        if count < closest.len() {
            closest.select_nth_unstable_by(count, |a, b| self.of(*b).total_cmp(&self.of(*a)));
            closest.truncate(count);
        }
        closest
    }
}

/// The cosines of some passages, and in how many signs each differs from the question.
struct Sample(Vec<(f32, u16)>);

impl Sample {
    fn of(vectors: &Vectors, question: &QuantizedVector, distances: &[u16]) -> Self {
        let step = distances.len().div_ceil(SAMPLE).max(1);
        let rows = (0..).zip(distances).step_by(step);
        let compared = rows.map(|(row, &distance)| (vectors.cosine(question, row), distance));
        Self(compared.filter(|(cosine, _)| !cosine.is_nan()).collect())
    }
}

/// The cosine that is to be expected of a number of differing signs.
#[derive(Clone, Copy)]
struct Line {
    at_zero: f32,
    per_sign: f32,
}

impl Line {
    fn fitted(sample: &Sample) -> Self {
        let (mut cosines, mut distances, mut products) = (Sums::default(), Sums::default(), 0.0);
        for &(cosine, distance) in &sample.0 {
            cosines.insert(cosine);
            distances.insert(distance.into());
            products += f64::from(cosine) * f64::from(distance);
        }
        let count = f64::max(cosines.count, 1.0);
        let (cosine, distance) = (cosines.sum / count, distances.sum / count);
        let variance = distances.squares / count - distance * distance;
        let per_sign = match variance > f64::EPSILON {
            true => (products / count - cosine * distance) / variance,
            false => 0.0,
        };
        Self {
            at_zero: (cosine - per_sign * distance) as f32,
            per_sign: per_sign as f32,
        }
    }

    fn at(self, distance: u16) -> f32 {
        self.at_zero + self.per_sign * f32::from(distance)
    }

    /// The sums over the cosines that are to be expected at these distances, of the rows that have a scale.
    fn sums(self, distances: &[u16], scales: &[f32]) -> Sums {
        // The squares of so many distances fit into 32 bits, of up to 8,000 dimensions.
        const TOGETHER: usize = 64;
        let (mut count, mut sum, mut squares) = (0, 0, 0);
        let together = distances.chunks(TOGETHER).zip(scales.chunks(TOGETHER));
        for (distances, scales) in together {
            let mut of_chunk = [0_u32; 3];
            for (&distance, &scale) in distances.iter().zip(scales) {
                let counts = u32::from(scale > 0.0);
                let distance = counts * u32::from(distance);
                of_chunk[0] += counts;
                of_chunk[1] += distance;
                of_chunk[2] += distance * distance;
            }
            count += u64::from(of_chunk[0]);
            sum += u64::from(of_chunk[1]);
            squares += u64::from(of_chunk[2]);
        }
        let (at_zero, per_sign) = (f64::from(self.at_zero), f64::from(self.per_sign));
        let (count, sum, squares) = (count as f64, sum as f64, squares as f64);
        Sums {
            count,
            sum: at_zero * count + per_sign * sum,
            squares: at_zero * at_zero * count
                + 2.0 * at_zero * per_sign * sum
                + per_sign * per_sign * squares,
        }
    }
}
