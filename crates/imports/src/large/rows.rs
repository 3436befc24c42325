//! Tables (CSV): rows under their header.

use std::io::{self, Read, Seek};

use super::{Cut, Piece, PieceSizes};
use crate::times;

/// Cuts a table between its rows. Where the column of times is known, what stands first in its dates is told in every piece.
pub(super) fn cut(
    file: &mut (impl Read + Seek),
    delimiter: u8,
    start: usize,
    time: Option<usize>,
    sizes: PieceSizes,
) -> io::Result<Cut> {
    let mut table = csv::ReaderBuilder::new()
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(file);
    table.byte_headers().map_err(io::Error::other)?;
    let (first_row, first_line) = (table.position().byte(), table.position().line());
    let place = |byte: u64| start as u64 + byte;
    let mut cut = Cut::default();
    let mut date = None;
    let mut row = csv::ByteRecord::new();
    let mut piece: Option<(u64, u64)> = None;
    let mut ended = first_row;
    loop {
        let (begins, line) = (ended, table.position().line());
        let is_row = table.read_byte_record(&mut row).map_err(io::Error::other)?;
        ended = table.position().byte();
        let is_full = piece.is_some_and(|(began, _)| ended - began > sizes.usual && begins > began);
        if let Some((began, line)) = piece.filter(|_| is_full || !is_row) {
            let mut rows = Piece {
                before: usize::try_from(line - first_line).unwrap_or_default(),
                ..Piece::default()
            };
            rows.add(start as u64, place(first_row));
            rows.add(place(began), place(begins));
            match rows.size() > sizes.most {
                true => cut.problems.push(format!(
                    "line {line}: a row is larger than an import may be; it is left out"
                )),
                false => cut.pieces.push(rows),
            }
            piece = None;
        }
        if !is_row {
            break;
        }
        piece.get_or_insert((begins, line));
        if let Some(said) = time
            .filter(|_| date.is_none())
            .and_then(|time| row.get(time))
        {
            let said = String::from_utf8_lossy(said);
            date = times::first_of([&said]).map(|_| said.into_owned());
        }
    }
    if let (Some(date), Some(time)) = (date, time) {
        let fields = char::from(delimiter).to_string().repeat(time);
        for piece in &mut cut.pieces {
            piece.say(format!("\n{fields}\"{}\"\n", date.replace('"', "\"\"")));
        }
    }
    Ok(cut)
}
