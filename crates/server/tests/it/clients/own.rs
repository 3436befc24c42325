//! The project's own clients, in `clients/`.

use std::path::{Path, PathBuf};

use tokio::process::Command;

use super::{finish, installed, node, python};
use crate::service::Service;

fn clients() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients")
}

#[tokio::test]
async fn the_python_client_saves_searches_and_forgets_at_once_and_awaited() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let package = clients().join("python/src");
    let arguments = [&service.base, anna.key(), package.to_str().unwrap()];
    assert_eq!(python("recollect_python.py", &arguments).await, "ok\n");
}

#[tokio::test]
async fn the_typescript_client_is_well_typed_and_saves_searches_and_forgets() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let compiled = tempfile::tempdir().unwrap();
    std::fs::write(compiled.path().join("package.json"), r#"{"type":"module"}"#).unwrap();
    let mut command = Command::new(installed().join("node/node_modules/.bin/tsc"));
    command
        .args([
            "--project".as_ref(),
            clients().join("typescript").as_os_str(),
        ])
        .args(["--outDir".as_ref(), compiled.path().as_os_str()]);
    finish("tsc", command).await;
    let module = compiled.path().join("index.js");
    let arguments = [&service.base, anna.key(), module.to_str().unwrap()];
    assert_eq!(node("recollect_typescript.mjs", &arguments).await, "ok\n");
}
