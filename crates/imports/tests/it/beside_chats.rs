//! What exports hold beside conversations.

use recollect_imports::{Found, read};
use recollect_model::EpisodeKind;

use crate::{file, options};

fn bodies(found: &Found) -> Vec<&str> {
    let memories = found.memories.iter();
    memories.map(|memory| memory.body.as_str()).collect()
}

#[test]
fn what_claude_remembers_and_the_documents_of_projects_are_brought() {
    let memories = r#"[{"account_uuid": "a1", "conversations_memory": "Nora keeps bees.", "project_memories": {"p1": "The hive book is due in May."}}]"#;
    let projects = r#"[{"uuid": "p1", "name": "Hive book", "docs": [
        {"uuid": "d1", "filename": "plan.md", "content": "Six chapters.", "created_at": "2025-02-03T04:05:06Z"}, {"uuid": "d2", "content": ""}]}]"#;
    let files = [
        file("memories.json", memories),
        file("projects.json", projects),
    ];
    let found = read(&files, &options());
    assert_eq!(
        bodies(&found),
        [
            "Nora keeps bees.",
            "The hive book is due in May.",
            "Six chapters."
        ]
    );
    assert_eq!(found.problems, Vec::<String>::new());
    let names: Vec<&str> = found
        .memories
        .iter()
        .map(|memory| memory.external_id.as_str())
        .collect();
    assert_eq!(
        names,
        ["claude/memory/a1", "claude/memory/p1", "claude/document/d1"]
    );
    let plan = &found.memories[2];
    assert_eq!(plan.kind, EpisodeKind::Document);
    assert_eq!(plan.reference_time.to_string(), "2025-02-03T04:05:06Z");
    assert_eq!(plan.labels.metadata["project"], "Hive book");
    let empty = r#"[{"uuid": "p1", "name": "Hive book", "docs": []}]"#;
    let found = read(&[file("projects.json", empty)], &options());
    assert!(found.problems[0].contains("no document"), "{found:?}");
}

#[test]
fn lists_of_slack_are_used_and_not_told_as_broken() {
    let files = [
        file(
            "users.json",
            r#"[{"id": "U01", "name": "nora", "profile": {"real_name": "Nora Berg"}}]"#,
        ),
        file(
            "channels.json",
            r#"[{"id": "C01", "name": "bees", "members": ["U01"]}]"#,
        ),
        file(
            "bees/2025-02-03.json",
            r#"[{"type": "message", "user": "U01", "text": "The hives are full.", "ts": "1738555506.000100"}]"#,
        ),
    ];
    let found = read(&files, &options());
    assert_eq!(bodies(&found), ["Nora Berg: The hives are full."]);
    assert_eq!(found.problems, Vec::<String>::new());
}
