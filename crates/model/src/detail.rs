//! What a statement says besides its subject, relation and object: with whom, where, for what, how much.

use serde::{Deserialize, Serialize};

/// The part that a detail plays, by the names of semantic roles in general use (`VerbNet`, LIRICS).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DetailRole {
    /// Who or what it goes to: "gave 50 euros *to Oxfam*", "gave *Sam* a watch".
    Recipient,
    /// For whom or what it is: "bought a bike *for my son*".
    Beneficiary,
    /// With whom: "went to Madrid *with a cousin*".
    Companion,
    /// Where it is: "had lunch *at Pujol*".
    Place,
    /// Where it goes: "took the car *to the garage*".
    Destination,
    /// Where or from whom it comes: "bought a tent *from Decathlon*".
    Origin,
    /// Who did it, of what was done: "was hired *by Bosch*".
    Agent,
    /// What it is about: "wrote a book *about bees*".
    Topic,
    /// What for: "went to the shop *to buy milk*".
    Purpose,
    /// Why: "left *because of the noise*".
    Cause,
    /// By what means: "paid *with a card*", "went *by train*".
    Instrument,
    /// As what: "works there *as a cook*".
    Capacity,
    /// For how much: "sold it *for 300 euros*".
    Price,
    /// How many, how far, how much: "ran *ten kilometres*".
    Quantity,
    /// For how long: "lived there *for three years*".
    Duration,
    /// How often, or at what time day after day: "swims *twice a week*", "gets up *at six*".
    Frequency,
    /// How: "quit *quietly*".
    Manner,
    /// Anything else, in its own words.
    Other,
}

/// One detail.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Detail {
    /// The part it plays.
    pub role: DetailRole,
    /// Its words, without what introduces them: `a cousin`.
    pub text: String,
    /// Its words with what introduces them, as they stand in a sentence: `with a cousin`.
    pub words: String,
}

/// The details of a statement, in the order of the text.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Details(pub Vec<Detail>);

impl Details {
    /// As the database keeps them; `None` where there are none.
    ///
    /// # Panics
    ///
    /// Never: text and names of roles can always be written as JSON.
    pub fn stored(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| {
            serde_json::to_string(self).expect("text and names of roles can be written as JSON")
        })
    }

    /// What [`stored`](Self::stored) wrote; `None` where it is nothing of the kind.
    pub fn from_stored(stored: Option<&str>) -> Option<Self> {
        stored.map_or_else(
            || Some(Self::default()),
            |json| serde_json::from_str(json).ok(),
        )
    }
}

/// How much anybody would look for a statement, from 0 (small talk) to 100 (what defines a life).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Worth(u8);

impl Worth {
    /// That of a statement of which nothing else is known.
    pub const MIDDLE: Self = Self(50);

    /// A worth; what is above 100 is 100.
    pub const fn new(worth: u8) -> Self {
        Self(if worth > 100 { 100 } else { worth })
    }

    /// From 0 to 100.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Whether hardly anybody would look for it: it is folded away, and no answer to who somebody is.
    pub const fn is_trivial(self) -> bool {
        self.0 < 25
    }
}

impl Default for Worth {
    fn default() -> Self {
        Self::MIDDLE
    }
}
