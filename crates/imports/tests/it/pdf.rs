//! PDF: what a page says by its letters and their places.

use std::panic::catch_unwind;

use recollect_imports::{Found, PdfReader, pdf_text};

use crate::{file, options};

/// What reads the files; the service does so in a process of its own.
pub(crate) fn reader() -> PdfReader {
    PdfReader::new(|bytes| {
        let read = || pdf_text(bytes.to_vec());
        catch_unwind(read).unwrap_or_else(|_| Err("the document is broken".to_owned()))
    })
}

/// A file of these objects, of which the first is the root.
fn pdf(objects: &[String]) -> Vec<u8> {
    let mut text = "%PDF-1.4\n".to_owned();
    let mut places = String::new();
    for (number, object) in objects.iter().enumerate() {
        places.push_str(&format!("{:010} 00000 n \n", text.len()));
        text.push_str(&format!("{} 0 obj\n{object}\nendobj\n", number + 1));
    }
    let (start, size) = (text.len(), objects.len() + 1);
    text.push_str(&format!("xref\n0 {size}\n0000000000 65535 f \n{places}"));
    text.push_str(&format!(
        "trailer << /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    ));
    text.into_bytes()
}

/// A file of one page.
fn page(more: &str, content: &str) -> Vec<u8> {
    pdf(&[
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] {more} /Contents 4 0 R \
             /Resources << /Font << /F 5 0 R /L 6 0 R >> >> >>"
        ),
        format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        ),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding \
         /BaseEncoding /WinAnsiEncoding /Differences [1 /fi /fl /ff] >> >>"
            .to_owned(),
    ])
}

fn brought(bytes: &[u8]) -> Found {
    crate::read(&[file("letter.pdf", bytes)], &options())
}

fn text(more: &str, content: &str) -> String {
    let found = brought(&page(more, content));
    assert_eq!(found.problems, [""; 0], "{content}");
    found.memories[0].body.clone()
}

/// A line of text, at its place from the lower left corner.
fn at(x: f64, y: f64, words: &str) -> String {
    format!("BT /F 10 Tf {x} {y} Td ({words}) Tj ET\n")
}

#[test]
fn words_are_whole_however_they_are_written() {
    for (content, expected) in [
        (
            "BT /F 10 Tf 50 700 Td (Lena lives in) Tj ( Porto.) Tj ET",
            "Lena lives in Porto.",
        ),
        // Moved closer and further apart, letter by letter.
        (
            "BT /F 10 Tf 50 700 Td [(L) 20 (en) -15 (a) -300 (li) 3 (ves) -278 (here.)] TJ ET",
            "Lena lives here.",
        ),
        // Spaces that are wider than usual, as in lines that end together.
        (
            "BT /F 10 Tf 8 Tw 50 700 Td (Lena lives here.) Tj ET",
            "Lena lives here.",
        ),
        // A letter at a time.
        (
            "BT /F 10 Tf 50 700 Td (H) Tj 7.22 0 Td (i) Tj 2.22 0 Td (!) Tj ET",
            "Hi!",
        ),
        // Ligatures, and what is not ASCII.
        (
            "BT /L 10 Tf 50 700 Td (A \\001eld, a \\002ute, \\003.) Tj ET",
            "A field, a flute, ff.",
        ),
        (
            "BT /F 10 Tf 50 700 Td (Gr\\374\\337e \\200 5) Tj ET",
            "Grüße € 5",
        ),
        // Drawn twice, to look bold; and drawn around.
        (
            "BT /F 10 Tf 50 700 Td (Bold.) Tj 0.3 0 Td (Bold.) Tj ET",
            "Bold.",
        ),
        ("BT 2 Tr /F 10 Tf 50 700 Td (Outlined.) Tj ET", "Outlined."),
        // What a scan says beneath its picture.
        (
            "BT 3 Tr /F 10 Tf 50 700 Td (Read by a machine.) Tj ET",
            "Read by a machine.",
        ),
        // A raised letter stays in its line.
        (
            "BT /F 10 Tf 50 700 Td (The 2) Tj 4 Ts /F 6 Tf (nd) Tj 0 Ts /F 10 Tf ( house.) Tj ET",
            "The 2nd house.",
        ),
    ] {
        assert_eq!(text("", content), expected, "{content}");
    }
}

#[test]
fn lines_go_on_and_paragraphs_end() {
    let lines = [
        (
            50.0,
            700.0,
            "The house behind the harbour was empty when they came, and the gar-",
        ),
        (
            50.0,
            688.0,
            "den too. Lena planted tomatoes and two lemon trees there in spring.",
        ),
        (
            62.0,
            676.0,
            "Her brother built the fence, and painted it green because the paint",
        ),
        (50.0, 664.0, "was a present."),
        (
            50.0,
            640.0,
            "They stayed. Nobody has asked them to leave since then, and nobody",
        ),
        (50.0, 628.0, "will."),
        (50.0, 616.0, "- bread"),
        (50.0, 604.0, "- salt"),
    ];
    let content: String = lines
        .iter()
        .map(|(x, y, words)| at(*x, *y, words))
        .collect();
    let expected = "The house behind the harbour was empty when they came, and the garden too. Lena planted \
                    tomatoes and two lemon trees there in spring.\nHer brother built the fence, and painted it green \
                    because the paint was a present.\n\nThey stayed. Nobody has asked them to leave since then, and \
                    nobody will.\n- bread\n- salt";
    assert_eq!(text("", &content), expected);
    // In whatever order it is written.
    let backwards: String = lines
        .iter()
        .rev()
        .map(|(x, y, words)| at(*x, *y, words))
        .collect();
    assert_eq!(text("", &backwards), expected);
}

#[test]
fn columns_are_read_one_after_the_other_and_tables_row_by_row() {
    let left = [
        "Tomatoes want the sun all day long",
        "and water in the evening, at the root",
        "and never on the leaves.",
    ];
    let right = [
        "Lemon trees want to stand in a place",
        "where no wind comes, and in winter",
        "they want to be inside.",
    ];
    for (drop, place) in [(0.0, "beside"), (5.0, "between")] {
        let mut content = at(
            50.0,
            740.0,
            "What I know about the plants that grow in our garden behind the house",
        );
        for (line, (one, other)) in left.iter().zip(right).enumerate() {
            let y = 700.0 - 12.0 * line as f64;
            content.push_str(&at(320.0, y - drop, other));
            content.push_str(&at(50.0, y, one));
        }
        let expected = format!(
            "What I know about the plants that grow in our garden behind the house\n\n{}\n\n{}",
            left.join(" "),
            right.join(" ")
        );
        assert_eq!(text("", &content), expected, "{place}");
    }
    let mut table = String::new();
    for (row, cells) in [
        ["Name", "Town", "Since"],
        ["Lena", "Porto", "March"],
        ["Jonas", "Grenoble", "June"],
        ["Ida", "Oslo", "May"],
    ]
    .iter()
    .enumerate()
    {
        for (column, cell) in cells.iter().enumerate() {
            table.push_str(&at(
                50.0 + 150.0 * column as f64,
                700.0 - 14.0 * row as f64,
                cell,
            ));
        }
    }
    assert_eq!(
        text("", &table),
        "Name Town Since\nLena Porto March\nJonas Grenoble June\nIda Oslo May"
    );
    // Names with what they say set in below them are no columns.
    let mut play = String::new();
    for (line, (name, says)) in [
        ("Anna:", "Where have you been?"),
        ("Ben:", "In the garden."),
        ("Anna:", "Since noon?"),
        ("Ben:", "Since noon."),
    ]
    .iter()
    .enumerate()
    {
        let y = 700.0 - 24.0 * line as f64;
        play.push_str(&at(50.0, y, name));
        play.push_str(&at(90.0, y - 12.0, says));
    }
    assert_eq!(
        text("", &play).replace('\n', " "),
        "Anna: Where have you been? Ben: In the garden. Anna: Since noon? Ben: Since noon."
    );
}

#[test]
fn a_page_is_read_the_way_it_is_held() {
    let turned = "BT /F 10 Tf 0 1 -1 0 100 50 Tm (The first line of it.) Tj ET BT /F 10 Tf 0 1 -1 0 112 50 Tm (The second one.) Tj ET";
    assert_eq!(
        text("/Rotate 90", turned),
        "The first line of it. The second one."
    );
    // A word along the margin does not come between the lines.
    let stamped = format!(
        "{}BT /F 10 Tf 0 1 -1 0 20 400 Tm (Stamp) Tj ET\n{}",
        at(
            50.0,
            700.0,
            "The first line goes on in the second line, which"
        ),
        at(50.0, 688.0, "ends."),
    );
    assert_eq!(
        text("", &stamped),
        "The first line goes on in the second line, which ends.\n\nStamp"
    );
}

#[test]
fn what_cannot_be_read_is_told_by_its_name() {
    let problem = |bytes: &[u8]| {
        let found = brought(bytes);
        assert!(found.memories.is_empty());
        found.problems.join("|")
    };
    let scan = page(
        "",
        "q 600 0 0 800 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q",
    );
    assert_eq!(
        problem(&scan),
        "letter.pdf: there is no text in it; it may be a scan"
    );
    let locked = String::from_utf8(page("", &at(50.0, 700.0, "Secret."))).unwrap();
    let hash = "<".to_owned() + &"5a".repeat(32) + ">";
    let lock = format!(
        "/ID [<00> <00>] /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O {hash} /U {hash} >> /Root"
    );
    assert_eq!(
        problem(locked.replace("/Root", &lock).as_bytes()),
        "letter.pdf: it is locked with a password"
    );
    for broken in [
        "%PDF-1.7\n",
        "%PDF-1.7\n1 0 obj << /Type /Catalog",
        "%PDF-1.7\ntrailer << /Root 1 0 R >>",
    ] {
        assert!(
            problem(broken.as_bytes()).starts_with("letter.pdf: the document is broken"),
            "{broken}"
        );
    }
    // Pages that are their own parents end.
    let looped = pdf(&[
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>".to_owned(),
    ]);
    assert!(problem(&looped).starts_with("letter.pdf: "));
    // What tells of such files is a text.
    let told = crate::read(
        &[file(
            "note.txt",
            "Such a file begins with %PDF-1.7, I was told.",
        )],
        &options(),
    );
    assert_eq!((told.memories.len(), told.problems.len()), (1, 0));
}
