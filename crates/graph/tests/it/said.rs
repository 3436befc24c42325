//! Claims as short as the tests want them.

use recollect_graph::{Spell, deaths, proposition_of, slot_of, spells};
use recollect_model::{
    CharRange, Claim, Details, EntityId, EntityKey, EpisodeId, Modality, Object, Precision,
    Proposition, RecordedClaim, RelationName, Slot, Timestamp, Worth,
};

/// The entity of a name; the owner is `I`.
pub(crate) fn id(name: &str) -> EntityId {
    let bytes = name.bytes().fold(7_u128, |sum, byte| {
        sum.wrapping_mul(257).wrapping_add(u128::from(byte))
    });
    EntityId::from_u128(bytes)
}

pub(crate) fn key(name: &str) -> EntityKey {
    match name {
        "I" => EntityKey::owner(),
        name => EntityKey::of_name(name),
    }
}

/// Midnight of a day such as `2020-05-01`; a month or a year alone begins then.
pub(crate) fn day(text: &str) -> Timestamp {
    let full = match text.len() {
        4 => format!("{text}-01-01"),
        7 => format!("{text}-01"),
        _ => text.to_owned(),
    };
    format!("{full}T00:00:00Z").parse().unwrap()
}

/// A claim on its way: `said("I", "lives_in", "Berlin", "2020-01-01")`.
#[derive(Clone, Debug)]
pub(crate) struct Saying(pub(crate) RecordedClaim);

pub(crate) fn said(subject: &str, relation: &str, object: &str, at: &str) -> Saying {
    let fact = format!("{subject} {relation} {object}");
    let object = match object.strip_prefix('"') {
        Some(value) => Object::Value(value.trim_end_matches('"').to_owned()),
        None => Object::Entity(id(object)),
    };
    let proposition = Proposition {
        subject: id(subject),
        relation: RelationName::of(relation),
        object,
        is_negated: false,
        modality: Modality::Actual,
        attributed_to: None,
    };
    let claim = Claim {
        proposition,
        phrase: relation.replace('_', " "),
        fact,
        names: recollect_model::NamedPlaces::default(),
        from: None,
        until: None,
        precision: None,
        details: Details::default(),
        worth: Worth::default(),
        is_additional: false,
        is_correction: false,
        passage: 0,
        range: CharRange { start: 0, end: 10 },
    };
    let at = day(at);
    Saying(RecordedClaim {
        episode: EpisodeId::from_u128(at.as_second() as u128),
        number: 0,
        claim,
        said_at: at,
        recorded_at: at,
    })
}

impl Saying {
    pub(crate) fn from(mut self, from: &str) -> Self {
        self.0.claim.from = Some(day(from));
        self.0.claim.precision = Some(precision(from));
        self
    }

    pub(crate) fn until(mut self, until: &str) -> Self {
        self.0.claim.until = Some(day(until));
        self.0.claim.precision = Some(precision(until));
        self
    }

    /// "Used to", "no longer".
    pub(crate) fn until_now(mut self) -> Self {
        self.0.claim.until = Some(self.0.said_at);
        self
    }

    /// Says nothing by itself but that it is over: "I quit my job".
    pub(crate) fn closing(mut self) -> Self {
        self.0.claim.fact.clear();
        match self.0.claim.until {
            Some(_) => self,
            None => self.until_now(),
        }
    }

    pub(crate) fn not(mut self) -> Self {
        self.0.claim.proposition.is_negated = true;
        self.0.claim.fact = format!("not {}", self.0.claim.fact);
        self
    }

    pub(crate) fn meant(mut self, modality: Modality) -> Self {
        self.0.claim.proposition.modality = modality;
        self
    }

    pub(crate) fn says(mut self, name: &str) -> Self {
        self.0.claim.proposition.attributed_to = Some(id(name));
        self
    }

    pub(crate) fn also(mut self) -> Self {
        self.0.claim.is_additional = true;
        self
    }

    pub(crate) fn actually(mut self) -> Self {
        self.0.claim.is_correction = true;
        self
    }

    /// In an episode of its own number, at a place of it.
    pub(crate) fn in_episode(mut self, episode: u128, number: u32) -> Self {
        self.0.episode = EpisodeId::from_u128(episode);
        self.0.number = number;
        let start = number * 100;
        self.0.claim.range = CharRange {
            start,
            end: start + 10,
        };
        self
    }

    pub(crate) fn recorded(mut self, at: &str) -> Self {
        self.0.recorded_at = day(at);
        self
    }
}

fn precision(text: &str) -> Precision {
    match text.len() {
        4 => Precision::Year,
        7 => Precision::Month,
        _ => Precision::Day,
    }
}

/// The claims in the direction their relations have, and their slots.
pub(crate) fn placed(sayings: &[Saying], names: &[&str]) -> Vec<(Slot, RecordedClaim)> {
    let keys: Vec<(EntityId, EntityKey)> = names.iter().map(|name| (id(name), key(name))).collect();
    let place = |saying: &Saying| {
        let mut claim = saying.0.clone();
        claim.claim.proposition = proposition_of(
            &claim.claim.proposition,
            |id| id,
            |id| {
                keys.iter()
                    .find(|(known, _)| *known == id)
                    .map(|(_, key)| key)
            },
        );
        (slot_of(&claim.claim.proposition), claim)
    };
    sayings.iter().map(place).collect()
}

/// What follows, as lines: `I lives_in Berlin 2020-01-01..2021-04-01`; an unknown start is `?`.
pub(crate) fn lines(sayings: &[Saying]) -> Vec<String> {
    lines_of(&derived(sayings))
}

pub(crate) fn derived(sayings: &[Saying]) -> Vec<Spell> {
    let names = ["I", "Anna", "Ben", "Clara", "Tom"];
    let placed = placed(sayings, &names);
    let mut slots: Vec<Slot> = placed.iter().map(|(slot, _)| slot.clone()).collect();
    slots.sort();
    slots.dedup();
    let deaths = deaths(placed.iter().map(|(_, claim)| claim));
    let mut all = Vec::new();
    for slot in slots {
        let claims: Vec<RecordedClaim> = placed
            .iter()
            .filter(|(other, _)| *other == slot)
            .map(|(_, claim)| claim.clone())
            .collect();
        all.extend(spells(&claims, &deaths));
    }
    all
}

pub(crate) fn lines_of(spells: &[Spell]) -> Vec<String> {
    let mut lines: Vec<String> = spells
        .iter()
        .map(|spell| {
            let start = spell.valid_at.map_or("?".to_owned(), short);
            let end = spell.invalid_at.map_or(String::new(), short);
            format!("{} {start}..{end}", spell.fact)
        })
        .collect();
    lines.sort();
    lines
}

fn short(time: Timestamp) -> String {
    let text = time.to_string();
    match text.strip_suffix("T00:00:00Z") {
        Some(day) => day.to_owned(),
        None => text,
    }
}
