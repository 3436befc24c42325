//! Names of persons: which shorter ones a fuller one may go by.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use recollect_model::{EntityKey, EntityKind};

use super::roles::Claims;
use super::short_forms::SHORT_FORMS;
use super::{Because, Groups, Known, kind_of};

/// A name of more words is nobody's.
pub const MAX_NAME_WORDS: usize = 5;

/// What names have in common of which one may be a form of the other: `Mel`, `Melanie Smith` and `Melissa` give the
/// same, and so do the roles of each ("Mel's sister"). `None` for what no person is called.
pub fn family(key: &EntityKey) -> Option<String> {
    let mut of = key.clone();
    for _ in 0..super::MAX_ROLE_DEPTH {
        match of.role() {
            Some((_, whose)) => of = whose,
            None => break,
        }
    }
    if of.is_owner() {
        return Some("\u{1}owner".to_owned());
    }
    let mut words = of.as_str().split(' ');
    let first = words.next().filter(|first| !first.is_empty())?;
    if words.count() >= MAX_NAME_WORDS || of.role().is_some() {
        return None;
    }
    let family = table().family.get(first).copied().unwrap_or(first);
    Some(family.chars().take(64).collect())
}

/// Joins the persons who go by a first name or its short form with the only one it can mean.
pub(super) fn join(known: &[&Known], claims: &Claims, groups: &mut Groups) {
    let persons: Vec<(usize, Vec<&str>)> = known
        .iter()
        .enumerate()
        .filter(|(_, one)| {
            kind_of(one.entity.kind, one.votes.iter()) == EntityKind::Person
                && one.entity.key.role().is_none()
        })
        .map(|(place, one)| (place, one.entity.key.as_str().split(' ').collect()))
        .filter(|(_, words): &(usize, Vec<&str>)| words.len() <= MAX_NAME_WORDS)
        .collect();
    let (single, full): (Vec<_>, Vec<_>) = persons.iter().partition(|(_, words)| words.len() == 1);
    let mut by_first: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, words) in &full {
        by_first.entry(words[0]).or_default().push(*place);
    }
    let mut lone: HashMap<&str, usize> = HashMap::new();
    for (place, words) in &single {
        lone.insert(words[0], *place);
    }
    // First names before their short forms: whom Melanie means decides whom Mel can mean.
    let is_short = |name: &str| table().full_of.contains_key(name);
    let (short, given): (Vec<_>, Vec<_>) = lone
        .iter()
        .partition::<Vec<(&&str, &usize)>, _>(|(name, _)| is_short(name));
    let mut ordered: Vec<(&str, usize)> = Vec::new();
    for mut names in [given, short] {
        names.sort();
        ordered.extend(names.into_iter().map(|(name, place)| (*name, *place)));
    }
    for (name, place) in ordered {
        let fulls = table().full_of.get(name).into_iter().flatten().copied();
        let meant: Vec<usize> = [name]
            .into_iter()
            .chain(fulls.clone())
            .flat_map(|first| by_first.get(first).into_iter().flatten())
            .copied()
            .chain(fulls.filter_map(|full| lone.get(full).copied()))
            .collect();
        let own = groups.of(place);
        let meant_groups: BTreeSet<usize> = meant.iter().map(|&one| groups.of(one)).collect();
        let mut others = meant_groups.iter().filter(|&&group| group != own);
        // Somebody asked or said who it is: then it can mean nobody else.
        let is_settled = meant_groups.contains(&own);
        if let (Some(_), None, false) = (others.next(), others.next(), is_settled)
            && let Some(&fuller) = meant
                .iter()
                .max_by(|a, b| by_fullness(known[**a], known[**b]))
            && claims.go_together(groups, place, fuller)
        {
            let words = known[fuller].entity.key.as_str();
            let because = match words.split(' ').next() == Some(name) {
                true => Because::FullerName,
                false => Because::ShortForm,
            };
            groups.join(place, fuller, because);
        }
    }
}

/// What a company says of itself behind its name: "Kestrel Logistics" is Kestrel.
const TRADES: &str = "\
    logistics health healthcare systems labs group software technologies technology tech foods bank insurance media studios studio \
    consulting partners energy motors airlines airways hotels bakery solutions industries pharma pharmaceuticals robotics analytics \
    capital ventures holdings engineering electronics networks security inc ltd gmbh ag plc corporation corp company co international \
    global digital interactive games entertainment financial architects";

/// Whether an organisation of this name may be called otherwise: by the first word of it, or as one whose name begins with the word.
pub fn may_be_shortened(key: &EntityKey) -> bool {
    let mut words = key.as_str().split(' ').skip(1);
    key.role().is_none() && words.all(|word| TRADES.split(' ').any(|trade| trade == word))
}

/// Joins what is called by the first word of an organisation's name with the only one it can mean.
pub(super) fn join_organizations(known: &[&Known], groups: &mut Groups) {
    let mut by_first: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut single: Vec<(&str, usize)> = Vec::new();
    for (place, one) in known.iter().enumerate() {
        if !may_be_shortened(&one.entity.key) {
            continue;
        }
        let kind = kind_of(one.entity.kind, one.votes.iter());
        match (one.entity.key.as_str().split_once(' '), kind) {
            (None, EntityKind::Organization | EntityKind::Thing) => {
                single.push((one.entity.key.as_str(), place));
            }
            (Some((first, _)), EntityKind::Organization) => {
                by_first.entry(first).or_default().push(place);
            }
            _ => {}
        }
    }
    for (name, place) in single {
        if let Some(&[full]) = by_first.get(name).map(Vec::as_slice) {
            groups.join(place, full, Because::FullerName);
        }
    }
}

/// Whose name stands for both: the owner's, then a name before a role, then the one of more words, the longer, and
/// the first in the alphabet.
pub(super) fn by_fullness(one: &Known, two: &Known) -> Ordering {
    let rank = |known: &Known| {
        let key = &known.entity.key;
        let words = key.as_str().split(' ').count();
        let is_name = key.role().is_none();
        let is_person = kind_of(known.entity.kind, known.votes.iter()) == EntityKind::Person;
        let length = key.as_str().chars().count();
        (
            key.is_owner(),
            is_name,
            // A sentence is no name, however full.
            is_name && words <= MAX_NAME_WORDS,
            is_person,
            words,
            length,
        )
    };
    rank(one)
        .cmp(&rank(two))
        .then_with(|| two.entity.key.cmp(&one.entity.key))
}

/// The short forms, looked up from both sides.
struct Table {
    /// The names a short form stands for.
    full_of: HashMap<&'static str, Vec<&'static str>>,
    /// One name for all that are connected by short forms.
    family: HashMap<&'static str, &'static str>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut full_of: HashMap<&str, Vec<&str>> = HashMap::new();
        let mut family: HashMap<&str, &str> = HashMap::new();
        for line in SHORT_FORMS.lines() {
            let Some((name, forms)) = line.split_once(": ") else {
                continue;
            };
            let mut names: Vec<&str> = vec![name];
            for form in forms.split(' ') {
                full_of.entry(form).or_default().push(name);
                names.push(form);
            }
            let known: BTreeSet<&str> = names
                .iter()
                .map(|name| *family.get(name).unwrap_or(name))
                .collect();
            let Some(&first) = known.first() else {
                continue;
            };
            for name in names {
                family.insert(name, first);
            }
            for of in family.values_mut() {
                if known.contains(of) {
                    *of = first;
                }
            }
        }
        Table { full_of, family }
    })
}
