//! `docs/configuration.md` is what the command line says of itself.

use std::fmt::Write;
use std::path::Path;

use clap::CommandFactory;
use recollect_server::configuration::CommandLine;

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

fn reference() -> String {
    let mut page = HEAD.to_owned();
    describe(&mut page, "recollect", &CommandLine::command());
    page
}

fn describe(page: &mut String, name: &str, command: &clap::Command) {
    let flags: Vec<_> = command
        .get_arguments()
        .filter(|argument| argument.get_env().is_some())
        .collect();
    if !flags.is_empty() {
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
