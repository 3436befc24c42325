//! "It" and "they" over the turns of a conversation: what was asked, what a question asks about, what whoever answers began.

use crate::EntityRef;
use crate::local::extraction::coreference::discourse::DiscourseModel;
use crate::local::extraction::coreference::mentioned::DiscourseMention;
use crate::local::extraction::coreference::pronouns::{Pronoun, PronounPlace};
use crate::local::extraction::coreference::referents::Interlocutors;

/// How many sentences an answer takes to come to what was asked: "Yes! I love it. It's a mix of drama and romance."
const ANSWERED_IN: usize = 4;

/// How many sentences, of whoever was answered and of whoever goes on, lie between a thing and "it".
const TAKEN_UP_IN: usize = 6;

impl DiscourseModel {
    /// What "it" or "they" means by the turns before: `Some(None)` where several fit and it is not clear which.
    pub(super) fn over_turns(
        &self,
        place: PronounPlace<'_>,
        interlocutors: &Interlocutors,
    ) -> Option<Option<EntityRef>> {
        if !matches!(place.pronoun, Pronoun::It | Pronoun::They) {
            return None;
        }
        let before = place.passage.wrapping_sub(1);
        self.within(place, before, ANSWERED_IN, interlocutors, |mention| {
            mention.is_asked
        })
        .or_else(|| {
            let answers_another = self.speaker_of(before) != interlocutors.first.as_ref();
            (place.is_asked && answers_another)
                .then(|| self.within(place, before, ANSWERED_IN, interlocutors, |_| true))
                .flatten()
        })
        .or_else(|| self.taken_up(place, interlocutors))
    }

    /// "I got a guitar." – "Nice!" – "I bought it in Leeds.": what whoever speaks began two turns ago, where nothing came between.
    fn taken_up(
        &self,
        place: PronounPlace<'_>,
        interlocutors: &Interlocutors,
    ) -> Option<Option<EntityRef>> {
        let (answer, begun) = (place.passage.wrapping_sub(1), place.passage.wrapping_sub(2));
        let speaker = interlocutors.first.as_ref();
        let goes_on = place.is_done_to
            && speaker.is_some()
            && self.speaker_of(begun) == speaker
            && self.speaker_of(answer) != speaker;
        let interrupts = |(_, mention): &(usize, DiscourseMention)| {
            is_in(mention, answer) && self.fits(place.pronoun, mention, true)
        };
        if !goes_on || self.recent.iter().any(interrupts) {
            return None;
        }
        self.within(place, begun, TAKEN_UP_IN, interlocutors, |_| true)
    }

    /// The one of a turn that fits, at most so many sentences back.
    fn within(
        &self,
        place: PronounPlace<'_>,
        turn: usize,
        reach: usize,
        interlocutors: &Interlocutors,
        is_meant: impl Fn(&DiscourseMention) -> bool,
    ) -> Option<Option<EntityRef>> {
        let near: Vec<&(usize, DiscourseMention)> = self
            .recent
            .iter()
            .filter(|(sentence, mention)| {
                let entity = Some(&mention.entity);
                is_in(mention, turn)
                    && sentence + reach >= self.sentence
                    && entity != interlocutors.first.as_ref()
                    && entity != interlocutors.second.as_ref()
                    && is_meant(mention)
            })
            .collect();
        self.choose(place, &near)
    }
}

fn is_in(mention: &DiscourseMention, turn: usize) -> bool {
    mention.governor.is_some_and(|(there, _)| there == turn)
}
