//! The text of a page, from letters and where each of them stands: lines, columns, paragraphs.
//!
//! A page says where its letters are, and not what is a word, a line or a column. Letters that go on where the last
//! one ended are a piece of a line. Pieces of one height are a row, read from left to right, as a table is; where
//! rows have a gap above one another, with sentences on either side of it, those are columns, read one after the
//! other. Lines whose next word would not have fit go on in the next line; any other, and those that stand apart, end
//! a paragraph.

use hayro_interpret::kurbo::{Point, Vec2};

/// Of a letter's height: what begins so far above or below is on another line.
const OTHER_LINE: f64 = 0.5;
/// A gap as wide as this is a space.
const SPACE: f64 = 0.18;
/// A gap as wide as this parts a line in pieces.
const APART: f64 = 1.4;
/// What goes back by less than this is a mark above a letter.
const BACK: f64 = 2.0;
/// Lines that are closer than this stand beside each other.
const BESIDE: f64 = 0.9;
/// Of its height: what is so far below the row above it is no part of its columns.
const FAR: f64 = 5.0;
/// What begins so far to the right of the lines above it is set in.
const INDENT: f64 = 0.8;
/// Of the usual distance of lines: what is further below is another paragraph.
const OTHER_PARAGRAPH: f64 = 1.3;
/// The least and the most that the usual distance of lines is taken to be.
const USUAL: (f64, f64) = (1.0, 2.5);
/// Of its height: a line of letters that are so much larger or smaller is no part of the paragraph.
const OTHER_SIZE: f64 = 0.15;
/// A column has as many lines.
const MIN_LINES: usize = 3;
/// Lines beside lines of one height are columns, and no table, if half of them have as many letters.
const MIN_PROSE: usize = 25;
/// So many left edges are looked at, the most frequent.
const MAX_EDGES: usize = 8;

/// A letter, or what stands for some letters, where it is written.
pub(crate) struct Letters<'a> {
    pub(crate) text: &'a str,
    pub(crate) from: Point,
    pub(crate) to: Point,
    /// The direction of the line.
    pub(crate) ahead: Vec2,
    pub(crate) height: f64,
}

/// What is written on a page, the origin in its upper left corner.
#[derive(Default)]
pub(crate) struct PageText {
    /// For every direction, its pieces in the order in which they are written.
    directions: Vec<((i32, i32), Vec<Piece>)>,
}

/// A piece of a line; its place is counted along the line (left, right) and across it (baseline).
#[derive(Debug, Clone)]
struct Piece {
    text: String,
    left: f64,
    right: f64,
    baseline: f64,
    height: f64,
    /// Whether it is put together of several, as a row of a table is.
    is_row: bool,
}

/// The pieces of one height, from left to right.
type Row = Vec<Piece>;

impl PageText {
    /// Writes letters.
    pub(crate) fn write(&mut self, letters: &Letters<'_>) {
        let text = plain(letters.text);
        let length = letters.ahead.hypot();
        let numbers = [letters.from.x, letters.from.y, letters.to.x, letters.to.y];
        let is_there = letters.height.is_finite() && letters.height > 0.0 && length > 0.0;
        if text.is_empty() || !is_there || !numbers.iter().all(|number| number.is_finite()) {
            return;
        }
        let ahead = letters.ahead / length;
        let down = Vec2::new(-ahead.y, ahead.x);
        let piece = Piece {
            text,
            left: letters.from.to_vec2().dot(ahead),
            right: letters.to.to_vec2().dot(ahead),
            baseline: letters.from.to_vec2().dot(down),
            height: letters.height,
            is_row: false,
        };
        let direction = (
            (ahead.x * 50.0).round() as i32,
            (ahead.y * 50.0).round() as i32,
        );
        let known = self.directions.iter_mut();
        match known.rev().find(|(known, _)| *known == direction) {
            Some((_, pieces)) => add(pieces, piece),
            None => self.directions.push((direction, vec![piece])),
        }
    }

    /// The text, an empty line between its paragraphs. What is written in the direction of most letters comes first.
    pub(crate) fn text(mut self) -> String {
        let letters = |pieces: &[Piece]| pieces.iter().map(|piece| piece.text.len()).sum::<usize>();
        self.directions
            .sort_by_key(|(_, pieces)| std::cmp::Reverse(letters(pieces)));
        let mut blocks = Vec::new();
        for (_, pieces) in self.directions {
            read(rows(pieces), &mut blocks);
        }
        let texts: Vec<String> = blocks.iter().map(|block| joined(block)).collect();
        let texts = texts.iter().filter(|text| !text.is_empty());
        texts.map(String::as_str).collect::<Vec<_>>().join("\n\n")
    }
}

/// Letters as they are written by themselves: a ligature is its letters.
fn plain(letters: &str) -> String {
    let mut text = String::with_capacity(letters.len());
    for letter in letters.chars() {
        match letter {
            '\u{fb00}' => text.push_str("ff"),
            '\u{fb01}' => text.push_str("fi"),
            '\u{fb02}' => text.push_str("fl"),
            '\u{fb03}' => text.push_str("ffi"),
            '\u{fb04}' => text.push_str("ffl"),
            '\u{fb05}' | '\u{fb06}' => text.push_str("st"),
            // The dot of lists in the fonts of signs.
            '\u{f0b7}' => text.push('•'),
            '\u{e000}'..='\u{f8ff}' | '\u{fffd}' => {}
            letter if letter.is_whitespace() => text.push(' '),
            letter if letter.is_control() => {}
            letter => text.push(letter),
        }
    }
    text
}

/// Adds letters to the piece that was written last, if they go on where it ended.
fn add(pieces: &mut Vec<Piece>, letters: Piece) {
    if let Some(last) = pieces.last_mut() {
        let tall = letters.height.max(last.height);
        let gap = letters.left - last.right;
        let is_same = (letters.baseline - last.baseline).abs() <= OTHER_LINE * tall;
        if is_same && gap > -BACK * tall.min(last.right - last.left) && gap < APART * tall {
            let is_apart = gap > SPACE * tall && !last.text.ends_with(' ');
            if is_apart && !letters.text.starts_with(' ') {
                last.text.push(' ');
            }
            last.text.push_str(&letters.text);
            last.right = last.right.max(letters.right);
            last.height = tall;
            return;
        }
    }
    pieces.push(letters);
}

/// The rows from the top down.
fn rows(mut pieces: Vec<Piece>) -> Vec<Row> {
    pieces.retain(|piece| !piece.text.trim().is_empty());
    pieces.sort_by(|a, b| a.baseline.total_cmp(&b.baseline));
    let mut rows: Vec<Row> = Vec::new();
    for piece in pieces {
        let row = rows.last_mut().filter(|row| {
            let first = &row[0];
            let tall = first.height.min(piece.height);
            piece.baseline - first.baseline <= OTHER_LINE * tall
        });
        match row {
            // What is written twice in almost one place is meant to look bold.
            Some(row) if row.iter().any(|other| is_same(other, &piece)) => {}
            Some(row) => row.push(piece),
            None => rows.push(vec![piece]),
        }
    }
    for row in &mut rows {
        row.sort_by(|a, b| a.left.total_cmp(&b.left));
    }
    rows
}

fn is_same(one: &Piece, other: &Piece) -> bool {
    one.text == other.text && (one.left - other.left).abs() < 0.3 * one.height
}

/// Adds the blocks of these rows in the order in which they are read; columns are blocks of their own.
fn read(rows: Vec<Row>, blocks: &mut Vec<Vec<Piece>>) {
    let Some((from, until, edge)) = columns(&rows) else {
        let lines = rows.into_iter().filter_map(line);
        blocks.push(lines.collect());
        return;
    };
    let mut rows = rows;
    let below = rows.split_off(until);
    let beside = rows.split_off(from);
    if !rows.is_empty() {
        read(rows, blocks);
    }
    let mut right = Vec::new();
    let mut left = Vec::new();
    for row in beside {
        let (after, before): (Row, Row) = row.into_iter().partition(|piece| piece.left >= edge);
        left.extend(Some(before).filter(|row| !row.is_empty()));
        right.extend(Some(after).filter(|row| !row.is_empty()));
    }
    read(left, blocks);
    read(right, blocks);
    if !below.is_empty() {
        read(below, blocks);
    }
}

/// A row as one line.
fn line(row: Row) -> Option<Piece> {
    let mut pieces = row.into_iter();
    let mut line = pieces.next()?;
    for piece in pieces {
        line.text.push(' ');
        line.text.push_str(&piece.text);
        line.right = line.right.max(piece.right);
        line.height = line.height.max(piece.height);
        line.is_row = true;
    }
    Some(line)
}

/// The most rows one after the other that are columns, and where the column on the right begins.
fn columns(rows: &[Row]) -> Option<(usize, usize, f64)> {
    let found = edges(rows).into_iter().filter_map(|edge| {
        let free = |row: &Row| {
            let crosses =
                |piece: &Piece| piece.left < edge && piece.right > edge - SPACE * piece.height;
            !row.iter().any(crosses)
        };
        let mut best: Option<(usize, usize)> = None;
        let mut from = 0;
        while from < rows.len() {
            let is_next = |place: &usize| {
                let far =
                    |row: &Row| row[0].baseline - rows[place - 1][0].baseline > FAR * row[0].height;
                free(&rows[*place]) && (*place == from || !far(&rows[*place]))
            };
            let length = (from..rows.len()).take_while(is_next).count();
            let until = from + length;
            let is_longer = best.is_none_or(|(from, until)| length > until - from);
            if length >= MIN_LINES && is_longer && are_columns(&rows[from..until], edge) {
                best = Some((from, until));
            }
            from = until.max(from + 1);
        }
        best.map(|(from, until)| (from, until, edge))
    });
    found.max_by_key(|(from, until, _)| until - from)
}

/// Where many pieces begin.
fn edges(rows: &[Row]) -> Vec<f64> {
    let mut lefts: Vec<f64> = rows.iter().flatten().map(|piece| piece.left).collect();
    lefts.sort_by(f64::total_cmp);
    let mut edges: Vec<(usize, f64)> = Vec::new();
    let mut first = 0;
    for (place, left) in lefts.iter().enumerate() {
        if left - lefts[first] > 3.0 {
            first = place;
        }
        match edges.last_mut() {
            Some((count, edge)) if *edge == lefts[first] => *count += 1,
            _ => edges.push((1, lefts[first])),
        }
    }
    edges.retain(|(count, _)| *count >= MIN_LINES);
    edges.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    edges.truncate(MAX_EDGES);
    edges.into_iter().map(|(_, edge)| edge).collect()
}

/// Whether what stands on either side of the edge is read one after the other.
fn are_columns(rows: &[Row], edge: f64) -> bool {
    let pieces = || rows.iter().flatten();
    let (right, left): (Vec<&Piece>, Vec<&Piece>) = pieces().partition(|piece| piece.left >= edge);
    if left.len() < MIN_LINES || right.len() < MIN_LINES {
        return false;
    }
    let least = left.len().min(right.len());
    let is_beside = |piece: &&&Piece| {
        // Rows go from the top down.
        let start =
            left.partition_point(|other| other.baseline < piece.baseline - BESIDE * piece.height);
        left.get(start)
            .is_some_and(|other| other.baseline < piece.baseline + BESIDE * piece.height)
    };
    let beside = right.iter().filter(is_beside).count();
    if beside < MIN_LINES || beside * 2 < least {
        return false;
    }
    let both = |row: &&Row| row[0].left < edge && row.last().is_some_and(|last| last.left >= edge);
    let is_table = rows.iter().filter(both).count() * 2 >= least;
    !is_table
        || [&left, &right]
            .iter()
            .all(|side| usual_length(side) >= MIN_PROSE)
}

fn usual_length(pieces: &[&Piece]) -> usize {
    let mut lengths: Vec<usize> = pieces
        .iter()
        .map(|piece| piece.text.chars().count())
        .collect();
    lengths.sort_unstable();
    lengths[lengths.len() / 2]
}

/// The lines of each paragraph as one.
fn joined(lines: &[Piece]) -> String {
    let usual = usual_distance(lines);
    let goes_on = |above: &Piece, line: &Piece| {
        let tall = above.height.max(line.height);
        line.baseline - above.baseline <= OTHER_PARAGRAPH * usual * tall
            && (line.height - above.height).abs() <= OTHER_SIZE * tall
    };
    let blocks: Vec<String> = lines.chunk_by(goes_on).map(paragraphs).collect();
    blocks.join("\n\n")
}

/// The lines that stand together, a paragraph a line.
fn paragraphs(lines: &[Piece]) -> String {
    let lefts = lines.iter().map(|line| line.left);
    let left = lefts.fold(f64::INFINITY, f64::min);
    let rights = lines.iter().map(|line| line.right);
    let right = rights.fold(f64::NEG_INFINITY, f64::max);
    let mut text = String::new();
    let mut last: Option<&Piece> = None;
    for line in lines {
        let words = line.text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(above) = last {
            let tall = above.height.max(line.height);
            let is_set_in = |line: &Piece| line.left - left > INDENT * tall;
            let ends = above.is_row
                || line.is_row
                || is_set_in(line) && !is_set_in(above)
                || begins_item(&words)
                || had_room(above, &words, right);
            if let Some(start) = broken_word(&text, &words) {
                text.truncate(start);
            } else {
                text.push(if ends { '\n' } else { ' ' });
            }
        }
        text.push_str(&words);
        last = Some(line);
    }
    text
}

/// How far below each other most lines are, in heights of them.
fn usual_distance(lines: &[Piece]) -> f64 {
    let pairs = lines.iter().zip(lines.iter().skip(1));
    let distance = |(above, below): (&Piece, &Piece)| {
        (below.baseline - above.baseline) / above.height.max(below.height)
    };
    let mut distances: Vec<f64> = pairs.map(distance).collect();
    distances.sort_by(f64::total_cmp);
    let usual = distances.get(distances.len() / 2).copied();
    usual.unwrap_or(USUAL.0).clamp(USUAL.0, USUAL.1)
}

/// Whether the first of these words would have fit on the line above, so that it ended for another reason.
fn had_room(above: &Piece, words: &str, right: f64) -> bool {
    let letters = above.text.trim().chars().count().max(1) as f64;
    let first = words.split(' ').next().unwrap_or_default();
    let width = (above.right - above.left) / letters * (first.chars().count() + 1) as f64;
    // Letters are not all of one width.
    above.right + 1.3 * width < right
}

/// Whether these words begin an item of a list.
fn begins_item(words: &str) -> bool {
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    let number = first.trim_end_matches(['.', ')']);
    let is_number = number.len() < first.len() && number.len() <= 3;
    let is_number = is_number && number.chars().all(|c| c.is_ascii_digit()) && !number.is_empty();
    !rest.is_empty() && (is_number || ["•", "◦", "▪", "‣", "–", "-", "*"].contains(&first))
}

/// Where the text ends without its hyphen, if these words go on with its last word.
fn broken_word(text: &str, words: &str) -> Option<usize> {
    let before = text.strip_suffix(['-', '\u{ad}', '\u{2010}'])?;
    let is_word = before.ends_with(char::is_alphabetic) && words.starts_with(char::is_lowercase);
    is_word.then_some(before.len())
}
