//! Every format and shape, read from its sample: what is in it, brought twice, brought longer, broken.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use rawzip::ZipArchiveWriter;
use recollect_imports::{File, Format, Found, Memory, read};

use crate::options;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples")
}

/// The samples by their names.
pub(super) fn samples() -> Vec<PathBuf> {
    let entries = fs::read_dir(root()).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    paths.sort();
    paths
}

/// The files of a folder, by their paths in it.
pub(super) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(
                fs::read_dir(&path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        } else {
            let name = path
                .strip_prefix(folder)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            found.insert(name, fs::read(&path).unwrap());
        }
    }
    found
}

pub(super) fn brought(files: &BTreeMap<String, Vec<u8>>) -> Vec<File> {
    let file = |(name, bytes): (&String, &Vec<u8>)| File {
        name: name.clone(),
        bytes: bytes.clone(),
        modified: Some("2024-05-06T07:08:09Z".parse().unwrap()),
        before: 0,
    };
    files.iter().map(file).collect()
}

/// What was found, as a text to read.
fn told(found: &Found) -> String {
    let formats: Vec<&str> = found.formats.iter().map(|format| format.as_str()).collect();
    let mut text = format!("formats: {}\n", formats.join(", "));
    for (name, count) in found.speakers() {
        writeln!(text, "speaker: {name} ({count})").unwrap();
    }
    for problem in &found.problems {
        writeln!(text, "problem: {problem}").unwrap();
    }
    for memory in &found.memories {
        let Memory {
            external_id,
            session,
            space,
            source,
            kind,
            body,
            reference_time,
            labels,
            ..
        } = memory;
        writeln!(text, "\n{reference_time} {external_id}").unwrap();
        write!(text, "  {} of {source}", kind.as_str()).unwrap();
        for (what, name) in [("session", session), ("space", space)] {
            if let Some(name) = name {
                write!(text, ", {what} {name:?}").unwrap();
            }
        }
        if !labels.tags.is_empty() {
            write!(text, ", tags {:?}", labels.tags).unwrap();
        }
        if !labels.metadata.is_empty() {
            write!(
                text,
                ", {}",
                serde_json::to_string(&labels.metadata).unwrap()
            )
            .unwrap();
        }
        writeln!(text).unwrap();
        for line in body.lines() {
            writeln!(text, "  | {line}").unwrap();
        }
    }
    text
}

#[test]
fn every_sample_is_read_as_expected() {
    let mut seen = BTreeSet::new();
    for sample in samples() {
        let found = read(&brought(&files(&sample.join("brought"))), &options());
        seen.extend(found.formats.iter().copied());
        let name = sample.file_name().unwrap().to_str().unwrap();
        assert!(
            found
                .formats
                .iter()
                .any(|format| name.starts_with(format.as_str())),
            "{name} is read as {:?}",
            found.formats
        );
        let path = sample.join("expected.txt");
        if std::env::var_os("RECOLLECT_UPDATE_SAMPLES").is_some() {
            fs::write(&path, told(&found)).unwrap();
        }
        assert_eq!(
            told(&found),
            fs::read_to_string(&path).unwrap_or_default(),
            "{name}"
        );
    }
    for format in Format::ALL {
        assert!(seen.contains(format), "there is no sample of {format}");
    }
}

#[test]
fn a_longer_export_keeps_every_name_and_adds_what_is_new() {
    let mut compared = 0;
    for sample in samples()
        .iter()
        .filter(|sample| sample.join("more").exists())
    {
        let first = files(&sample.join("brought"));
        let mut longer = first.clone();
        longer.extend(files(&sample.join("more")));
        let names = |files| -> BTreeMap<String, String> {
            let found = read(&brought(files), &options());
            let named = found
                .memories
                .into_iter()
                .map(|one| (one.external_id, one.body));
            named.collect()
        };
        let (before, after) = (names(&first), names(&longer));
        assert!(
            before.iter().all(|one| after.get(one.0) == Some(one.1)),
            "{}",
            sample.display()
        );
        assert!(after.len() > before.len(), "{}", sample.display());
        compared += 1;
    }
    assert!(compared >= 8);
}

/// An archive of these files.
fn zipped(files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let mut output = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut output);
    for (name, bytes) in files {
        let file = archive
            .new_file(name)
            .compression_method(rawzip::CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().unwrap();
        let encoder =
            flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::default());
        let mut writer = config.wrap(encoder);
        std::io::Write::write_all(&mut writer, bytes).unwrap();
        let (encoder, descriptor) = writer.finish().unwrap();
        encoder.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    output
}

#[test]
fn an_archive_is_read_as_what_is_in_it() {
    for sample in samples() {
        let plain = files(&sample.join("brought"));
        let tops: BTreeSet<_> = plain.keys().map(|name| name.split_once('/')).collect();
        let tops: BTreeSet<_> = tops.iter().map(|top| top.map(|(top, _)| top)).collect();
        let is_in_a_folder = tops.len() == 1 && !tops.contains(&None);
        let unpacked: BTreeMap<String, Vec<u8>> = plain
            .iter()
            .map(|(name, bytes)| match is_in_a_folder {
                true => (name.clone(), bytes.clone()),
                false => (format!("export/{name}"), bytes.clone()),
            })
            .collect();
        let archive = BTreeMap::from([("export.zip".to_owned(), zipped(&plain))]);
        let (unpacked, packed) = (
            read(&brought(&unpacked), &options()),
            read(&brought(&archive), &options()),
        );
        assert_eq!(told(&packed), told(&unpacked), "{}", sample.display());
    }
}

#[test]
fn an_archive_may_be_called_anything() {
    let names = |archive: &str, paths: &[&str]| -> Vec<String> {
        let within = paths
            .iter()
            .map(|path| ((*path).to_owned(), b"The gate is red.".to_vec()));
        let brought_in = BTreeMap::from([(archive.to_owned(), zipped(&within.collect()))]);
        let found = read(&brought(&brought_in), &options());
        found
            .memories
            .into_iter()
            .map(|one| one.external_id)
            .collect()
    };
    let folder = ["vault/a.md", "vault/b/c.md", "vault/x.jpg", "__MACOSX/x"];
    for name in ["vault.zip", "vault (1).zip", "anything.zip", "vault"] {
        let known = ["file/vault/a.md", "file/vault/b/c.md"];
        assert_eq!(names(name, &folder), known, "{name}");
    }
    assert_eq!(names("of/2026.zip", &["v/a.md"]), ["file/of/v/a.md"]);
    // Nothing is written where a path says, so any will do.
    assert_eq!(names("vault.zip", &["../../a.md", "b.md"]).len(), 2);
    assert_eq!(names("vault.zip", &[".obsidian/a.md", "b.md"]).len(), 1);
    for name in [
        "notes.zip",
        "notes (2).zip",
        "notes - Copy.zip",
        "notes copy.zip",
    ] {
        let known = ["file/notes/a.md", "file/notes/b/c.md"];
        assert_eq!(names(name, &["a.md", "b/c.md"]), known, "{name}");
    }
    assert_eq!(names("notes (a).zip", &["a.md"]), ["file/notes (a)/a.md"]);

    // Two archives of one import may have a file of the same path.
    let one = |words: &str| zipped(&BTreeMap::from([("v/a.md".to_owned(), words.into())]));
    let two = BTreeMap::from([
        ("1.zip".to_owned(), one("The gate is red.")),
        ("2.zip".to_owned(), one("The door is blue.")),
    ]);
    let found = read(&brought(&two), &options());
    let names: Vec<&str> = found
        .memories
        .iter()
        .map(|one| one.external_id.as_str())
        .collect();
    assert_eq!(names, ["file/v/a.md", "file/2.zip/v/a.md"]);
}

#[test]
fn archives_are_opened_within_bounds() {
    let many = |names: &[&str], bytes: &[u8]| -> Vec<u8> {
        zipped(
            &names
                .iter()
                .map(|name| ((*name).to_owned(), bytes.to_vec()))
                .collect(),
        )
    };
    let one = |bytes: Vec<u8>, max_unpacked_bytes| {
        let files = BTreeMap::from([("a.zip".to_owned(), bytes)]);
        let options = recollect_imports::Options {
            max_unpacked_bytes,
            ..options()
        };
        read(&brought(&files), &options)
    };
    // A megabyte of the same letter is a kilobyte in the archive.
    let bomb = many(
        &["a.txt", "b.txt", "c.txt", "d.txt"],
        &vec![b'x'; 1_000_000],
    );
    assert!(bomb.len() < 8_000);
    let found = one(bomb, 2_500_000);
    assert_eq!(found.memories.len(), 2);
    assert_eq!(
        found.problems,
        ["a.zip, c.txt: there is more in the archive than can be read at once"]
    );

    let within = many(&["b.zip"], &many(&["c.txt"], b"Deep down."));
    let found = one(within, 1_000_000);
    assert_eq!(
        found.problems,
        ["a.zip, b.zip: an archive within an archive is not looked into"]
    );

    let photos = many(
        &["x.jpg", "y.mp4", "__MACOSX/._x", ".DS_Store", "note.txt"],
        b"The gate is red.",
    );
    let found = one(photos.clone(), 1_000_000);
    assert_eq!(found.memories.len(), 1);
    assert_eq!(
        found.problems,
        ["a.zip: 2 files of pictures, recordings and the like left out"]
    );

    // Cut anywhere, or with any byte changed, it is read as far as it goes, or refused.
    for place in 0..photos.len() {
        one(photos[..place].to_vec(), 1_000);
        let mut changed = photos.clone();
        changed[place] ^= 0x55;
        one(changed, 1_000);
    }
}

/// So long each format is tried with broken files.
const BROKEN_MS: u64 = 200;

#[test]
fn broken_files_are_read_as_far_as_they_go() {
    let mut seed = 7_u64;
    let mut next = move |most: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % most.max(1)
    };
    for sample in samples() {
        let whole = brought(&files(&sample.join("brought")));
        let started = std::time::Instant::now();
        let mut tries = 0;
        while tries < 20 || (tries < 3_000 && started.elapsed().as_millis() < u128::from(BROKEN_MS))
        {
            tries += 1;
            let mut broken = whole.clone();
            let which = next(broken.len());
            let bytes = &mut broken[which].bytes;
            match next(4) {
                0 => bytes.truncate(next(bytes.len())),
                1 => {
                    for _ in 0..=next(8) {
                        let place = next(bytes.len());
                        bytes[place] ^= 1 << next(8);
                    }
                }
                2 => {
                    let (from, to) = (next(bytes.len()), next(bytes.len()));
                    let piece = bytes[from.min(to)..from.max(to)].to_vec();
                    let place = next(bytes.len());
                    bytes.splice(place..place, piece);
                }
                _ => {
                    let odd: [&[u8]; 8] = [
                        b"\0",
                        b"\xff\xfe",
                        b"\"",
                        b"{",
                        b"9e999",
                        b"\xf0\x9f",
                        b"<",
                        b"\r\n",
                    ];
                    let place = next(bytes.len());
                    bytes.splice(place..place, odd[next(odd.len())].iter().copied());
                }
            }
            let format = (next(2) == 0).then(|| Format::ALL[next(Format::ALL.len())]);
            let max_bytes = 16 + next(4_000);
            let options = recollect_imports::Options {
                format,
                max_bytes,
                ..options()
            };
            let found = read(&broken, &options);
            let names: BTreeSet<_> = found
                .memories
                .iter()
                .map(|one| (&one.external_id, &one.body))
                .collect();
            assert!(names.len() <= found.memories.len());
            assert!(
                found
                    .memories
                    .iter()
                    .all(|one| one.external_id.len() <= 512 && !one.body.trim().is_empty())
            );
        }
    }
}

#[test]
fn no_part_of_a_text_is_longer_than_may_be_whatever_white_space_follows() {
    let words = "The ship sailed past the harbour. ".repeat(10);
    let text = format!("{words}{}And back.{}", "\n".repeat(900), "\n".repeat(900));
    let files = [("ship.txt".to_owned(), text.clone().into_bytes())];
    let options = recollect_imports::Options {
        max_bytes: 400,
        ..options()
    };
    let found = read(&brought(&BTreeMap::from(files)), &options);
    let bodies = || found.memories.iter().map(|one| one.body.as_str());
    assert!(bodies().all(|body| body.len() <= 400 && !body.trim().is_empty()));
    let said = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(said(&bodies().collect::<String>()), said(&text));
}

#[test]
fn the_documentation_has_a_row_for_every_format() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/importing.md");
    let page = fs::read_to_string(path).unwrap();
    let rows = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let rows: Vec<&str> = rows.filter(|row| *row != "--as").collect();
    for format in Format::ALL {
        let count = rows.iter().filter(|row| **row == format.as_str()).count();
        assert_eq!(count, 1, "{format}");
    }
    assert_eq!(rows.len(), Format::ALL.len());
}

/// So long a megabyte of anything may take, on a machine that does much else; what grows with the square of the length takes
/// minutes.
const MEGABYTE_S: u64 = 10;

#[test]
fn nothing_takes_longer_than_its_length_and_nothing_runs_out_of_stack() {
    let times = |text: &str| text.repeat(1_000_000 / text.len());
    let halves = |first: &str, second: &str| {
        first.repeat(500_000 / first.len()) + &second.repeat(500_000 / second.len())
    };
    let mail =
        |body: String| format!("Message-ID: <a@b>\nReceived: x\nFrom: a@b\nTo: c@d\n\n{body}");
    let session = |text: String| {
        let line = serde_json::json!({ "type": "user", "uuid": "u", "sessionId": "s", "message": { "content": text } });
        line.to_string()
    };
    let hostile = [
        ("deep.html", format!("<html>{}", halves("<svg>", "</p>"))),
        ("wide.html", format!("<html>{}", times("<p a=b c=d>"))),
        ("attributes.html", format!("<html><p {}>", times("a1 "))),
        ("bookmarks.html", format!("<!DOCTYPE NETSCAPE-Bookmark-file-1>{}", halves("<DL>", "<DT><A HREF=http://x>y</A>"))),
        ("elements.jsonl", session(times("<a_b></a_b>"))),
        ("open.jsonl", session(times("<a_b>"))),
        ("brackets.json", times("[")),
        ("objects.json", times("{\"a\":")),
        ("quotes.eml", mail(halves("\n", ">\n"))),
        ("quotes-apart.eml", mail(times("\n>\n"))),
        ("signatures.eml", mail(halves("\n", "-- \n"))),
        ("attributions.eml", mail(times("on a wrote:\n>\n"))),
        ("mailbox.mbox", format!("From x\n{}", mail(times("From \n")))),
        ("headers.eml", mail(String::new()).replace("\n\n", &format!("\nX: {}\n\n", times(" a\n")))),
        ("parts.eml", mail(times("--b\n")).replace("\n\n", "\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n")),
        ("calendar.ics", format!("BEGIN:VCALENDAR\n{}", times("BEGIN:VEVENT\n"))),
        ("events.ics", format!("BEGIN:VCALENDAR\n{}", times("BEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT\n"))),
        ("folded.ics", format!("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:{}", times("a\n "))),
        ("cards.vcf", times("BEGIN:VCARD\n")),
        ("properties.vcf", format!("BEGIN:VCARD\nFN:a\n{}END:VCARD\n", times("EMAIL;TYPE=a,b:c\n"))),
        ("columns.csv", format!("text,time,{}\n1,2\n", times("a,"))),
        ("rows.csv", format!("text,time\n{}", times("\"\n"))),
        ("matter.md", format!("---\n{}", times("a: [\n- b\n"))),
        ("links.md", times("[[a#")),
        ("tags.md", times("#a(")),
        ("chat.txt", times("1/1/24, 1:00 - a: b\n")),
        ("page.html", format!("<html>{}", times("<div class=\"outer-cell\"><div class=\"header-cell\">"))),
        ("slack.json", serde_json::json!([{ "type": "message", "ts": "1700000000.000100", "text": times("<a") }]).to_string()),
    ];
    for (name, text) in hostile {
        let started = std::time::Instant::now();
        let files = BTreeMap::from([(name.to_owned(), text.into_bytes())]);
        read(&brought(&files), &options());
        let took = started.elapsed().as_secs();
        assert!(took < MEGABYTE_S, "{name} takes {took} s");
    }
    let item = |number: usize| {
        format!("<item id=\"{number}\" href=\"{number}.xhtml\"/><itemref idref=\"{number}\"/>")
    };
    let package: String = (0..20_000).map(item).collect();
    let mut book: BTreeMap<String, Vec<u8>> = (0..2_000)
        .map(|number| (format!("{number}.xhtml"), b"<p>x".to_vec()))
        .collect();
    book.insert(
        "META-INF/container.xml".to_owned(),
        b"<rootfile full-path=\"p.opf\"/>".to_vec(),
    );
    book.insert("p.opf".to_owned(), package.into_bytes());
    let files = BTreeMap::from([("book.epub".to_owned(), zipped(&book))]);
    let found = read(&brought(&files), &options());
    assert_eq!(found.memories.len(), 1, "{:?}", found.problems.first());
}
