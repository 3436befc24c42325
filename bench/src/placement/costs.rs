//! What an index costs by its passages: the figures of `docs/benchmarks.md`, and in proportion between them.

/// What was measured of an index.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cost {
    /// How large it is.
    pub passages: f64,
    /// Seconds of a core to build it from what was read.
    pub build_s: f64,
    /// Seconds of a core for one search, without the question's embedding.
    pub search_s: f64,
    /// Its memory.
    pub bytes: f64,
}

/// The table of indexes, row by row; a test compares it with the document.
pub const MEASURED: [Cost; 4] = [
    row(1_000.0, 0.016, 0.0001, 2e6),
    row(10_000.0, 0.16, 0.0005, 10e6),
    row(100_000.0, 1.8, 0.0048, 80e6),
    row(1_000_000.0, 20.0, 0.0229, 796e6),
];
/// Passages that PostgreSQL gives an index in a second.
pub const READ_PER_SECOND: f64 = 49_000.0;
/// Seconds of a core for a search besides the ranking: the question's embedding, the facts, and above all reading the best texts
/// for an answer, as for every question that asks for something.
pub const QUESTION_S: f64 = 0.0339;

const fn row(passages: f64, build_s: f64, search_s: f64, bytes: f64) -> Cost {
    Cost {
        passages,
        build_s,
        search_s,
        bytes,
    }
}

/// What an index of so many passages costs.
pub fn cost(passages: f64) -> Cost {
    let [first, .., last] = &MEASURED;
    let pair = MEASURED
        .windows(2)
        .find(|pair| pair[0].passages <= passages && passages <= pair[1].passages);
    match pair {
        Some([below, above]) => between(below, above, passages),
        _ if passages < first.passages => scaled(first, passages),
        _ => scaled(last, passages),
    }
}

/// Seconds that an index is waited for by whoever asks first: it is read from PostgreSQL and built.
pub fn wait_s(passages: f64) -> f64 {
    passages / READ_PER_SECOND + cost(passages).build_s
}

/// On the straight line between two rows, where both axes are logarithmic.
fn between(below: &Cost, above: &Cost, passages: f64) -> Cost {
    let part = (passages / below.passages).ln() / (above.passages / below.passages).ln();
    let at = |from: f64, to: f64| from * (to / from).powf(part);
    row(
        passages,
        at(below.build_s, above.build_s),
        at(below.search_s, above.search_s),
        at(below.bytes, above.bytes),
    )
}

fn scaled(of: &Cost, passages: f64) -> Cost {
    let times = passages / of.passages;
    row(
        passages,
        of.build_s * times,
        of.search_s * times,
        of.bytes * times,
    )
}
