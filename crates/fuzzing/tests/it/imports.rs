//! What people bring: every format by its samples, archives, and documents that are archives.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use rawzip::{CompressionMethod, ZipArchiveWriter};
use recollect_fuzzing::Inputs;
use recollect_imports::{Columns, File, Format, Found, Options, decoded, read};
use recollect_model::Calendar;

use crate::text;

/// A memory is cut at so many bytes, and so is what is taken out of archives.
const MAX_BYTES: usize = 2_000;
const MAX_UNPACKED_BYTES: usize = 1_000_000;
const WORDS: [&str; 30] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "null",
    "\\u0000",
    "\\ud800",
    "1e400",
    "\n",
    "\r\n",
    "\t",
    "---\n",
    "<",
    ">",
    "</a>",
    "<!--",
    "&#0;",
    "&amp;",
    "BEGIN:VCARD\n",
    "END:VEVENT\n",
    "From - \n",
    "Content-Type: multipart/mixed; boundary=a\n",
    "=?utf-8?B?",
    "=00",
    ";",
    "\"\"",
    "2024-02-30T25:61:00",
];

fn options(format: Option<Format>) -> Options {
    Options {
        format,
        columns: None,
        calendar: Calendar::named("Europe/Berlin").unwrap(),
        now: "2025-03-01T12:00:00+01:00".parse().unwrap(),
        max_bytes: MAX_BYTES,
        encoding: None,
        max_unpacked_bytes: MAX_UNPACKED_BYTES,
        read_pdf: None,
    }
}

/// The files of each sample, by their paths in it.
fn samples() -> BTreeMap<String, Vec<(String, Vec<u8>)>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../imports/tests/samples");
    let folders = fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let samples = folders.filter(|path| path.is_dir() && !path.ends_with("pdf"));
    samples
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let brought = path.join("brought");
            let files = files_below(&brought).into_iter().map(|file| {
                let within = file.strip_prefix(&brought).unwrap();
                (
                    within.to_str().unwrap().to_owned(),
                    fs::read(&file).unwrap(),
                )
            });
            (name, files.collect())
        })
        .collect()
}

fn files_below(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).unwrap();
    let mut below: Vec<PathBuf> = entries
        .flat_map(|entry| files_below(&entry.unwrap().path()))
        .collect();
    below.sort();
    below
}

fn brought(name: &str, bytes: &[u8]) -> File {
    File {
        name: name.to_owned(),
        bytes: bytes.to_vec(),
        modified: None,
        before: 0,
    }
}

/// Whether what was found is as it is promised; what tells it from others.
fn checked(found: &Found) -> (Vec<&'static str>, usize, Vec<String>) {
    let mut names = std::collections::HashSet::new();
    for memory in &found.memories {
        assert!(
            memory.body.len() <= MAX_BYTES,
            "{} bytes",
            memory.body.len()
        );
        assert!(!memory.external_id.is_empty());
        assert!(
            names.insert((&memory.external_id, &memory.space)),
            "{}",
            memory.external_id
        );
    }
    found.speakers();
    let formats = found.formats.iter().map(|format| format.as_str());
    let said = found.problems.iter().take(3).map(|problem| {
        let words = problem
            .split_whitespace()
            .skip(1)
            .filter(|word| word.bytes().all(|byte| byte.is_ascii_alphabetic()));
        words.take(6).collect::<Vec<_>>().join(" ")
    });
    (
        formats.collect(),
        found.memories.len().min(6),
        said.collect(),
    )
}

#[test]
fn every_format_is_read_without_harm() {
    let samples = samples();
    let readers = u32::try_from(samples.len()).unwrap() / 6;
    for (sample, files) in &samples {
        let seeds = files.iter().map(|(_, bytes)| bytes);
        let mut turn = 0;
        let inputs = Inputs::of(&format!("imports, {sample}"), seeds).with_words(WORDS);
        inputs.sharing(readers).of_at_most(16 * 1024).feed(|input| {
            turn += 1;
            let place = turn % files.len();
            // The others lie beside it as they are; now and then it is taken for what it may not be.
            let format = (turn % 4 == 0).then(|| Format::ALL[turn / 4 % Format::ALL.len()]);
            let files = files.iter().enumerate();
            let files: Vec<File> = files
                .map(|(at, (name, bytes))| brought(name, if at == place { input } else { bytes }))
                .collect();
            let found = read(&files, &options(format));
            checked(&found);
            let (formats, memories, problems) = checked(&found);
            (formats, memories, problems, format.is_some())
        });
    }
}

fn packed(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut output = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut output);
    for (name, bytes) in files {
        let file = archive
            .new_file(name)
            .compression_method(CompressionMethod::STORE);
        let (mut entry, config) = file.start().unwrap();
        let mut writer = config.wrap(&mut entry);
        writer.write_all(bytes).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    output
}

#[test]
fn archives_are_opened_without_harm() {
    let samples = samples();
    let documents = ["docx", "epub"].into_iter().flat_map(|name| &samples[name]);
    let mut seeds: Vec<Vec<u8>> = documents.map(|(_, bytes)| bytes.clone()).collect();
    for name in ["telegram", "slack", "markdown-vault", "keep"] {
        seeds.push(packed(&samples[name]));
    }
    seeds.push(packed(&[("a.zip".to_owned(), packed(&samples["text"]))]));
    let marks: [&[u8]; 6] = [
        b"PK\x03\x04",
        b"PK\x01\x02",
        b"PK\x05\x06",
        b"PK\x06\x06",
        b"PK\x07\x08",
        b"\xff\xff\xff\xff",
    ];
    let inputs = Inputs::of("imports, archives", seeds).with_words(marks);
    inputs.of_at_most(64 * 1024).feed(|input| {
        let found = read(&[brought("export.zip", input)], &options(None));
        let (formats, memories, problems) = checked(&found);
        (formats.len(), memories, problems)
    });
}

#[test]
fn what_is_in_a_document_is_read_without_harm() {
    const DOCX: &str = "<w:document><w:body><w:p><w:pPr><w:pStyle w:val=\"Heading1\"/></w:pPr><w:r><w:t>Lisbon &amp; \
        Porto</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t><w:tab/><w:br/></w:r></w:p></w:tc></w:tr></w:tbl>\
        </w:body></w:document>";
    const OPF: &str = "<package><metadata><dc:title>A book</dc:title><dc:date>2020-05-06</dc:date></metadata><manifest>\
        <item id=\"c\" href=\"c.xhtml\" media-type=\"application/xhtml+xml\"/></manifest><spine><itemref idref=\"c\"/></spine>\
        </package>";
    const PAGE: &str =
        "<html><body><h1>One</h1><p>It &#x41; begins<br/></p><ul><li>a</li></ul></body></html>";
    let container = "<container><rootfiles><rootfile full-path=\"b.opf\"/></rootfiles></container>";
    let own = |name: &str, bytes: &[u8]| (name.to_owned(), bytes.to_vec());
    let words = [
        "<w:p>",
        "</w:p>",
        "<item",
        "href=\"../../c.xhtml\"",
        "<![CDATA[",
        "<!DOCTYPE a [<!ENTITY b \"c\">]>",
        "&b;",
    ];
    let mut turn = 0;
    let inputs = Inputs::of("imports, inside documents", [DOCX, OPF, PAGE]).with_words(WORDS);
    inputs.with_words(words).feed(|input| {
        turn += 1;
        let document = match turn % 3 {
            0 => packed(&[
                own("[Content_Types].xml", b"<Types/>"),
                own("word/document.xml", input),
            ]),
            1 => packed(&[
                own("mimetype", b"application/epub+zip"),
                own("META-INF/container.xml", container.as_bytes()),
                own("b.opf", input),
                own("c.xhtml", PAGE.as_bytes()),
            ]),
            _ => packed(&[
                own("mimetype", b"application/epub+zip"),
                own("META-INF/container.xml", container.as_bytes()),
                own("b.opf", OPF.as_bytes()),
                own("c.xhtml", input),
            ]),
        };
        let found = read(
            &[brought(["a.docx", "a.epub", "b.epub"][turn % 3], &document)],
            &options(None),
        );
        let (formats, memories, problems) = checked(&found);
        (turn % 3, formats.len(), memories, problems)
    });
}

#[test]
fn bytes_are_decoded_and_columns_are_read_without_harm() {
    let seeds: [&[u8]; 6] = [
        b"text=body,time=date,speaker=from",
        b"\xff\xfeA\x00n\x00n\x00a\x00",
        b"\xfe\xff\x00A\x00n",
        b"\xef\xbb\xbfAnna",
        b"caf\xe9 \x93quoted\x94",
        b"\x00\x00\xfe\xff",
    ];
    let inputs = Inputs::of("encodings and columns", seeds).with_words(["=", ",", "text", "time"]);
    inputs.of_at_most(500).feed(|input| {
        let columns = text(input).parse::<Columns>();
        let columns = columns
            .map(|_| ())
            .map_err(|error| error.to_string().len() / 16);
        (
            decoded(input).chars().count() * 4 / (input.len() + 1),
            columns,
        )
    });
}
