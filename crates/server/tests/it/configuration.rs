//! `docs/configuration.md` is what the command line says of itself.

use std::fmt::Write;
use std::path::Path;

use clap::CommandFactory;
use recollect_server::configuration::CommandLine;

use crate::process::refusal;

const HEAD: &str = "# Configuration

Every setting is a flag and an environment variable; the flag wins. This page is generated from the code:
`RECOLLECT_UPDATE_DOCS=1 cargo test -p recollect-server configuration` writes it anew.
";

#[test]
fn the_configuration_reference_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/configuration.md");
    let expected = reference();
    if std::env::var_os("RECOLLECT_UPDATE_DOCS").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == expected,
        "docs/configuration.md is out of date: see its head for how to renew it"
    );
}

#[test]
fn a_provider_that_is_wrongly_configured_is_refused_with_the_setting_to_mend() {
    let reads = ["--extraction", "openai"];
    let at = ["--openai-url", "http://127.0.0.1:1"];
    let model = ["--openai-extraction-model", "tiny"];
    let timeout = ["--openai-timeout-ms", "95000"];
    let bad_key = ["--openai-api-key", "sk-two words"];
    let no_file = ["--openai-api-key-file", "/nowhere/key"];
    let good_key = ["--openai-api-key", "sk-1"];
    let embeds = ["--embedder", "openai"];
    let cases: [(&[[&str; 2]], &str); 9] = [
        (&[reads], "--openai-url: set RECOLLECT_OPENAI_URL"),
        (&[reads, at], "--openai-extraction-model: set it"),
        (&[embeds, at], "--openai-embedding-model: set it"),
        (&[at], "--openai-url: it has no effect"),
        (&[model], "--openai-extraction-model: it has no effect"),
        (
            &[reads, at, model, timeout],
            "--openai-timeout-ms: it must be 1 to 90000",
        ),
        (
            &[reads, at, model, bad_key],
            "--openai-api-key: the provider's key must be",
        ),
        (
            &[reads, at, model, no_file],
            "--openai-api-key-file: the file cannot be read",
        ),
        (
            &[reads, at, model, good_key, no_file],
            "--openai-api-key-file: the key is given twice",
        ),
    ];
    for (options, expected) in cases {
        let said = refusal(options);
        assert!(said.contains(expected), "{said}");
        assert!(!said.contains("sk-"), "{said}");
    }
}

fn reference() -> String {
    let mut page = HEAD.to_owned();
    let command = CommandLine::command();
    page.push_str("\n| command | what it does |\n|---|---|\n");
    list(&mut page, "recollect", &command);
    describe(&mut page, "recollect", &command);
    page
}

/// A row for every command that does something.
fn list(page: &mut String, name: &str, command: &clap::Command) {
    for subcommand in command.get_subcommands() {
        let name = format!("{name} {}", subcommand.get_name());
        if subcommand.has_subcommands() {
            list(page, &name, subcommand);
        } else {
            writeln!(page, "| `{name}` | {} |", subcommand.get_about().unwrap()).unwrap();
        }
    }
}

/// The variables that a command reads.
fn variables(command: &clap::Command) -> Vec<&std::ffi::OsStr> {
    command
        .get_arguments()
        .filter_map(clap::Arg::get_env)
        .collect()
}

fn describe(page: &mut String, name: &str, command: &clap::Command) {
    let flags: Vec<_> = command
        .get_arguments()
        .filter(|argument| argument.get_env().is_some())
        .collect();
    let whole = CommandLine::command();
    let serve = whole.find_subcommand("serve").unwrap();
    if command.get_name() != "serve" && flags.len() > 1 && variables(command) == variables(serve) {
        let about = command.get_about().unwrap();
        write!(
            page,
            "\n## `{name}`\n\n{about}\n\nIts settings are those of `recollect serve`.\n"
        )
        .unwrap();
    } else if !flags.is_empty() {
        let about = command
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default();
        write!(page, "\n## `{name}`\n\n{about}\n\n| flag | variable | default | what it sets |\n|---|---|---|---|\n").unwrap();
        for flag in flags {
            let value = flag
                .get_value_names()
                .map(|names| format!(" {}", names.join(" ")))
                .unwrap_or_default();
            let values: Vec<String> = flag
                .get_possible_values()
                .iter()
                .map(|value| format!("`{}`", value.get_name()))
                .collect();
            let choices = if values.is_empty() {
                String::new()
            } else {
                format!(": {}", values.join(" or "))
            };
            let default: Vec<_> = flag
                .get_default_values()
                .iter()
                .map(|value| value.to_string_lossy())
                .collect();
            writeln!(
                page,
                "| `--{}{value}` | `{}` | {} | {}{choices} |",
                flag.get_long().unwrap(),
                flag.get_env().unwrap().to_string_lossy(),
                if default.is_empty() {
                    "".into()
                } else {
                    format!("`{}`", default.join(" "))
                },
                flag.get_help().unwrap(),
            )
            .unwrap();
        }
    }
    for subcommand in command.get_subcommands() {
        describe(
            page,
            &format!("{name} {}", subcommand.get_name()),
            subcommand,
        );
    }
}
