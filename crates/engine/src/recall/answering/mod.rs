//! From a question to its answer: the statements that fill its hole, and what they say in words.
//!
//! A question is read as a statement with a hole ([`QuestionPattern`]). Whom it is about is looked up among the names
//! and roles of each space; the statements that fit go before the other facts; and where they fit for certain, what
//! they fill the hole with is the answer, with the words of the text that say so. Where none fits, the words of a
//! text are the answer that a reader of passages points at ([`reading`], [`quoting`]). Nothing is an answer that no
//! text says.

mod answer;
mod behind;
mod between;
mod conditions;
mod dating;
mod events;
mod facts;
mod filling;
mod judging;
mod kinds;
mod otherwise;
mod parties;
mod places;
mod plans;
mod quoting;
mod reading;
mod saying;
mod standing;
mod wording;

use std::collections::{BTreeSet, HashSet};

use recollect_index::terms;
use recollect_language::{AskedTime, Hole, QuestionPattern};
use recollect_model::{
    EntityId, Modality, Object, ReferenceTime, SpaceId, Timestamp, UserId, Worth,
};
use recollect_storage::RecalledStatement;

use super::{Query, SharedIndex};
use crate::{Engine, EngineError, Quote, Source};

pub use answer::{AnswerQuote, Earlier, FoundAnswer};
use conditions::Conditions;
use facts::{AskedWords, End, Fit};
use filling::{Filled, Filling};
use parties::Parties;
pub(super) use quoting::quoted;
use reading::ReadTexts;
use saying::covers_question;
pub(super) use standing::WantedTime;

/// So many statements are looked at for each question: twice as many answer none better, and fetching them is what a search of a large
/// memory waits for (`docs/benchmarks.md`).
pub(super) const FACTS_LOOKED_AT: usize = 80;

/// So much of what was before is told.
const MAX_BEFORE: usize = 5;

/// How much the pattern counts for the order of facts, beside how the passages that say them were ranked.
const FIT_SHARE: f32 = 0.6;

/// How much the question's words that a fact has count beside that.
const COVERED: f32 = 0.3;

/// How much it counts how well the best passage that says it answers.
const SAID: f32 = 2.0;

/// How much it counts that it says what was read in the best texts, as likely as that is right.
const READ: f32 = 1.0;

/// What is asked for counts as if a text said it that answers nearly as well as the best.
const VOUCHED: f32 = 0.9;

/// How much it counts that a fact says much, and so many words are much.
const FULLNESS: f32 = 0.1;
const FULL: f32 = 8.0;

/// How much the worth of a statement counts for the order of facts.
const WORTH_SHARE: f32 = 0.2;

/// From this worth on, none is taken off.
const SOUGHT: f32 = 60.0;

/// A question that was understood, with whom it is about in each of the searched spaces.
pub(super) struct Asked {
    pub(super) pattern: QuestionPattern,
    /// What "now" is to the question.
    pub(super) reference: ReferenceTime,
    /// All of its words, as texts are compared by.
    words: HashSet<String>,
    /// What it hangs on where it asks whether something is so.
    conditions: Conditions,
    /// In the order of the spaces.
    parties: Vec<Parties>,
}

/// A statement with the number of its space and how it was ranked.
pub(super) type RankedStatement = (usize, RecalledStatement, FactRank);

/// How a statement was ranked.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct FactRank {
    /// How well it answers, between 0 and 1.
    pub(super) score: f32,
    /// How well the best of the passages that say it answers, between 0 and 1.
    pub(super) said: f32,
}

/// A statement that may be told or answered with.
#[derive(Debug)]
pub(super) struct Candidate {
    /// The number of its space among those searched.
    pub(super) space: usize,
    pub(super) row: RecalledStatement,
    /// How well it was ranked, between 0 and 1.
    pub(super) score: f32,
    fit: Fit,
}

impl Candidate {
    /// Whether it is what the question asks for, be it of another time.
    pub(super) fn is_asked_for(&self) -> bool {
        self.fit.is_match() && self.fit.time > 0.0
    }

    /// What fills the hole of the question; nobody where that is no entity.
    fn filler(&self) -> Option<EntityId> {
        let said = &self.row.statement.proposition;
        match (self.fit.fills, &said.object) {
            (Some(End::Subject), _) => Some(said.subject),
            (_, Object::Entity(object)) => Some(*object),
            _ => None,
        }
    }

    /// Whether it says of another thing what the other says of its own, by the same words of the same text.
    pub(super) fn is_told_with(&self, other: &Self) -> bool {
        let (first, second) = (&self.row.statement, &other.row.statement);
        let (one, two) = (&first.proposition, &second.proposition);
        self.space == other.space
            && first.recorded_at == second.recorded_at
            && (
                one.subject,
                &one.relation,
                one.is_negated,
                one.modality,
                one.attributed_to,
            ) == (
                two.subject,
                &two.relation,
                two.is_negated,
                two.modality,
                two.attributed_to,
            )
            && first.phrase == second.phrase
            && (first.valid_at, first.invalid_at, first.precision)
                == (second.valid_at, second.invalid_at, second.precision)
    }

    /// What fills the hole, in words.
    fn filler_name(&self) -> &str {
        match self.fit.fills {
            Some(End::Subject) => &self.row.subject_name,
            _ => &self.row.object_name,
        }
    }
}

/// The statements with how well each fits the question, the best first: those that are asked for, then by how they were
/// ranked; and of what bears on each other, what is wanted by its time.
pub(super) fn fitted(
    asked: Option<&Asked>,
    wanted: &WantedTime,
    rows: Vec<RankedStatement>,
    read: &ReadTexts<'_>,
) -> Vec<Candidate> {
    let words = asked.map(|asked| AskedWords::of(&asked.pattern));
    let said_most = rows.iter().map(|(.., rank)| rank.said).fold(0.0, f32::max);
    let fitted = rows.into_iter().map(|(space, row, rank)| {
        let ranked = rank.score * worth_share(row.statement.worth);
        let fit = match (asked, &words) {
            (Some(asked), Some(words)) => Fit::of(asked, words, space, &row),
            _ => Fit::default(),
        };
        let score = match asked {
            Some(_) => {
                let fits = ranked * (1.0 - FIT_SHARE) + fit.strength() * FIT_SHARE;
                let says = COVERED * fit.words + FULLNESS * fullness(&row);
                // What is asked for needs no text that is near to the question.
                let is_asked_for = fit.is_match() && fit.time > 0.0;
                let said = if is_asked_for {
                    rank.said.max(said_most * VOUCHED)
                } else {
                    rank.said
                };
                (fits + says + SAID * said) / (1.0 + COVERED + FULLNESS + SAID)
            }
            None => (ranked + rank.said * SAID) / (1.0 + SAID) * wanted.share(&row),
        };
        let vouched = read.vouch_for(&row.statement);
        Candidate {
            space,
            row,
            score: (score + READ * vouched) / (1.0 + READ),
            fit,
        }
    });
    let mut fitted: Vec<Candidate> = fitted.collect();
    fitted.sort_by(|one, other| {
        let (first, second) = (&one.row.statement, &other.row.statement);
        other
            .score
            .total_cmp(&one.score)
            .then(second.valid_at.cmp(&first.valid_at))
            .then(first.id.cmp(&second.id))
    });
    standing::arrange(wanted, &mut fitted);
    fitted
}

/// How much of its rank a statement keeps: all of it where somebody would look for it, less the more trivial it is.
fn worth_share(worth: Worth) -> f32 {
    let worth = f32::from(worth.get()) / SOUGHT;
    1.0 - WORTH_SHARE + WORTH_SHARE * worth.min(1.0)
}

/// How much a fact says, 0 to 1: "likes jazz" less than "played jazz at a club in Lisbon".
fn fullness(row: &RecalledStatement) -> f32 {
    (terms(&row.statement.fact).len() as f32 / FULL).min(1.0)
}

/// The numbers of the spaces, the statements and their scores.
pub(super) fn parts(candidates: Vec<Candidate>) -> (Vec<usize>, Vec<RecalledStatement>, Vec<f32>) {
    let mut parts = (Vec::new(), Vec::new(), Vec::new());
    for one in candidates {
        parts.0.push(one.space);
        parts.1.push(one.row);
        parts.2.push(one.score);
    }
    parts
}

impl Asked {
    /// Whom it asks about, in all spaces.
    pub(super) fn about(&self) -> Vec<EntityId> {
        let all: BTreeSet<EntityId> = self.parties.iter().flat_map(Parties::all).collect();
        all.into_iter().collect()
    }

    /// The relations it may ask for.
    pub(super) fn relations(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let all = self.pattern.relations.iter();
        for name in all.map(|relation| relation.name.as_str()) {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
        names
    }

    /// Whether what is told of several things is told in the order of their times.
    fn lists_by_time(&self) -> bool {
        !matches!(self.pattern.time, AskedTime::Now | AskedTime::Future)
    }

    /// Whether what no longer holds is asked for.
    pub(super) fn looks_back(&self) -> bool {
        let pattern = &self.pattern;
        pattern.is_ended
            || self.lists_by_time()
            || matches!(pattern.hole, Hole::End | Hole::Course)
            || pattern.selection != recollect_language::Selection::All
    }
}

impl Engine {
    /// The question with whom it is about, as the searched spaces know them.
    pub(super) async fn asked(
        &self,
        user: UserId,
        searched: &[(SpaceId, SharedIndex)],
        pattern: QuestionPattern,
        query: &Query,
    ) -> Result<Asked, EngineError> {
        let mut parties = Vec::with_capacity(searched.len());
        for (space, index) in searched {
            parties.push(self.parties(user, *space, index, &pattern).await?);
        }
        let asks_whether = pattern.hole == Hole::Truth;
        let conditions = asks_whether.then(|| conditions::conditions(&query.text, query.now()));
        Ok(Asked {
            pattern,
            reference: query.now(),
            words: terms(&query.text).into_iter().collect(),
            conditions: conditions.unwrap_or_default(),
            parties,
        })
    }

    /// The answer that these statements give, if one does.
    pub(super) async fn answer(
        &self,
        user: UserId,
        spaces: &[SpaceId],
        asked: &Asked,
        candidates: &[Candidate],
        read: &ReadTexts<'_>,
    ) -> Result<Option<FoundAnswer>, EngineError> {
        let Some(filled) = filling::fill(asked, candidates) else {
            return Ok(None);
        };
        self.told(user, spaces, asked, (candidates, filled), read)
            .await
    }

    async fn told(
        &self,
        user: UserId,
        spaces: &[SpaceId],
        asked: &Asked,
        (candidates, filled): (&[Candidate], Filled),
        read: &ReadTexts<'_>,
    ) -> Result<Option<FoundAnswer>, EngineError> {
        let said_at = self.first_places(user, spaces, candidates, &filled).await?;
        // What no text says any more is no answer.
        let told = filled.candidates.iter().filter_map(|&number| {
            let source = *said_at.get(&candidates[number].row.statement.id)?;
            Some((number, source))
        });
        let (told, sources): (Vec<usize>, Vec<Source>) = told.unzip();
        let found = self.quotes(user, &sources).await?;
        let needed = AskedWords::needed(&asked.pattern);
        let mut said: Vec<(&Candidate, AnswerQuote)> = Vec::new();
        for ((number, source), quote) in told.into_iter().zip(&sources).zip(found) {
            let one = &candidates[number];
            let says_all = |quote: &Quote| {
                covers_question(&needed, one, &quote.around)
                    || filled.how != Filling::Durations
                        && asked.is_plain(number, candidates, &quote.around)
            };
            let quote = quote.filter(says_all);
            said.extend(quote.map(|quote| (one, AnswerQuote::of(quote, source))));
        }
        if filled.how == Filling::Ends {
            said.sort_by_cached_key(|(one, quote)| place_in_list(asked, one, quote));
        }
        let (used, quotes): (Vec<&Candidate>, Vec<AnswerQuote>) = said.into_iter().unzip();
        // A number or a course of which a part is not what was asked for is wrong.
        if used.len() < filled.candidates.len() && filled.how != Filling::Ends {
            return Ok(None);
        }
        let Some(quote) = quotes.first().cloned() else {
            return Ok(None);
        };
        let Some(text) = wording::text(asked, &used, &filled, &quotes) else {
            return Ok(None);
        };
        let is_pointed_at = matches!(asked.pattern.hole, Hole::Object | Hole::Subject)
            && filled.how == Filling::Ends;
        let is_named = terms(&text).iter().any(|word| asked.words.contains(word));
        if is_pointed_at && !is_named && read.pass_over(&text, &quotes) {
            return Ok(None);
        }
        let same = |time: fn(&Candidate) -> Option<Timestamp>| {
            let first = used.first().and_then(|one| time(one));
            first.filter(|_| used.iter().all(|one| time(one) == first))
        };
        Ok(Some(FoundAnswer {
            text,
            statements: used.iter().map(|one| one.row.statement.id).collect(),
            valid_at: same(|one| one.row.statement.valid_at),
            invalid_at: same(|one| plans::end_of(&one.row)),
            precision: used.first().and_then(|one| one.row.statement.precision),
            confidence: filled.confidence,
            quote,
            before: before(&used, candidates),
        }))
    }
}

/// Where something stands in a list: as it happened where the question looks back, and then as it was said.
fn place_in_list(asked: &Asked, one: &Candidate, quote: &AnswerQuote) -> impl Ord + use<> {
    let began = one.row.statement.valid_at.filter(|_| asked.lists_by_time());
    let within = quote.words.find(one.filler_name());
    (began, quote.said_at.instant(), quote.range.start, within)
}

/// What was said of the same subject by the same relation and had ended when what is answered began, the latest first.
fn before(used: &[&Candidate], candidates: &[Candidate]) -> Vec<Earlier> {
    let slot = |one: &Candidate| {
        let said = &one.row.statement.proposition;
        (one.space, said.subject, said.relation.clone())
    };
    let Some((first, began)) = used
        .first()
        .and_then(|first| Some((slot(first), first.row.statement.valid_at?)))
    else {
        return Vec::new();
    };
    if used.iter().any(|one| slot(one) != first) {
        return Vec::new();
    }
    let mut before: Vec<Earlier> = candidates
        .iter()
        .filter(|one| slot(one) == first)
        .filter_map(|one| {
            let statement = &one.row.statement;
            let said = &statement.proposition;
            // What was taken back never held.
            let ended = statement.invalid_at.filter(|ended| {
                *ended <= began && statement.valid_at.is_none_or(|from| from < *ended)
            })?;
            let is_so = !said.is_negated && said.modality == Modality::Actual;
            is_so.then(|| Earlier {
                id: statement.id,
                fact: statement.fact.clone(),
                valid_at: statement.valid_at,
                invalid_at: ended,
                precision: statement.precision,
            })
        })
        .collect();
    before.sort_by_key(|one| (std::cmp::Reverse(one.invalid_at), one.id));
    before.truncate(MAX_BEFORE);
    before
}
