//! What a question asks for: a statement with a hole in it.

use recollect_model::{DetailRole, Interval, Relation, RelationName};

use super::EntityRef;
use crate::lexicon::{self, Kinship};

/// A question as a statement with a hole: whom it is about, by which relation, and what is missing.
///
/// It tells what the words ask, and knows nothing of what is so. Whom [`about`](Self::about) names is looked up by
/// whoever knows the names; a name that nobody has may be an ordinary noun.
#[derive(Debug, Clone, PartialEq)]
pub struct QuestionPattern {
    /// What is missing.
    pub hole: Hole,
    /// What fills the hole, as far as the question tells.
    pub expected: Expected,
    /// Whom or what it asks about: "Ash and I" are two.
    pub about: Vec<EntityRef>,
    /// What it asks about under a name of its own: "my wifi password", "Anna's boss".
    pub itself: Option<EntityRef>,
    /// Those among whom it asks: "which of my children" are whoever is a `child` of the owner.
    pub among: Option<EntityRef>,
    /// The relations that it may ask for, the likeliest first.
    pub relations: Vec<AskedRelation>,
    /// The dictionary form of its verb: `adopt`, `go camping`.
    pub verb: String,
    /// The words that a statement which answers it has besides the verb and the name of whom it is about: "a sunrise" in
    /// "When did Mel paint a sunrise?".
    pub object: Vec<String>,
    /// Further words that such a statement may have: "at the workshop".
    pub details: Vec<String>,
    /// Words for what is asked for, such as `instrument` in "what instruments".
    pub kind_words: Vec<String>,
    /// Whether only a text can tell that something is of that kind, because no relation is asked for by it: `workshop` in "what
    /// workshop did I attend", and not `instrument`.
    pub is_kind_open: bool,
    /// The parts that what is asked for may play beside the object: the price in "for how much did I sell it?"
    pub roles: Vec<DetailRole>,
    /// The preposition that what is asked for stands behind: `with` in "whom did I work with?"
    pub preposition: Option<String>,
    /// When what it asks for held or happened.
    pub time: AskedTime,
    /// Which of several it asks for.
    pub selection: Selection,
    /// Whether it asks for what somebody means, wishes or is to do.
    pub is_intended: bool,
    /// Whether it asks for what came to an end: "which instrument did I give up?"
    pub is_ended: bool,
}

impl QuestionPattern {
    /// Whether what is planned answers: "What does Lena plan?", "When is Lena going to the fair?"
    pub fn asks_ahead(&self) -> bool {
        self.is_intended || self.hole == Hole::Start && self.time == AskedTime::Now
    }

    /// Whether it asks on which day something is: "When is my appointment?", "When is Tom's birthday?"
    pub fn asks_day(&self) -> bool {
        let asks_birth = |asked: &AskedRelation| asked.name == Relation::BornOn;
        self.hole == Hole::Start || self.relations.iter().any(asks_birth)
    }
}

/// What is missing in a statement that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hole {
    /// What is said of whom it asks about: "Where does Lena work?"
    Object,
    /// Of whom it is so: "Who works at Siemens?"
    Subject,
    /// What somebody or something is called: "What is my sister's name?"
    Name,
    /// Who somebody is: "Who is Kostya?"
    Identity,
    /// When it was or began: "When did we adopt Miso?", "Since when …?"
    Start,
    /// When it ended: "When did I leave Siemens?"
    End,
    /// For how long: "How long have I lived here?"
    Duration,
    /// How many there are: "How many pets do I have?"
    Count,
    /// Whether it is so: "Is Anna married?"
    Truth,
    /// Who says so: "Who says that Paula lives in Essen?"
    Source,
    /// How it went: "How has my opinion of olives changed?"
    Course,
    /// What else is said of it: with whom, where, for how much, why.
    Detail,
}

/// What fills a hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// Anything.
    Anything,
    /// Somebody.
    Person,
    /// Somewhere.
    Place,
    /// A thing, not a person.
    Thing,
}

/// A relation that a question may ask for.
#[derive(Debug, Clone, PartialEq)]
pub struct AskedRelation {
    /// Its name.
    pub name: RelationName,
    /// Whether whom the question is about stands as the object: "Who is Anna's mother?" asks for the subject of `parent_of`.
    pub is_inverse: bool,
    /// How well the words of the question fit it, up to 1.
    pub fit: f32,
}

/// When what is asked for held or happened.
#[derive(Debug, Clone, PartialEq)]
pub enum AskedTime {
    /// It holds: "Where does Lena work?"
    Now,
    /// It held or happened: "Where did Lena work?"
    Past,
    /// Once or now: "Where has Lena worked?"
    Ever,
    /// It will: "Where will Lena work?"
    Future,
    /// In a stretch of time: "in 2024".
    During(Interval),
    /// In a month or season of which the year is not said: this one, or the same of a year before.
    Yearly(Interval),
    /// Just before something, in words or at a time: "before Berlin".
    Before(Moment),
    /// Just after something.
    After(Moment),
}

/// Something that a question counts from.
#[derive(Debug, Clone, PartialEq)]
pub enum Moment {
    /// A date.
    Date(Interval),
    /// What another statement says: the words of its object.
    Event(Vec<String>),
}

/// Which of several is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Selection {
    /// Whatever there is.
    All,
    /// The first in time.
    First,
    /// The last in time.
    Last,
    /// The one before that which holds: "my former boss".
    Former,
}

/// The relation that a role makes of whoever has it and whose it is, and whether whoever has it is the object: "boss" is
/// the object of `managed_by`, "mother" the subject of `parent_of`. `None` for a noun that makes none.
pub fn relation_of_role(role: &str) -> Option<(Relation, bool)> {
    let noun = role.rsplit(' ').next().unwrap_or(role);
    Some(match lexicon::role(noun)?.relation? {
        Kinship::Is(relation) => (relation, false),
        Kinship::Turned(relation) => (relation, true),
    })
}

/// Whether somebody of whom one role is told may be meant by another: a "partner" by "wife" and a "sibling" by "sister", but no "brother".
pub fn may_be_meant_by(told: &str, asked: &str) -> bool {
    let of = |role: &str| lexicon::role(role.rsplit(' ').next().unwrap_or(role));
    let (Some(told), Some(asked)) = (of(told), of(asked)) else {
        return true;
    };
    let differs = matches!((told.gender, asked.gender), (Some(one), Some(other)) if one != other);
    let is_of_many_sorts = matches!(
        told.relation,
        Some(Kinship::Is(Relation::RelativeOf | Relation::Knows))
    );
    let is_general = |role: &lexicon::Role| role.gender.is_none();
    told.name == asked.name
        || !differs && !is_of_many_sorts && (is_general(&told) || is_general(&asked))
        || told.relation != asked.relation
}
