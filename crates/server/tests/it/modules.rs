//! The direction of modules inside the crates, and what stands in one place only, read from the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use recollect_model::Relation;

use crate::architecture::{sources, workspace};

/// A module by its path in its crate.
type Module = Vec<String>;

/// The source of a crate by module, without comments and string literals.
fn modules(name: &str) -> BTreeMap<Module, String> {
    let root = workspace().join("crates").join(name).join("src");
    let module = |path: &Path| {
        let path = path.strip_prefix(&root).unwrap().with_extension("");
        let mut parts: Module = path
            .iter()
            .map(|part| part.to_str().unwrap().to_owned())
            .collect();
        parts.pop_if(|last| ["mod", "lib"].contains(&last.as_str()));
        parts
    };
    let sources = sources(&root).into_iter();
    sources
        .map(|(path, text)| (module(&path), code(&text)))
        .collect()
}

/// A source without its comments, and with nothing in its string literals.
fn code(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    for line in text.lines() {
        let mut is_quoted = false;
        let mut characters = line.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                '\\' if is_quoted => {
                    characters.next();
                }
                '\'' if !is_quoted && characters.peek() == Some(&'"') => {
                    characters.nth(1);
                }
                '"' => is_quoted = !is_quoted,
                '/' if !is_quoted && characters.peek() == Some(&'/') => break,
                _ if is_quoted => {}
                other => code.push(other),
            }
        }
        code.push('\n');
    }
    code
}

/// A source as identifiers and marks; `::` is one.
fn tokens(code: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ if rest.starts_with("::") => 2,
            _ => first.len_utf8(),
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

/// A path that a module names, and what it is called there.
struct Named {
    path: Module,
    is_handed_on: bool,
}

/// The paths from a place in the tokens on, with those of a group in braces each by itself; and where they end.
fn paths(tokens: &[&str], mut place: usize, before: &[String]) -> (Vec<Module>, usize) {
    let mut path = before.to_vec();
    loop {
        match tokens.get(place) {
            Some(&"{") => {
                let mut all = Vec::new();
                place += 1;
                while let Some(token) = tokens.get(place).filter(|token| **token != "}") {
                    if *token == "," {
                        place += 1;
                        continue;
                    }
                    let (found, end) = paths(tokens, place, &path);
                    all.extend(found);
                    place = end.max(place + 1);
                }
                return (all, place + 1);
            }
            Some(word) if word.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                if *word != "self" || path.is_empty() {
                    path.push((*word).to_owned());
                }
                place += 1;
            }
            _ => return (vec![path], place),
        }
        match (tokens.get(place), tokens.get(place + 1)) {
            (Some(&"::"), Some(_)) => place += 1,
            (Some(&"as"), Some(_)) => return (vec![path], place + 2),
            _ => return (vec![path], place),
        }
    }
}

/// What a module names of its crate, as paths from the crate's root.
fn named(module: &Module, code: &str, all: &BTreeMap<Module, String>) -> Vec<Named> {
    let tokens = tokens(code);
    let is_child = |name: &str| {
        let mut child = module.clone();
        child.push(name.to_owned());
        all.contains_key(&child)
    };
    let mut found = Vec::new();
    let mut place = 0;
    while place < tokens.len() {
        let is_within = place > 0 && tokens[place - 1] == "::";
        let token = tokens[place];
        let leads = tokens.get(place + 1) == Some(&"::")
            && (["crate", "super", "self"].contains(&token) || is_child(token));
        if is_within || !leads {
            place += 1;
            continue;
        }
        let (paths, end) = paths(&tokens, place, &[]);
        let is_handed_on = place >= 2
            && tokens[place - 1] == "use"
            && (tokens[place - 2] == "pub" || tokens[place - 2] == ")");
        found.extend(paths.into_iter().map(|path| Named {
            path: from_root(module, &path),
            is_handed_on,
        }));
        place = end.max(place + 1);
    }
    found
}

fn from_root(module: &Module, path: &[String]) -> Module {
    let mut from = module.clone();
    let mut rest = path;
    match path[0].as_str() {
        "crate" => {
            from.clear();
            rest = &path[1..];
        }
        "self" => rest = &path[1..],
        _ => {}
    }
    while let Some((first, others)) = rest.split_first().filter(|(first, _)| *first == "super") {
        debug_assert_eq!(first, "super");
        from.pop();
        rest = others;
    }
    from.extend(rest.iter().cloned());
    from
}

/// Which modules of a crate use which: what is handed on by `pub use` is used where it is defined.
fn uses(all: &BTreeMap<Module, String>) -> BTreeSet<(Module, Module)> {
    let mut handed_on: BTreeMap<Module, Module> = BTreeMap::new();
    let mut used: Vec<(&Module, Module)> = Vec::new();
    for (module, code) in all {
        for named in named(module, code, all) {
            let mut here = module.clone();
            here.extend(named.path.last().cloned());
            if named.is_handed_on && here != named.path {
                handed_on.insert(here, named.path);
            } else {
                used.push((module, named.path));
            }
        }
    }
    let definer = |path: Module| {
        let mut path = path;
        for _ in 0..8 {
            let length = (0..=path.len())
                .rev()
                .find(|end| all.contains_key(&path[..*end]))?;
            let item = path.get(..length + 1).and_then(|item| handed_on.get(item));
            let Some(target) = item else {
                return Some(path[..length].to_vec());
            };
            path = [target.as_slice(), &path[length + 1..]].concat();
        }
        None
    };
    used.into_iter()
        .filter_map(|(module, path)| Some((module.clone(), definer(path)?)))
        .filter(|(module, used)| module != used)
        .collect()
}

/// The modules of one directory that use each other in a circle, if there are any: a module stands for all below it,
/// and what a directory's own file shares with its modules is theirs together.
fn circle(uses: &BTreeSet<(Module, Module)>) -> Option<Vec<String>> {
    let mut beside: BTreeMap<&[String], BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
    for (user, used) in uses {
        let common = user
            .iter()
            .zip(used)
            .take_while(|(one, other)| one == other)
            .count();
        if let (Some(one), Some(other)) = (user.get(common), used.get(common)) {
            let directory = beside.entry(&user[..common]).or_default();
            directory.entry(one).or_default().insert(other);
        }
    }
    beside.into_iter().find_map(|(directory, mut left)| {
        // What uses nothing that is left is in no circle.
        while let Some(last) = left
            .iter()
            .find(|(_, used)| !used.iter().any(|used| left.contains_key(used)))
            .map(|(name, _)| *name)
        {
            left.remove(last);
        }
        let place = directory.join("::");
        (!left.is_empty()).then(|| {
            left.iter()
                .map(|(one, used)| format!("{place}: {one} -> {used:?}"))
                .collect()
        })
    })
}

#[test]
fn no_modules_of_a_crate_use_each_other_in_a_circle() {
    let mut circles = Vec::new();
    for name in std::fs::read_dir(workspace().join("crates")).unwrap() {
        let name = name.unwrap().file_name().into_string().unwrap();
        let uses = uses(&modules(&name));
        circles.extend(circle(&uses).map(|circle| format!("{name}: {circle:#?}")));
    }
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

/// The passes by which a text is read, in their order.
const PASSES: [&str; 15] = [
    "cost",
    "parse",
    "mentions",
    "types",
    "coreference",
    "clauses",
    "factuality",
    "constraints",
    "candidates",
    "times",
    "wording",
    "worth",
    "statements",
    "amendments",
    "reader",
];

#[test]
fn the_passes_of_extraction_import_only_earlier_ones() {
    let extraction = ["local", "extraction"];
    let pass = |module: &Module| {
        let inside = module.strip_prefix(&extraction.map(str::to_owned)[..])?;
        let name = inside.first()?;
        let place = PASSES.iter().position(|pass| pass == name);
        Some(place.unwrap_or_else(|| panic!("{name} is no pass that PASSES lists")))
    };
    let uses = uses(&modules("language"));
    for (user, used) in &uses {
        if let (Some(from), Some(to)) = (pass(user), pass(used)) {
            assert!(from >= to, "{} uses {}", user.join("::"), used.join("::"));
        }
    }
    let found: BTreeSet<_> = uses.iter().filter_map(|(user, _)| pass(user)).collect();
    assert!(
        found.len() >= PASSES.len() - 1,
        "not every pass was looked at"
    );
}

#[test]
fn the_architecture_lists_the_passes_in_their_order() {
    let told = std::fs::read_to_string(workspace().join("ARCHITECTURE.md")).unwrap();
    let (_, table) = told.split_once("| pass | what it does |").unwrap();
    let rows = table.lines().skip(2).take_while(|row| !row.is_empty());
    let listed: Vec<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();
    assert_eq!(listed, PASSES);
}

/// What a source says in string literals, comments and examples of the interface's document left out.
fn literals(text: &str) -> Vec<&str> {
    let lines = text.lines().filter(|line| {
        let line = line.trim_start();
        !line.starts_with("//") && !line.starts_with("#[")
    });
    lines
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .collect()
}

#[test]
fn no_relation_is_named_outside_the_catalogue() {
    for name in std::fs::read_dir(workspace().join("crates")).unwrap() {
        for (path, text) in sources(&name.unwrap().path().join("src")) {
            if path.iter().any(|part| part == "catalogue") {
                continue;
            }
            for literal in literals(&text) {
                // A name of one word ("is", "read") is a word of English besides; that none is taken for a relation, the
                // types see to.
                let is_relation = literal.contains('_') && Relation::from_name(literal).is_some();
                // `part_of` is also a column: of what an entity is part.
                let is_column = literal == "part_of" && path.ends_with("reading/entities.rs");
                assert!(
                    !is_relation || is_column,
                    "{} names the relation {literal}: it is Relation::{:?}",
                    path.display(),
                    Relation::from_name(literal).unwrap()
                );
            }
            for door in [
                "RelationName::of(\"",
                "Relation::from_name(\"",
                "RelationName::Open(",
            ] {
                let is_door = path.ends_with("relation/name.rs");
                assert!(
                    is_door || !text.contains(door),
                    "{} has {door}",
                    path.display()
                );
            }
        }
    }
}
