//! PDF files: read within limits of time and memory, and refused by name where that is not enough.

use std::path::Path;

use serde_json::json;

use crate::imports::brought;
use crate::reading::texts;
use crate::service::Service;

/// A file of these objects, the first of which is its root.
fn pdf(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(bytes.len());
        bytes.extend(format!("{} 0 obj\n", number + 1).bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let start = bytes.len();
    bytes.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for place in places {
        bytes.extend(format!("{place:010} 00000 n \n").bytes());
    }
    let size = objects.len() + 1;
    bytes.extend(
        format!("trailer << /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n").bytes(),
    );
    bytes
}

fn stream(about: &str, content: &str) -> Vec<u8> {
    let length = content.len();
    format!("<< {about} /Length {length} >>\nstream\n{content}\nendstream").into_bytes()
}

/// A page that draws a form that draws ten forms, each of which draws ten: more than anybody waits for.
fn endless() -> Vec<u8> {
    const DEPTH: usize = 24;
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /XObject << /F 5 0 R >> >> /Contents 4 0 R >>".to_vec(),
        stream("", "/F Do"),
    ];
    for level in 0..DEPTH {
        let next = 6 + level;
        let about = format!(
            "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F {next} 0 R >> >>"
        );
        objects.push(stream(&about, &"/F Do ".repeat(10)));
    }
    objects.push(stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 9 9]",
        "0 0 m 1 1 l S",
    ));
    pdf(&objects)
}

/// A page of a megabyte that becomes sixty-four, a hundred times over.
fn swelling() -> Vec<u8> {
    // Of two bytes, the first says how often the second comes.
    let packed = "\u{81} ".chars().map(|byte| byte as u8).cycle();
    let packed: Vec<u8> = packed.take(1_000_000).collect();
    let head = format!(
        "<< /Filter /RunLengthDecode /Length {} >>\nstream\n",
        packed.len()
    );
    let page = format!(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents [{}] >>",
        "4 0 R ".repeat(100)
    );
    pdf(&[
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        page.into_bytes(),
        [head.as_bytes(), &packed, b"\nendstream"].concat(),
    ])
}

fn letter() -> Vec<u8> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../imports/tests/samples");
    std::fs::read(samples.join("pdf/brought/letter.pdf")).unwrap()
}

#[tokio::test]
async fn a_pdf_file_is_one_text_with_its_title_and_its_time() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let import = brought(&anna, &[], &[("letter.pdf", &letter())]).await;
    assert_eq!(
        (&import["format"], &import["added"], &import["problems"]),
        (&json!("pdf"), &json!(1), &json!([]))
    );
    let (_, logs) = anna.get("/api/v1/logs").await;
    let log = &logs["logs"][0];
    assert_eq!(log["referenceTime"], "2024-05-06T07:15:00Z");
    assert_eq!(log["metadata"]["author"], "Mara Schütz");
    let lena = anna.search("Where does Lena live?", &json!({})).await;
    assert!(
        lena.iter()
            .any(|text| text.contains("Lena lives in Lisbon since March")),
        "{lena:?}"
    );
}

#[tokio::test]
async fn what_takes_too_long_or_is_no_document_is_refused_by_name_and_the_rest_is_brought() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let no_pages = pdf(&[
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [] /Count 0 >>".to_vec(),
    ]);
    let nested = [b"%PDF-1.7\n".as_slice(), "[".repeat(3_000_000).as_bytes()].concat();
    let (endless, swelling, letter) = (endless(), swelling(), letter());
    let files: [(&str, &[u8]); 7] = [
        ("cut.pdf", b"%PDF-1.7\n1 0 obj << /Type /Catalog"),
        ("empty.pdf", b""),
        ("endless.pdf", &endless),
        ("letter.pdf", &letter),
        ("nested.pdf", &nested),
        ("no-pages.pdf", &no_pages),
        ("swelling.pdf", &swelling),
    ];
    let import = brought(&anna, &[], &files).await;
    assert_eq!(import["added"], 1, "{import}");
    let mut told = texts(&import["problems"], |problem| problem);
    // Whether a page that becomes gigabytes of blanks ends at the limit of memory or shows no text first is one to the person.
    let swollen = told.pop().unwrap_or_default();
    assert!(swollen.starts_with("swelling.pdf: "), "{swollen}");
    let is_too_much = "it is broken, or takes too much time or memory to read";
    assert_eq!(
        told,
        [
            "cut.pdf: the document is broken",
            "empty.pdf: there is no text in it",
            &format!("endless.pdf: {is_too_much}"),
            "nested.pdf: the document is broken",
            "no-pages.pdf: the document is broken: there are no pages in it",
        ]
    );
}
