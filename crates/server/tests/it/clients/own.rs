//! The project's own clients, in `clients/`, and what is installed elsewhere, in `integrations/`.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::Command;

use super::{beside, finish, installed, node, node_in, python};
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
    let place = compiled().await;
    let module = place.path().join("dist/index.js");
    let arguments = [&service.base, anna.key(), module.to_str().unwrap()];
    assert_eq!(node("recollect_typescript.mjs", &arguments).await, "ok\n");
}

#[tokio::test]
async fn the_typescript_adapters_serve_the_ai_sdk_langchain_and_claudes_memory_tool() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let place = compiled().await;
    let modules = place.path().join("dist");
    let arguments = [&service.base, anna.key(), modules.to_str().unwrap()];
    assert_eq!(
        node_in(place.path(), "adapters.mjs", &arguments).await,
        "ok\n"
    );
}

/// The TypeScript package, compiled where the packages are that it adapts to.
async fn compiled() -> TempDir {
    let packages = installed().join("node");
    let place = beside(&packages);
    let package = clients().join("typescript");
    let sources = place.path().join("src");
    std::fs::create_dir(&sources).unwrap();
    for name in ["package.json", "tsconfig.json"] {
        std::fs::copy(package.join(name), place.path().join(name)).unwrap();
    }
    for source in std::fs::read_dir(package.join("src")).unwrap() {
        let source = source.unwrap();
        std::fs::copy(source.path(), sources.join(source.file_name())).unwrap();
    }
    let mut command = Command::new(packages.join("node_modules/.bin/tsc"));
    command.arg("--project").arg(place.path());
    finish("tsc", command).await;
    place
}

#[tokio::test]
async fn the_python_package_is_well_typed() {
    let mut command = Command::new(installed().join("python/bin/python"));
    let cache = tempfile::tempdir().unwrap();
    command
        .current_dir(clients().join("python"))
        .args(["-m", "mypy", "--strict", "src", "--cache-dir"])
        .arg(cache.path());
    finish("mypy", command).await;
}

#[tokio::test]
async fn claudes_memory_tool_keeps_its_files_as_documents_of_a_space() {
    adapter("anthropic_memory_tool.py").await;
}

#[tokio::test]
async fn the_adapters_for_langchain_retrieve_remember_and_forget() {
    adapter("langchain_python.py").await;
}

#[tokio::test]
async fn the_adapters_for_llama_index_retrieve_remember_and_forget() {
    adapter("llama_index_python.py").await;
}

async fn adapter(script: &str) {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let package = clients().join("python/src");
    let arguments = [&service.base, anna.key(), package.to_str().unwrap()];
    assert_eq!(python(script, &arguments).await, "ok\n");
}

#[tokio::test]
async fn the_hooks_for_claude_code_add_what_is_known_and_keep_what_was_said() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let plugin = integrations().join("claude-code");
    let arguments = [&service.base, anna.key(), plugin.to_str().unwrap()];
    assert_eq!(python("claude_code_hooks.py", &arguments).await, "ok\n");
}

#[tokio::test]
async fn the_filter_for_open_webui_gives_each_user_a_memory_of_their_own() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let bert = service.client("bert@example.com").await;
    let filter = integrations().join("open-webui/recollect_filter.py");
    let filter = filter.to_str().unwrap();
    let arguments = [&service.base, anna.key(), bert.key(), filter];
    let printed = python("open_webui_filter.py", &arguments).await;
    assert!(printed.ends_with("ok\n"), "{printed}");
}

#[tokio::test]
async fn the_plugin_for_obsidian_keeps_a_vault_and_the_memory_in_step() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let bert = service.client("bert@example.com").await;
    let repository = integrations().join("..");
    let repository = repository.to_str().unwrap();
    let arguments = [&service.base, anna.key(), repository, bert.key()];
    assert_eq!(node("obsidian_plugin.mjs", &arguments).await, "ok\n");
}

#[tokio::test]
async fn the_configurations_of_assistants_connect_save_and_find() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let folder = integrations();
    let binary = env!("CARGO_BIN_EXE_recollect");
    let arguments = [folder.to_str().unwrap(), binary, &service.base, anna.key()];
    let printed = python("configurations.py", &arguments).await;
    assert_eq!(printed, "Cursor\nVS Code\nCodex\nClaude Desktop\n");
}

#[test]
fn what_is_installed_elsewhere_is_json_and_names_only_what_there_is() {
    let read = |file: &str| -> Value {
        let text = std::fs::read_to_string(integrations().join(file)).unwrap();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"))
    };
    let market = read(".claude-plugin/marketplace.json");
    let plugin = market["plugins"][0]["source"].as_str().unwrap();
    assert!(
        integrations()
            .join(plugin)
            .join("hooks/hooks.json")
            .exists()
    );
    let entry = read("mcp-registry/server.json");
    assert_eq!(entry["version"], env!("CARGO_PKG_VERSION"));
    assert!(entry["description"].as_str().unwrap().len() <= 100);
}

#[tokio::test]
async fn the_workflow_for_n8n_remembers_and_recalls_in_n8ns_own_nodes() {
    let service = Service::start().await;
    let anna = service.client("anna@example.com").await;
    let workflow = integrations().join("n8n/remember-and-recall.json");
    let place = beside(&installed().join("n8n"));
    let first = [workflow.to_str().unwrap(), &service.base, anna.key()];
    let given = [&first[..], &["My brother Emil lives in Oslo."]].concat();
    for arguments in [&given[..], &first] {
        let returned = n8n(place.path(), arguments).await;
        let log = returned["Remember"][0]["logId"].as_str().unwrap();
        assert_eq!(anna.processed(log).await["status"], "completed");
    }
    let returned = n8n(place.path(), &first).await;
    assert_eq!(returned["Recall"][0]["answer"]["text"], "Lisbon");
    let question = json!({ "query": "Where does Emil live?" });
    let (_, found) = anna.post("/search", &question).await;
    assert_eq!(found["answer"]["text"], "Oslo");
}

/// What each node returned.
async fn n8n(place: &Path, arguments: &[&str]) -> Value {
    let returned = node_in(place, "n8n.mjs", arguments).await;
    serde_json::from_str(&returned).unwrap()
}

fn integrations() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../integrations")
}
