//! How long large files take, and how much memory the command and the service need for them; `--ignored`, with what it says on
//! standard output.

#![expect(clippy::print_stdout, reason = "what is measured is the output")]

use std::fs::File;
use std::io::{BufWriter, Seek, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::process::{create_key, free_port};

const MEGABYTE: u64 = 1024 * 1024;
/// So much memory the command may need at most, and the service, which has the words of all texts that wait in memory.
const MAX_PEAK: [u64; 2] = [256 * MEGABYTE, 2_048 * MEGABYTE];

/// The most memory that a process had at once by now, in bytes.
fn peak(process: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1_024)
}

/// The service, ended when dropped.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn conversations(path: &Path, bytes: u64) {
    let mut file = BufWriter::new(File::create(path).unwrap());
    let words = "The parcel from the garden centre came late, and the gate was open all night. ";
    file.write_all(b"[").unwrap();
    for number in 0_u64.. {
        let nodes: serde_json::Map<String, _> = (0..20_u64)
            .map(|place| {
                let said = json!({ "id": format!("m-{number}-{place}"), "create_time": 1.6e9 + (number * 100 + place) as f64,
                    "author": { "role": if place % 2 == 0 { "user" } else { "assistant" } },
                    "content": { "content_type": "text", "parts": [format!("Note {number}.{place}: {}", words.repeat(1 + place as usize % 12))] } });
                let parent = place.checked_sub(1).map(|place| place.to_string());
                (place.to_string(), json!({ "id": place.to_string(), "parent": parent, "children": [], "message": said }))
            })
            .collect();
        let one = json!({ "title": format!("Chat {number}"), "conversation_id": format!("c-{number}"), "create_time": 1.6e9, "current_node": "19", "mapping": nodes });
        if number > 0 {
            file.write_all(b",").unwrap();
        }
        serde_json::to_writer(&mut file, &one).unwrap();
        if file.stream_position().unwrap() > bytes {
            break;
        }
    }
    file.write_all(b"]").unwrap();
}

fn mailbox(path: &Path, bytes: u64) {
    let mut file = BufWriter::new(File::create(path).unwrap());
    let packed = format!("{}\n", "QUJD".repeat(19)).repeat(2_000);
    let mut number = 0_u64;
    while file.stream_position().unwrap() < bytes {
        number += 1;
        let attached = match number % 10 {
            0 => format!(
                "--b\nContent-Type: image/jpeg; name=\"a.jpg\"\nContent-Transfer-Encoding: base64\n\n{packed}"
            ),
            _ => String::new(),
        };
        write!(
            file,
            "From x@example.com Tue Mar 12 18:05:11 2024\nMessage-ID: <{number}@x>\nFrom: Lena <lena@example.com>\nTo: me@example.com\nDate: Tue, 12 Mar 2024 18:05:11 +0100\nSubject: Bed {number}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b\"\n\n--b\nContent-Type: text/plain; charset=utf-8\n\nBed {number} is sown. {}\n{attached}--b--\n\n",
            "The gate was open all night. ".repeat(40)
        )
        .unwrap();
    }
}

/// An archive with one text and so much of a recording, which takes no place on the disk.
fn archive(path: &Path, media: u64) {
    let text: String = (0..5_000)
        .map(|number| {
            format!(
                "12.03.24, {:02}:{:02} - Lena: Bed {number} is sown.\n",
                number / 60 % 24,
                number % 60
            )
        })
        .collect();
    let file = File::create(path).unwrap();
    let mut archive = rawzip::ZipArchiveWriter::new(file);
    for (name, bytes) in [
        ("_chat.txt", text.as_bytes()),
        ("VID-1.mp4", b"".as_slice()),
    ] {
        let (mut entry, config) = archive.new_file(name).start().unwrap();
        let mut writer = config.wrap(&mut entry);
        writer.write_all(bytes).unwrap();
        if name.ends_with("mp4") {
            let zeros = vec![0; MEGABYTE as usize];
            for _ in 0..media / MEGABYTE {
                writer.write_all(&zeros).unwrap();
            }
        }
        let (_, descriptor) = writer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
}

/// How a command went.
struct Run {
    took: f64,
    peak: u64,
    said: String,
}

fn run(command: &mut Command, output: &Path) -> Run {
    let started = Instant::now();
    let said = File::create(output).unwrap();
    let mut child = command.stdout(said).stderr(Stdio::null()).spawn().unwrap();
    let mut most = 0;
    let status = loop {
        most = peak(&child).unwrap_or_default().max(most);
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let said = std::fs::read_to_string(output).unwrap();
    assert!(status.success(), "{said}");
    Run {
        took: started.elapsed().as_secs_f64(),
        peak: most,
        said,
    }
}

fn serve(port: u16, place: &[String]) -> Serving {
    let mut serving = Command::new(env!("CARGO_BIN_EXE_recollect"));
    let listen = format!("127.0.0.1:{port}");
    serving.args(["serve", "--embedder", "potion", "--listen", &listen]);
    serving.args(place).stdin(Stdio::null());
    let serving = serving.stdout(Stdio::null()).stderr(Stdio::null());
    let serving = Serving(serving.spawn().unwrap());
    std::thread::sleep(Duration::from_secs(5));
    serving
}

#[test]
#[ignore = "it writes and reads some hundred megabytes, and takes minutes"]
fn large_files_come_in_with_little_memory() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path().join("data");
    let place = ["--data".to_owned(), data.to_str().unwrap().to_owned()];
    let port = free_port();
    let serving = serve(port, &place);
    println!(
        "service at rest: {} MiB",
        peak(&serving.0).unwrap() / MEGABYTE
    );
    type Make = fn(&Path, u64);
    let files: [(&str, Make, u64); 3] = [
        ("chat.zip", archive, 1_024),
        ("All mail.mbox", mailbox, 200),
        ("conversations.json", conversations, 150),
    ];
    let url = format!("http://127.0.0.1:{port}");
    for (number, (name, make, size)) in files.iter().enumerate() {
        let path = directory.path().join(name);
        make(&path, size * MEGABYTE);
        let key = create_key(&place, &format!("anna-{number}@example.com"));
        let megabytes = std::fs::metadata(&path).unwrap().len() / MEGABYTE;
        for is_again in [false, true] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_recollect"));
            command.arg("import").arg(&path);
            command.args(["--yes", "--url", &url, "--key", &key]);
            command.args(is_again.then_some("--dry-run"));
            let run = run(&mut command, &directory.path().join("said"));
            let serving = peak(&serving.0).unwrap();
            println!(
                "{name}, {megabytes} MiB{}: {:.1} s, command {} MiB, service {} MiB\n{}",
                if is_again { ", looked at again" } else { "" },
                run.took,
                run.peak / MEGABYTE,
                serving / MEGABYTE,
                run.said
            );
            assert!(run.peak < MAX_PEAK[0] && serving < MAX_PEAK[1]);
            let is_there = run.said.contains(": 0 new, 0 would be replaced");
            assert!(is_there || !is_again, "{}", run.said);
        }
        std::fs::remove_file(path).unwrap();
    }
}
