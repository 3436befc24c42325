//! Which of several answers are of the kind that a question asks for.

use std::collections::HashSet;

use recollect_index::terms;
use recollect_language::{EntityRef, Expected, number_in_words};
use recollect_model::{EntityKind, Object, Relation, RelationName};

use super::Candidate;
use super::facts::own_words;
use super::filling::Filler;

/// So many at most are taken for what a question asks for where none of them is called so.
const MAX_UNCALLED: usize = 4;

/// Words that tell nothing apart.
const VAGUE: &str = "different various several other more some such new certain many few others";

/// What somebody does rather than has.
const PASTIMES: &str = "activity hobby sport exercise pastime thing job work chore way";

/// Relations to what may be done as well as had: "likes watching films".
const TASTES_AND_PASTIMES: &[Relation] = &[
    Relation::Likes,
    Relation::Dislikes,
    Relation::Prefers,
    Relation::InterestedIn,
    Relation::Practices,
    Relation::Fears,
];

fn one_of(relation: &RelationName, all: &[Relation]) -> bool {
    relation.known().is_some_and(|known| all.contains(&known))
}

/// Whether its object is told without an article, a number or whose it is: "dramas", and not "a lamp".
fn is_bare(one: &Candidate) -> bool {
    const DETERMINERS: &[&str] = &[
        "a", "an", "the", "this", "that", "these", "those", "my", "his", "her", "its", "our",
        "their", "one",
    ];
    let (fact, name) = (&one.row.statement.fact, &one.row.object_name);
    let before = fact
        .find(name.as_str())
        .map(|place| fact[..place].trim_end());
    let last = before.and_then(|before| before.rsplit(' ').next());
    last.is_some_and(|last| {
        !DETERMINERS.contains(&last) && number_in_words(last).is_none() && !last.ends_with("'s")
    })
}

/// The words of a name before "of", "about" and the like: "films" of "films about love".
fn before_preposition(name: &str) -> &str {
    const PREPOSITIONS: &[&str] = &[
        " of ", " about ", " for ", " with ", " in ", " from ", " by ",
    ];
    let end = PREPOSITIONS
        .iter()
        .filter_map(|preposition| name.find(preposition))
        .min();
    name.get(..end.unwrap_or(name.len())).unwrap_or(name)
}

impl Filler<'_> {
    /// "What kind of films does she enjoy?": where some of what is found is called a film, those; and no pastime where things
    /// are asked for. "Jazz" is music without being called so.
    pub(super) fn of_kind(&self, mut found: Vec<usize>) -> Vec<usize> {
        let kinds = terms(&self.asked.pattern.kind_words.join(" "));
        if kinds.is_empty() {
            return found;
        }
        let name = |number: usize| self.at(number).row.object_name.as_str();
        let is_called = |number: &usize| {
            let phrase = terms(before_preposition(name(*number)));
            phrase.last().is_some_and(|head| kinds.contains(head))
        };
        let called: Vec<usize> = found.iter().copied().filter(is_called).collect();
        if !called.is_empty() {
            // "Which clubs am I a member of?": what has a name of its own need not be called one.
            let is_named = |number: &usize| {
                let one = self.at(*number);
                let is_somebody = one.row.object_kind == Some(EntityKind::Person);
                !self.asked.pattern.is_kind_open && one.filler().is_some() && !is_somebody
            };
            // "I enjoy dramas and silent films": what both are stands once.
            let shares = |number: &usize| {
                let one = self.at(*number);
                let mut called = called.iter().map(|other| self.at(*other));
                is_bare(one) && called.any(|other| is_bare(other) && one.is_told_with(other))
            };
            found.retain(|number| called.contains(number) || is_named(number) || shares(number));
            return found;
        }
        let pastimes = terms(PASTIMES);
        let asks_for_doing = kinds
            .iter()
            .any(|kind| pastimes.contains(kind) || kind.ends_with("ing"));
        let is_doing = |number: usize| {
            let mut words = name(number).split(' ');
            let is_what_is_done = one_of(
                &self.at(number).row.statement.proposition.relation,
                TASTES_AND_PASTIMES,
            );
            is_what_is_done
                && words.next().is_some_and(|first| first.ends_with("ing"))
                && words.next().is_some()
        };
        if !asks_for_doing {
            found.retain(|number| !is_doing(*number));
        }
        // Of many things of which none is called so, some are something else.
        if found.len() > MAX_UNCALLED {
            found.clear();
        }
        found
    }

    /// Those that tell something that the question does not say itself, somebody where it asks who, and of all whom it asks
    /// about: "What pets does Nate have?" is not answered by "other pets".
    pub(super) fn telling(&self, mut found: Vec<usize>) -> Vec<usize> {
        let pattern = &self.asked.pattern;
        let asked = [&pattern.object, &pattern.details, &pattern.kind_words];
        let mut said: HashSet<String> = asked
            .into_iter()
            .flatten()
            .flat_map(|word| terms(word))
            .collect();
        said.extend(terms(VAGUE));
        found.retain(|number| {
            let one = self.at(*number);
            let name = terms(one.filler_name());
            // "Which club did Rob invite Ann to?" is not answered by "Ann".
            let is_known = |word| said.contains(word) || self.asked.words.contains(word);
            let is_echo = !name.is_empty() && name.iter().all(is_known);
            let is_somebody = pattern.expected != Expected::Person || one.filler().is_some();
            let is_of_all = pattern.about.len() < 2 || self.is_of_all(one);
            // "What do I drive?" is not answered by for how long.
            let is_length = pattern.expected == Expected::Thing
                && one.filler().is_none()
                && is_length_of_time(one.filler_name());
            !(is_echo && pattern.among.is_none()) && is_somebody && is_of_all && !is_length
        });
        // "Painted a boat" tells what somebody painted, "painted to relax" does not.
        let is_purpose = |number: &usize| self.at(*number).filler_name().starts_with("to ");
        if pattern.preposition.is_some() || !found.iter().all(is_purpose) {
            found.retain(|number| !is_purpose(number));
        }
        found
    }

    /// Whether a statement speaks of everybody whom the question is about: "What did Ann and Ben build together?"
    fn is_of_all(&self, one: &Candidate) -> bool {
        let row = &one.row;
        let said = &row.statement.proposition;
        let object = match said.object {
            Object::Entity(object) => Some(object),
            Object::Value(_) => None,
        };
        let words = own_words(row);
        let about = self.asked.pattern.about.iter();
        let parties = &self.asked.parties[one.space].about;
        about.zip(parties).all(|(asked, party)| {
            let is_named = match asked {
                EntityRef::Named(name) => terms(name).iter().all(|word| words.contains(word)),
                EntityRef::Owner | EntityRef::Role { .. } => false,
            };
            is_named
                || party.contains(&said.subject)
                || object.is_some_and(|object| party.contains(&object))
        })
    }

    /// How many there are by what is said of them: "two turtles" are two, "turtles" nobody knows how many, and "notes for a
    /// novel" no novel. `None` where they cannot be counted.
    pub(super) fn number(&self, found: &[usize]) -> Option<usize> {
        let kinds = terms(&self.asked.pattern.kind_words.join(" "));
        let counted = found.iter().map(|number| {
            let one = self.at(*number);
            if one.filler().is_some() || kinds.is_empty() {
                return Some(1);
            }
            let name = before_preposition(one.filler_name());
            let (first, last) = (name.split(' ').next()?, name.rsplit(' ').next()?);
            let is_kind = terms(last).iter().all(|word| kinds.contains(word));
            let is_several = last.ends_with('s') && !last.ends_with("ss");
            // What somebody speaks is a language, whatever it is called.
            let is_told_by_relation = one
                .row
                .statement
                .proposition
                .relation
                .known()
                .is_some_and(|relation| relation != Relation::Has && relation != Relation::Made);
            match (is_kind, is_several, number_in_words(&first.to_lowercase())) {
                (true, true, Some(several)) => usize::try_from(several).ok(),
                (true, true, None) => None,
                (true, ..) => Some(1),
                (false, ..) => is_told_by_relation.then_some(1),
            }
        });
        counted.sum()
    }
}

/// "six and a half hours"
fn is_length_of_time(name: &str) -> bool {
    const UNITS: &[&str] = &["minute", "hour", "week", "month", "year"];
    let first = name.split(' ').next().unwrap_or_default().to_lowercase();
    let is_number =
        number_in_words(&first).is_some() || first.starts_with(|c: char| c.is_ascii_digit());
    let mut words = name.split(' ').take(6);
    is_number && words.any(|word| UNITS.contains(&word.trim_end_matches('s')))
}
