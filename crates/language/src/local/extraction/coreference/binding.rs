//! What the clause of a pronoun tells of whom it stands for: its own subject, and what only somebody does.

use recollect_model::EntityKind;
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::lexicon::{Gender, gender_of_noun, life_of};
use crate::local::extraction::coreference::pronouns::Pronoun;
use crate::local::extraction::coreference::referents::How;
use crate::local::extraction::coreference::resolve::Reader;
use crate::word_list::WordList;

impl Reader<'_, '_> {
    /// "Ghislaine, with whom she shared a bench": whom a relative clause describes by "whom" is none of its other pronouns.
    pub(super) fn described_with(&self, token: usize) -> Option<&EntityRef> {
        let reading = self.reading;
        let verb = reading.head(token);
        let is_whom = |part: usize| {
            reading.is_any(part, &["whom", "whose"])
                || reading.is_any(part, &["who", "that"]) && !reading.is_subject(part)
        };
        let is_described = reading.dep(verb) == Dep::Relcl
            && reading.is_subject(token)
            && reading
                .doc
                .subtree(verb)
                .take_while(|part| *part < token)
                .any(is_whom);
        let described = reading.head(verb);
        self.found
            .at(described)
            .filter(|_| is_described)
            .map(|referent| &referent.entity)
    }

    /// "Frederik sold his boat", "the bosun had his knee done": the subject of the clause, where the pronoun may stand for it;
    /// `Some(None)` where it does and nothing is known of who that is.
    pub(super) fn bound(&self, token: usize, pronoun: Pronoun) -> Option<Option<EntityRef>> {
        let gender = match pronoun {
            Pronoun::He => Gender::Male,
            Pronoun::She => Gender::Female,
            Pronoun::It | Pronoun::They => return None,
        };
        let reading = self.reading;
        let subject_of = |verb: usize| {
            reading.doc.children(verb).find(|child| {
                reading.is_subject(*child)
                    && *child < token
                    && !reading.doc.subtree_range(*child).contains(&token)
            })
        };
        let verbs = reading
            .doc
            .ancestors(token)
            .filter(|above| matches!(reading.pos(*above), Pos::Verb | Pos::Aux));
        let clause = verbs
            .filter_map(|verb| Some((verb, subject_of(verb)?)))
            .next();
        let Some((verb, subject)) = clause else {
            return self.bound_to_name(token, gender).map(Some);
        };
        // "Mieke, who lost her phone": it is Mieke's.
        let is_who = reading.dep(verb) == Dep::Relcl && reading.is_any(subject, &["who"]);
        let subject = if is_who { reading.head(verb) } else { subject };
        let referent = self.found.at(subject);
        if reading.pos(subject) == Pos::Pron {
            let is_same = match pronoun {
                Pronoun::He => reading.is_any(subject, &["he"]),
                _ => reading.is_any(subject, &["she"]),
            };
            return is_same.then(|| referent.map(|same| same.entity.clone()));
        }
        // "The doctor put Dad on tablets after his stroke" may be about either.
        let is_sole = !reading.doc.children(verb).any(|child| {
            child > verb
                && child < token
                && self.found.at(child).is_some_and(|other| {
                    let is_somebody = matches!(
                        other.kind,
                        EntityKind::Person | EntityKind::Animal | EntityKind::Owner
                    );
                    is_somebody && Some(&other.entity) != referent.map(|referent| &referent.entity)
                })
        });
        let Some(referent) = referent else {
            let noun = reading.lemma(subject);
            let is_somebody = reading.tag(subject) == "NN" && life_of(&noun).is_some();
            let fits = gender_of_noun(&noun).is_none_or(|known| known == gender);
            return (is_somebody && fits && is_sole).then_some(None);
        };
        let is_other = Some(&referent.entity) != self.interlocutors.first.as_ref()
            && Some(&referent.entity) != self.interlocutors.second.as_ref();
        let known = self
            .discourse
            .gender_of(&referent.entity)
            .or(referent.gender);
        let is_somebody = referent.how == How::Named
            || life_of(&reading.lemma(subject)).is_some()
            || matches!(referent.kind, EntityKind::Person | EntityKind::Animal);
        let fits = known.is_none_or(|known| known == gender) && is_somebody && is_sole;
        (fits && is_other).then(|| Some(referent.entity.clone()))
    }

    /// "Tunde on his phone": the name that the words of a note without a verb hang from.
    fn bound_to_name(&self, token: usize, gender: Gender) -> Option<EntityRef> {
        let named = |above: usize| {
            let referent = self.found.at(above)?;
            let known = self
                .discourse
                .gender_of(&referent.entity)
                .or(referent.gender);
            let is_one = above < token
                && referent.how == How::Named
                && referent.kind == EntityKind::Person
                && known.is_none_or(|known| known == gender);
            is_one.then(|| referent.entity.clone())
        };
        self.reading.doc.ancestors(token).find_map(named)
    }

    /// "They told me": whether "they" does what things do not do, and is meant to be one.
    pub(super) fn is_mute(&self, token: usize, meant: &EntityRef) -> bool {
        let verb = self.reading.head(token);
        let is_thing = self.discourse.is_common_thing(meant)
            || matches!(meant, EntityRef::Role { .. })
                && self.discourse.kind_of(meant) == EntityKind::Thing;
        is_thing && self.reading.is_subject(token) && DEEDS.contains(&self.reading.lemma(verb))
    }
}

/// What only somebody does.
static DEEDS: WordList = WordList::new(
    "tell say ask call text write invite offer promise want think know decide hire refuse agree insist suggest warn \
     explain announce wish hope believe reply answer forget remember realise realize plan finish pass send pay fly babysit marry cry laugh",
);
