//! Takes the pages' scripts and styles, which `dashboard/build` has made, into the binary.
//!
//! Each becomes a constant with the path it is served at, so that a page that names a file which is not there does not
//! compile, and an entry of the table that the handler looks paths up in.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::SystemTime;
use std::{env, fs};

use serde::Deserialize;

const BUILT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/dashboard");
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../dashboard/src");

/// What the manifest says of a file.
#[derive(Deserialize)]
struct Built {
    file: String,
    compressed: bool,
    /// Whether a page names it, and not only a script or a style.
    named: bool,
}

/// When a file was changed last, or any below a directory; the beginning of time where there is none.
fn changed(path: &Path) -> SystemTime {
    let own = fs::metadata(path).and_then(|about| about.modified());
    let below = fs::read_dir(path).into_iter().flatten().flatten();
    let below = below.map(|entry| changed(&entry.path()));
    below.fold(own.unwrap_or(SystemTime::UNIX_EPOCH), Ord::max)
}

fn main() {
    println!("cargo::rerun-if-changed={BUILT}/manifest.json");
    println!("cargo::rerun-if-changed={BUILT}/built");
    println!("cargo::rerun-if-changed={SOURCES}");
    let manifest = fs::read_to_string(format!("{BUILT}/manifest.json")).ok();
    let files =
        manifest.and_then(|text| serde_json::from_str::<BTreeMap<String, Built>>(&text).ok());
    let Some(files) = files else {
        println!("cargo::error=the pages' scripts and styles are not built: run dashboard/build.");
        return;
    };
    if changed(Path::new(&format!("{BUILT}/built"))) < changed(Path::new(SOURCES)) {
        println!(
            "cargo::warning=the pages' scripts and styles are older than their sources: run dashboard/build."
        );
    }
    let mut source = String::new();
    let mut table = String::new();
    for (name, built) in &files {
        let file = &built.file;
        let constant: String = name
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() {
                    c.to_ascii_uppercase()
                } else {
                    '_'
                }
            })
            .collect();
        if built.named {
            let path = format!("/assets/{file}");
            writeln!(
                source,
                "/// {name}\npub(crate) const {constant}: &str = {path:?};"
            )
            .expect("a string grows");
        }
        let identity = format!("include_bytes!({:?})", format!("{BUILT}/{file}"));
        let compressed = match built.compressed {
            true => format!("Some(include_bytes!({:?}))", format!("{BUILT}/{file}.gz")),
            false => "None".to_owned(),
        };
        writeln!(
            table,
            "    File {{ name: {file:?}, identity: {identity}, compressed: {compressed} }},"
        )
        .expect("a string grows");
    }
    write!(source, "const FILES: &[File] = &[\n{table}];\n").expect("a string grows");
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("assets.rs"), source)
        .expect("cargo's own directory can be written");
}
