//! Two phrases of which one names the other, and lists that only look like it.

use std::ops::Range;

use recollect_clauses::{Argument, Clause, Form, Origin, Role as Part};
use recollect_spacy::{Dep, Pos};

use crate::local::extraction::mentions::roles::role_at;
use crate::local::extraction::parse::reading::Reading;

/// Who is named by a clause and the name, or what two phrases it says are the same: "my dog is called Rex", "Anna, my
/// sister,", "Anna is my sister", "my wife named him Otto". The heads of both, in the order of subject and attribute.
pub(crate) fn named_pair(reading: &Reading<'_>, clause: &Clause) -> Option<(usize, usize)> {
    let attribute = clause.with_role(Part::Attribute).next()?;
    // "My sister's name is Anna" has no verb that names.
    let of_verb = clause.form == Form::Naming
        && clause.predicate.tokens.contains(&clause.predicate.head)
        && reading.lemma(clause.predicate.head) != "be";
    // Whoever names is not named.
    let object = clause
        .with_role(Part::Object)
        .next()
        .filter(|_| of_verb && !clause.is_passive);
    let named = object.or(clause.subject.as_ref())?;
    if named.members.len() > 1 || attribute.members.len() > 1 {
        return None;
    }
    let (left, right) = (named.phrase.head, attribute.phrase.head);
    let is_named = match clause.form {
        Form::Naming if of_verb && object.is_none() => is_called(reading, clause, named),
        Form::Naming => true,
        Form::Copular => clause.predicate.lemma == "be" && !clause.is_negated,
        Form::Appositive => {
            let (first, second) = (left.min(right), left.max(right));
            let second = reading
                .name_at(second)
                .map_or(second..second + 1, |name| name.tokens.clone());
            // "went to Canada, not his brother"
            let is_denied = (first..second.start).any(|token| reading.is_any(token, &["not"]));
            !is_denied && !is_list(reading, first, second)
        }
        _ => false,
    };
    is_named.then_some((left, right))
}

/// Whether the subject of a verb of naming is what is named: "my dog is called Rex", "a dog called Rex". "Ada called Edsger"
/// is about a telephone, and of "I read a book last week called …" it is not clear what is called so.
fn is_called(reading: &Reading<'_>, clause: &Clause, subject: &Argument) -> bool {
    let verb = clause.predicate.head;
    let has_auxiliary = clause.predicate.tokens.iter().any(|token| {
        *token != verb
            && (reading.dep(*token) == Dep::AuxPass
                || matches!(reading.lemma(*token).as_str(), "be" | "get"))
    });
    let describes = subject.origin == Origin::Antecedent
        && !matches!(reading.pos(subject.phrase.head), Pos::Pron);
    // "She's two years old and called Pepper."
    let above = reading.head(verb);
    let shares = subject.origin == Origin::Shared
        && reading.dep(verb) == Dep::Conj
        && reading.lemma(above) == "be";
    has_auxiliary || describes || shares
}

/// Whether two phrases beside each other are members of a list rather than one thing said twice: "my girlfriend, Toby and I".
pub(crate) fn is_list(reading: &Reading<'_>, first: usize, second: Range<usize>) -> bool {
    if !(first..second.start).any(|token| reading.is_any(token, &[","])) {
        return false;
    }
    let has_comma = reading.is_any(second.end, &[","]);
    let next = second.end + usize::from(has_comma);
    let is_whose =
        |token: usize| reading.is_any(token, &["my", "our", "his", "her", "their", "your"]);
    if reading.is_any(next, &["and", "&", "or", "plus"]) {
        // "my sister, Anna, and my brother, Ben": each is said twice.
        let also_named = is_whose(next + 1)
            && role_at(reading, next + 2).is_some()
            && (reading.name_at(next + 3).is_some()
                || reading.is_any(next + 3, &[","]) && reading.name_at(next + 4).is_some());
        return !also_named;
    }
    has_comma
        && (reading.name_at(next).is_some()
            || is_whose(next)
            || reading.is_any(next, &["me", "i", "us", "myself"]))
}
