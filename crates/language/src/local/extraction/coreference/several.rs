//! "They" of two that are named together: "my husband and kids; they keep me motivated".

use recollect_model::EntityKind;
use recollect_spacy::Dep;

use crate::EntityRef;
use crate::local::extraction::coreference::resolve::Reader;

/// So many at most are told of each.
const MAX_EACH: usize = 4;

impl Reader<'_, '_> {
    /// Whom "they" stands for as a subject, where the sentence before or the clause before names several living beings together:
    /// the first of them, the others are in [`Referents::each`](super::referents::Referents::each).
    pub(super) fn several(&mut self, token: usize) -> Option<EntityRef> {
        let reading = self.reading;
        if !reading.is_any(token, &["they"]) || !reading.is_subject(token) || reading.quoted[token]
        {
            return None;
        }
        let before = reading.sentence_before(token);
        let start = before.map_or(reading.doc.sentence_of(token).start, |before| before.start);
        // The nearest is meant, and it alone.
        let mut together = (start..token).rev().filter_map(|head| self.together(head));
        let nearest = together.next()?;
        if together.any(|other| other != nearest) {
            return None;
        }
        let first = nearest.first().cloned();
        self.found.each.insert(token, nearest);
        first
    }

    /// Those who are named together, the first of whom has this head.
    fn together(&self, head: usize) -> Option<Vec<EntityRef>> {
        let reading = self.reading;
        let is_first = !matches!(reading.dep(head), Dep::Conj | Dep::Compound | Dep::Poss);
        let mut last = is_first.then_some(head)?;
        let mut all = vec![self.living(last)?];
        while let Some(next) = reading.child(last, Dep::Conj) {
            all.push(self.living(next)?);
            last = next;
        }
        (2..=MAX_EACH).contains(&all.len()).then_some(all)
    }

    fn living(&self, head: usize) -> Option<EntityRef> {
        let referent = self.found.at(head)?;
        let is_living = matches!(referent.kind, EntityKind::Person | EntityKind::Animal);
        let speaks = [&self.interlocutors.first, &self.interlocutors.second]
            .into_iter()
            .any(|one| one.as_ref() == Some(&referent.entity));
        (is_living && !speaks).then(|| referent.entity.clone())
    }
}
