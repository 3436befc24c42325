//! Checks that the models the binary is built with are there and are the ones the manifest names.

use std::path::{Path, PathBuf};
use std::{env, fs};

use sha2::{Digest, Sha256};

const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets");

fn main() {
    println!("cargo::rerun-if-env-changed=RECOLLECT_ASSETS");
    println!("cargo::rerun-if-changed={ASSETS}/manifest.json");
    let cache = env::var_os("RECOLLECT_ASSETS")
        .map_or_else(|| Path::new(ASSETS).join("cache"), PathBuf::from);
    println!("cargo::rustc-env=RECOLLECT_ASSETS_DIR={}", cache.display());
    let mut wrong = Vec::new();
    for (name, sha256) in wanted() {
        let path = cache.join(&name);
        println!("cargo::rerun-if-changed={}", path.display());
        let found = fs::read(&path).map(|content| hexadecimal(&Sha256::digest(content)));
        if found.ok().as_deref() != Some(&sha256) {
            wrong.push(name);
        }
    }
    if !wrong.is_empty() {
        let (cache, wrong) = (cache.display(), wrong.join(", "));
        println!(
            "cargo::error={cache} lacks {wrong} as assets/manifest.json names them: run assets/fetch."
        );
    }
}

/// The names of the files and their SHA-256, in hexadecimal.
fn wanted() -> Vec<(String, String)> {
    let manifest =
        fs::read(format!("{ASSETS}/manifest.json")).expect("assets/manifest.json is committed");
    let manifest: serde_json::Value =
        serde_json::from_slice(&manifest).expect("assets/manifest.json is JSON");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let packages = manifest["packages"].as_array().into_iter().flatten();
    packages
        .flat_map(|package| package["files"].as_array().into_iter().flatten())
        .map(|file| {
            let sha256 = file.get("converted_sha256").unwrap_or(&file["sha256"]);
            (text(&file["name"]), text(sha256))
        })
        .collect()
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
