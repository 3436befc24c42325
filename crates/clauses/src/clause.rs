//! What a clause is made of: the types that the reading gives.

use std::ops::Range;

use recollect_model::Modality;

/// What one predicate of a text says.
#[derive(Debug, Clone, PartialEq)]
pub struct Clause {
    /// By what means the text says it.
    pub form: Form,
    /// Whether it states, asks, commands or supposes.
    pub kind: Kind,
    /// Whom or what it is about; `None` where the text leaves that open.
    pub subject: Option<Argument>,
    /// What is said of the subject.
    pub predicate: Predicate,
    /// Everything else that belongs to the predicate, in the order of the text; what is shared comes first.
    pub arguments: Vec<Argument>,
    /// Whether it is denied: "not", "never", "no", "nobody", "hardly", "without", "failed to".
    pub is_negated: bool,
    /// How it is meant.
    pub modality: Modality,
    /// When it is, seen from when it is said.
    pub tense: Tense,
    /// "has moved".
    pub is_perfect: bool,
    /// "is moving".
    pub is_progressive: bool,
    /// "was given": who did it is the argument with the role [`Role::Agent`].
    pub is_passive: bool,
    /// What its words say of its course: "used to", "no longer", "still".
    pub markers: Markers,
    /// Whether what governs it tells that it is so, or that it is not: "managed to call", "failed to call".
    pub is_implied: bool,
    /// Whether it holds whatever its sentence asks: what a question takes for granted ("Did you know that I moved?"), and what it only
    /// adds itself to ("I moved, didn't I?").
    pub is_presupposed: bool,
    /// Who says or thinks so, when the text hangs the clause from a verb such as "says".
    pub attribution: Option<Attribution>,
    /// The clause whose complement this one is: that of "wants" for that of "move". Its index among the clauses.
    pub governor: Option<usize>,
    /// Bytes of the text, from the first word of the clause to the last.
    pub range: Range<usize>,
}

/// By what means a text says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// "Anna moved to Paris".
    Verbal,
    /// "Anna is a teacher", "is in Paris", "became famous". Without words of a predicate: "consider him a friend".
    Copular,
    /// "There is a school": what exists is the attribute, and there is no subject.
    Existential,
    /// "Anna, my sister,": the attribute is "my sister".
    Appositive,
    /// "Anna's brother", "my dog": the subject is the possessor, the object what is possessed.
    Possessive,
    /// "My dog's name is Rex", "my dog is called Rex", "a dog named Rex": the subject is the dog, the attribute "Rex".
    Naming,
    /// "Apple CEO Tim Cook", "President Bush": the subject is the name, the attribute the title.
    Title,
}

/// What a clause does with what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It says that it is so.
    Statement,
    /// It asks.
    Question,
    /// It tells somebody to.
    Command,
    /// It is what another clause depends on: "if it rains".
    Condition,
    /// It is said to be so in a case: "I would stay", "we stay if it rains".
    Hypothetical,
}

/// When something is, as the form of the verb tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tense {
    /// "moved", "was moving", "used to move".
    Past,
    /// "moves", "has moved".
    Present,
    /// "will move", "is going to move".
    Future,
    /// "to move", "moving": the form tells nothing.
    Untensed,
}

/// The word or words that say something of the subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Predicate {
    /// The token of the verb or copula; of a noun where no verb is written.
    pub head: usize,
    /// Auxiliaries, negation, verb and particle, in the order of the text. Empty where no verb is written.
    pub tokens: Vec<usize>,
    /// The dictionary form in lower case, with its particle: `pick up`, `be`, `have`.
    pub lemma: String,
    /// Bytes of the text, from the first of its words to the last; those of `head` where no verb is written.
    pub range: Range<usize>,
}

/// A part of a clause and the part it plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// The part it plays.
    pub role: Role,
    /// What introduces it: "in", "by", and for a clause "because".
    pub preposition: Option<Preposition>,
    /// All of it, without the preposition.
    pub phrase: Phrase,
    /// What is coordinated in it, the first included, at most [`MEMBERS_MAX`]; each without relative clauses,
    /// appositions and what is coordinated with it. Empty for adverbs and clauses.
    pub members: Vec<Phrase>,
    /// How it came to belong to this clause.
    pub origin: Origin,
    /// For a clause, its index among the clauses.
    pub clause: Option<usize>,
}

/// How many members of a coordination are told apart.
pub const MEMBERS_MAX: usize = 32;

/// The part that an argument plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Whom or what the clause is about.
    Subject,
    /// "reads *a book*".
    Object,
    /// "gives *Sam* a book", "gives a book *to Sam*" (with its preposition).
    IndirectObject,
    /// "is *a teacher*", "is *afraid*", "made him *angry*".
    Attribute,
    /// A clause: "says *that he left*", "wants *to move*", "enjoys *reading*".
    Complement,
    /// "lives *in Paris*".
    Prepositional,
    /// "was built *by Anna*".
    Agent,
    /// "runs *fast*", "lives *here*".
    Adverbial,
    /// A noun phrase that is used as an adverb: "moved *last year*", "ran *two miles*".
    Time,
    /// A clause that says when, why, how or in what case.
    AdverbialClause,
}

/// How an argument came to belong to a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It is written as a part of the clause.
    Stated,
    /// It is written with the verb that this one is coordinated with: "Anna *sings* and dances".
    Shared,
    /// It is what the relative or participial clause describes: "*the man* who sings".
    Antecedent,
    /// It is a part of the governing clause: "*Anna* wants to sing".
    Controlled,
}

/// Some words of the text with a head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// The token everything else in it describes.
    pub head: usize,
    /// Tokens, from its first to its last.
    pub tokens: Range<usize>,
    /// Bytes of the text.
    pub range: Range<usize>,
    /// The token that says whose it is: "my", or "Anna" of "Anna's brother".
    pub possessor: Option<usize>,
}

/// The word that introduces an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preposition {
    /// Its first token.
    pub token: usize,
    /// In lower case: `in`, `out of`, `because`.
    pub lemma: String,
    /// The attribute that it completes, in dictionary form: `afraid` in "is afraid of dogs", `member` in "is a member of".
    pub completes: Option<String>,
}

/// What the words of a clause say of its course in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Markers {
    /// "used to live": it was so and is not any more.
    pub used_to: bool,
    /// "no longer", "not any more".
    pub no_longer: bool,
    /// "still", "keeps running".
    pub still: bool,
    /// "already".
    pub already: bool,
    /// "also", "too", "as well".
    pub also: bool,
    /// "started to".
    pub begins: bool,
    /// "stopped".
    pub ends: bool,
    /// "again".
    pub again: bool,
    /// "just".
    pub just: bool,
    /// "usually", "often", "always".
    pub habitually: bool,
    /// "rarely", "barely": it is so less than its other words say.
    pub rarely: bool,
    /// "actually".
    pub actually: bool,
}

/// Who says or thinks what a clause says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribution {
    /// What the source does with it.
    pub kind: AttributionKind,
    /// The token of the verb: "says"; "according" of "according to".
    pub verb: usize,
    /// Who.
    pub source: Option<Phrase>,
    /// Whether the source does not: "doesn't think".
    pub is_negated: bool,
}

/// What the source of an attribution does with what is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributionKind {
    /// "says", "writes", "according to".
    Reported,
    /// "thinks", "hopes", "guesses".
    Believed,
    /// "knows", "has realised": it is taken to be so.
    Known,
    /// "wonders", "asks".
    Asked,
}

impl Clause {
    /// A statement of this form of which nothing but the predicate is known.
    pub fn new(form: Form, predicate: Predicate) -> Self {
        Self {
            form,
            kind: Kind::Statement,
            subject: None,
            range: predicate.range.clone(),
            predicate,
            arguments: Vec::new(),
            is_negated: false,
            modality: Modality::Actual,
            tense: Tense::Untensed,
            is_perfect: false,
            is_progressive: false,
            is_passive: false,
            markers: Markers::default(),
            is_implied: false,
            is_presupposed: false,
            attribution: None,
            governor: None,
        }
    }

    /// The relation to one of the clause's arguments in dictionary form: `live in`, `pick up`, `be afraid of`.
    pub fn relation(&self, argument: &Argument) -> String {
        match &argument.preposition {
            Some(preposition) if argument.role != Role::AdverbialClause => {
                match &preposition.completes {
                    Some(attribute) => {
                        format!("{} {attribute} {}", self.predicate.lemma, preposition.lemma)
                    }
                    None => format!("{} {}", self.predicate.lemma, preposition.lemma),
                }
            }
            _ => self.predicate.lemma.clone(),
        }
    }

    /// The arguments that play a part.
    pub fn with_role(&self, role: Role) -> impl Iterator<Item = &Argument> {
        self.arguments
            .iter()
            .filter(move |argument| argument.role == role)
    }
}
