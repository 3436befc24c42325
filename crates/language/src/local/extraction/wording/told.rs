//! What a clause's own words tell of how its verb is meant: "cannot", "nearly", "never".

use recollect_clauses::{Clause, Tense};
use recollect_model::Modality;

use crate::ExtractedStatement;
use crate::local::extraction::clauses::context::PassageContext;

/// What a clause's own words tell of how its verb is meant.
#[derive(Clone, Copy)]
pub(super) struct Told<'c> {
    /// "cannot", "could not".
    pub(super) unable: Option<&'static str>,
    /// "can", "could".
    pub(super) able: Option<&'static str>,
    /// "nearly", "almost".
    pub(super) nearly: Option<&'c str>,
    /// Whether it was wished then.
    pub(super) was_wished: bool,
    /// Whether somebody will not do it.
    pub(super) refuses: bool,
    /// Whether it is foretold of another than whoever speaks.
    pub(super) foretold: bool,
    /// "never", or "not".
    pub(super) never: &'static str,
    /// Whether what it says ends only later.
    pub(super) is_to_come: bool,
}

impl<'c> Told<'c> {
    /// What a clause tells.
    pub(super) fn by(
        context: &'c PassageContext<'_>,
        clause: &Clause,
        statement: &ExtractedStatement,
    ) -> Self {
        Self {
            unable: unable(context, clause, statement),
            able: able(context, clause),
            nearly: nearly(context, clause),
            was_wished: was_wished(context, clause),
            refuses: refuses(context, clause),
            foretold: foretold(context, clause, statement),
            never: never(context, clause),
            is_to_come: statement
                .until
                .is_some_and(|until| until > context.reference.instant()),
        }
    }
}

/// "couldn't", "can't": what somebody is not able to do, which is more than that they may not.
fn unable(
    context: &PassageContext<'_>,
    clause: &Clause,
    statement: &ExtractedStatement,
) -> Option<&'static str> {
    let has = |modals: &[&str]| {
        let mut tokens = clause.predicate.tokens.iter();
        tokens.any(|token| context.reading.is_any(*token, modals))
    };
    match statement.is_negated {
        true if has(&["could"]) => Some("could not"),
        true if has(&["can", "ca"]) => Some("cannot"),
        _ => None,
    }
}

/// "can", "could": what somebody is able to do.
fn able(context: &PassageContext<'_>, clause: &Clause) -> Option<&'static str> {
    let mut tokens = clause.predicate.tokens.iter();
    tokens.find_map(|token| match context.reading.lower(*token) {
        "can" | "ca" => Some("can"),
        "could" => Some("could"),
        _ => None,
    })
}

/// "My neighbour won't lend me a ladder": whether somebody will not do it, which is more than that they do not plan to.
fn refuses(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let mut tokens = clause.predicate.tokens.iter();
    clause.is_negated
        && tokens.any(|token| context.reading.is_any(*token, &["wo", "will", "won't"]))
}

/// "She'll win": what whoever speaks foretells of another, who need not plan it.
fn foretold(context: &PassageContext<'_>, clause: &Clause, statement: &ExtractedStatement) -> bool {
    let mut tokens = clause.predicate.tokens.iter();
    let will = tokens.any(|token| context.reading.is_any(*token, &["will", "'ll", "’ll"]));
    will && context.speaker != Some(&statement.subject)
}

/// How it is denied: "never", "not".
fn never(context: &PassageContext<'_>, clause: &Clause) -> &'static str {
    let mut tokens = clause.predicate.tokens.iter();
    match tokens.any(|token| context.reading.is_any(*token, &["never"])) {
        true => "never",
        false => "not",
    }
}

/// "He wanted to be a cook", "we planned to sail": whether it was wished or planned then. What was decided stays so.
fn was_wished(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let governor = context.reading.governor(clause);
    governor.is_some_and(|governor| {
        let is_meant = match clause.modality {
            Modality::Wished => true,
            Modality::Planned => {
                matches!(
                    governor.predicate.lemma.as_str(),
                    "plan" | "intend" | "mean"
                )
            }
            _ => false,
        };
        is_meant
            && governor.tense == Tense::Past
            && !governor.is_perfect
            && !governor.markers.used_to
    })
}

/// "almost", of "I almost bought a boat".
fn nearly<'c>(context: &'c PassageContext<'_>, clause: &Clause) -> Option<&'c str> {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let mut before = reading.doc.children(verb).filter(|child| *child < verb);
    before
        .find(|child| reading.is_any(*child, &["nearly", "almost"]))
        .map(|nearly| reading.lower(nearly))
}
