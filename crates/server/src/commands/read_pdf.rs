//! Reading PDF files: each in a process of its own, which the operating system ends when it takes too long or too
//! much.
//!
//! A PDF file is a program for whoever draws it, and one that means harm can ask for any amount of time, memory and
//! stack. What reads one here has no surroundings but its standard input, and writes what it found there as one JSON
//! object. One file is read at a time.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use recollect_engine::{PdfReader, PdfText, pdf_text};
use rustix::process::{Resource, Rlimit, setrlimit};
use serde_json::{Value, json};

use super::CommandError;

/// The seconds of a processor that one file may take.
const MAX_SECONDS: u64 = 10;
/// The memory that reading it may take, addresses that are only reserved included.
const MAX_MEMORY_BYTES: u64 = 1_024 * 1_024 * 1_024;
/// The most that is taken from it, as JSON.
const MAX_REPLY_BYTES: u64 = 64 * 1_024 * 1_024;
/// What is nested deeply needs room.
const STACK_BYTES: usize = 32 * 1_024 * 1_024;
/// This program, also where another file has taken the place of its own since.
const THIS_PROGRAM: &str = "/proc/self/exe";

/// What reads PDF files in processes of this program, or the one that is named.
pub(super) fn in_processes(program: Option<PathBuf>) -> PdfReader {
    let program = program.unwrap_or_else(|| THIS_PROGRAM.into());
    let turn = Mutex::new(());
    PdfReader::new(move |bytes| {
        let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        let reply = ask(&program, bytes).map_err(|error| {
            tracing::error!("the process that reads PDF files cannot be run: {error}");
            "PDF files cannot be read at the moment".to_owned()
        })?;
        understood(&reply)
    })
}

/// What the process replied: nothing whole, if it was ended before.
fn understood(reply: &[u8]) -> Result<PdfText, String> {
    let reply: Option<Value> = serde_json::from_slice(reply).ok();
    let reply = reply.ok_or("it is broken, or takes too much time or memory to read")?;
    let text = |name: &str| reply[name].as_str().map(str::to_owned);
    if let Some(error) = text("error") {
        return Err(error);
    }
    Ok(PdfText {
        text: text("text").unwrap_or_default(),
        title: text("title"),
        author: text("author"),
        time: text("time"),
    })
}

fn ask(program: &Path, bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut reader = Command::new(program)
        .arg("read-pdf")
        .env_clear()
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let (input, output) = (reader.stdin.take(), reader.stdout.take());
    let mut reply = Vec::new();
    let read = std::thread::scope(|scope| {
        // Whoever was ended takes nothing more, which is no error of ours.
        scope.spawn(|| input.map(|mut input| input.write_all(bytes)));
        output.map(|output| output.take(MAX_REPLY_BYTES).read_to_end(&mut reply))
    });
    // What writes on for ever finds nobody who reads.
    reader.kill().ok();
    reader.wait()?;
    read.transpose()?;
    Ok(reply)
}

/// The command: reads standard input, within limits, and writes what it found.
pub(super) fn run() -> Result<(), CommandError> {
    for (resource, most) in [
        (Resource::Cpu, MAX_SECONDS),
        (Resource::As, MAX_MEMORY_BYTES),
        // It writes no files.
        (Resource::Fsize, 0),
    ] {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        setrlimit(resource, limit).map_err(|error| CommandError::Input(error.into()))?;
    }
    let mut bytes = Vec::new();
    let read = std::io::stdin().read_to_end(&mut bytes);
    read.map_err(CommandError::Input)?;
    let reading = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || pdf_text(bytes));
    let reply = match reading.map_err(CommandError::Input)?.join() {
        Ok(Ok(pdf)) => json!({
            "text": pdf.text, "title": pdf.title, "author": pdf.author, "time": pdf.time,
        }),
        Ok(Err(error)) => json!({ "error": error }),
        Err(_) => json!({ "error": "the document is broken" }),
    };
    let written = std::io::stdout().write_all(reply.to_string().as_bytes());
    written.map_err(CommandError::Input)
}
