//! A clause in one line, for reading and for tests.

use std::fmt::Write;

use recollect_model::Modality;

use crate::clause::{
    Argument, AttributionKind, Clause, Form, Kind, Markers, Origin, Phrase, Role, Tense,
};

impl Clause {
    /// The clause in one line: `move(subject: Anna; prepositional to: Paris) past`. `text` is the text that was read.
    pub fn describe(&self, text: &str) -> String {
        let mut line = String::new();
        match self.form {
            Form::Verbal => {}
            form => {
                let _ = write!(line, "{} ", format!("{form:?}").to_lowercase());
            }
        }
        line.push_str(&self.predicate.lemma);
        let parts: Vec<String> = self
            .subject
            .iter()
            .chain(&self.arguments)
            .map(|argument| part(text, argument))
            .collect();
        let _ = write!(line, "({})", parts.join("; "));
        for word in self.flags(text) {
            line.push(' ');
            line.push_str(&word);
        }
        line
    }

    fn flags(&self, text: &str) -> Vec<String> {
        let mut flags = Vec::new();
        if self.is_negated {
            flags.push("not".to_owned());
        }
        if self.modality != Modality::Actual {
            flags.push(self.modality.as_str().to_owned());
        }
        if self.tense != Tense::Untensed {
            flags.push(format!("{:?}", self.tense).to_lowercase());
        }
        let forms = [
            (self.is_perfect, "perfect"),
            (self.is_progressive, "progressive"),
            (self.is_passive, "passive"),
            (self.is_implied, "implied"),
            (self.is_presupposed, "presupposed"),
        ];
        flags.extend(
            forms
                .iter()
                .filter(|(holds, _)| *holds)
                .map(|(_, name)| (*name).to_owned()),
        );
        flags.extend(self.markers.names().map(str::to_owned));
        if self.kind != Kind::Statement {
            flags.push(format!("{:?}", self.kind).to_lowercase());
        }
        if let Some(attribution) = &self.attribution {
            let kind = match attribution.kind {
                AttributionKind::Reported => "reported",
                AttributionKind::Believed => "believed",
                AttributionKind::Known => "known",
                AttributionKind::Asked => "asked",
            };
            let source = attribution
                .source
                .as_ref()
                .map_or("?", |source| words(text, source));
            flags.push(format!("[{kind} by {source}]"));
        }
        flags
    }
}

impl Markers {
    fn names(self) -> impl Iterator<Item = &'static str> {
        [
            (self.used_to, "used-to"),
            (self.no_longer, "no-longer"),
            (self.still, "still"),
            (self.already, "already"),
            (self.also, "also"),
            (self.begins, "begins"),
            (self.ends, "ends"),
            (self.again, "again"),
            (self.just, "just"),
            (self.habitually, "habitually"),
            (self.rarely, "rarely"),
            (self.actually, "actually"),
        ]
        .into_iter()
        .filter_map(|(holds, name)| holds.then_some(name))
    }
}

/// The words of a phrase; none if it is no part of this text.
fn words<'t>(text: &'t str, phrase: &Phrase) -> &'t str {
    text.get(phrase.range.clone()).unwrap_or_default()
}

fn part(text: &str, argument: &Argument) -> String {
    let mut line = match argument.role {
        Role::Subject => "subject",
        Role::Object => "object",
        Role::IndirectObject => "to-whom",
        Role::Attribute => "attribute",
        Role::Complement => "complement",
        Role::Prepositional => "prep",
        Role::Agent => "agent",
        Role::Adverbial => "adverb",
        Role::Time => "time",
        Role::AdverbialClause => "clause",
    }
    .to_owned();
    match argument.origin {
        Origin::Stated => {}
        Origin::Shared => line.push('+'),
        Origin::Antecedent => line.push('^'),
        Origin::Controlled => line.push('*'),
    }
    if let Some(preposition) = &argument.preposition {
        let _ = write!(line, " {}", preposition.lemma);
    }
    let members: Vec<&str> = argument
        .members
        .iter()
        .map(|member| words(text, member))
        .collect();
    let words = if members.len() > 1 {
        members.join(" & ")
    } else {
        words(text, &argument.phrase).to_owned()
    };
    let _ = write!(line, ": {words}");
    line
}
