//! Decisions about facts: made, taken back, and read into what follows from the texts.
//!
//! A decision is kept by what the fact says, so it stands when its texts are read anew and when another one says the
//! same. It goes with the last text that says what it is about.

use std::collections::BTreeSet;
use std::net::IpAddr;

use recollect_graph::{can_end, say_the_same, slot_of, with_object};
use recollect_model::{
    AuditAction, AuditEntry, Decision, DecisionId, EntityId, LeaseToken, Object, Proposition, Slot,
    SpaceId, Statement, StatementId, Timestamp, UserId, Verdict,
};
use recollect_storage::{Change, GraphRows, StorageError};

use super::corrections::correction;
use super::counting::{named_by, propositions, right_of};
use super::reading::KnownStatement;
use super::{Entities, Scope, Touched, bring_up_to_date, follow_removal};
use crate::{Engine, EngineError, Sought};

/// The most decisions of one space.
pub(super) const MAX_DECISIONS: usize = 10_000;

/// What somebody says of a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// It is wrong.
    Dismiss,
    /// It held until then.
    End(Timestamp),
    /// It is otherwise; at least one of the two is given.
    Correct {
        /// The name or the value that is right, in the place of the object.
        object: Option<String>,
        /// The right sentence.
        fact: Option<String>,
    },
    /// It matters.
    Pin,
}

/// What came of a judgement.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The decision, which can be taken back.
    pub decision: Decision,
    /// The fact as it stands now; `None` when it was dismissed.
    pub statement: Option<KnownStatement>,
}

impl Engine {
    /// Decides about a fact. What was decided before about the same in the same respect is replaced.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`]; [`EngineError::Invalid`]; [`EngineError::Conflict`] when the fact cannot be decided so.
    pub async fn decide(
        &self,
        user: UserId,
        statement: StatementId,
        judgement: Judgement,
        address: Option<IpAddr>,
    ) -> Result<Judged, EngineError> {
        let told = self.any_statement(user, statement).await?.statement.fact;
        let mut change = self.open_change(user).await?;
        let found = change.graph().statement(statement).await?;
        let (space, statement) = found.ok_or(EngineError::not_found(Sought::Statement))?;
        // What is decided about is the sentence that is shown.
        let statement = Statement {
            fact: told,
            ..statement
        };
        let scope = self.scope(&mut change, space, Sought::Statement).await?;
        let rows = change.graph();
        let verdict = verdict(rows, scope, &statement, judgement).await?;
        let decision = Decision {
            id: DecisionId::new(&self.environment),
            space,
            about: Some(statement.proposition.clone()),
            verdict,
            fact: statement.fact.clone(),
            decided_at: self.environment.now(),
        };
        let slots = make(rows, scope, &decision, &statement).await?;
        let touched = Touched {
            slots,
            ..Touched::default()
        };
        bring_up_to_date(rows, scope, touched).await?;
        let now = stands(rows, scope, &statement, &decision.verdict).await?;
        let subject = format!("{} {}", decision.verdict.as_str(), decision.id);
        self.finish(change, AuditAction::FactDecided, subject, address)
            .await?;
        let statement = match now {
            Some(id) => Some(self.statement(user, space, id).await?),
            None => None,
        };
        Ok(Judged {
            decision,
            statement,
        })
    }

    /// Takes a decision back: what follows from the texts is told again.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`].
    pub async fn undo_decision(
        &self,
        user: UserId,
        id: DecisionId,
        address: Option<IpAddr>,
    ) -> Result<(), EngineError> {
        const NOT_FOUND: EngineError = EngineError::not_found(Sought::Decision);
        let mut change = self.open_change(user).await?;
        let decision = change.graph().decision(id).await?.ok_or(NOT_FOUND)?;
        let scope = self
            .scope(&mut change, decision.space, Sought::Decision)
            .await?;
        take_back(change.graph(), scope, &decision).await?;
        self.finish(change, AuditAction::DecisionUndone, id.to_string(), address)
            .await
    }

    /// What was decided in a space, or in all of the user's, the newest first.
    pub async fn decisions(
        &self,
        user: UserId,
        space: Option<SpaceId>,
    ) -> Result<Vec<Decision>, EngineError> {
        let spaces = match space {
            Some(space) => vec![self.space(user, space).await?],
            None => self.store.spaces(user).await?,
        };
        let mut decisions = Vec::new();
        for space in spaces {
            decisions.extend(self.store.decisions(user, space.id).await?);
        }
        decisions.sort_by_key(|one| std::cmp::Reverse((one.decided_at, one.id)));
        Ok(decisions)
    }

    /// One of the user's statements with its evidence, in whatever space it is.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`].
    pub async fn any_statement(
        &self,
        user: UserId,
        id: StatementId,
    ) -> Result<KnownStatement, EngineError> {
        let space = self.store.space_of_statement(user, id).await?;
        let space = space.ok_or(EngineError::not_found(Sought::Statement))?;
        self.statement(user, space, id).await
    }

    pub(crate) async fn open_change(&self, user: UserId) -> Result<Change, EngineError> {
        let token = LeaseToken::new(&self.environment);
        Ok(self.store.begin_change(user, token).await?)
    }

    /// The space to change, advanced; `what` is not there without it.
    pub(crate) async fn scope(
        &self,
        change: &mut Change,
        space: SpaceId,
        what: Sought,
    ) -> Result<Scope<'_>, EngineError> {
        let revision = change.graph().advance_space(space).await?;
        let revision = revision.ok_or(EngineError::not_found(what))?;
        Ok(Scope {
            space,
            revision,
            environment: &self.environment,
        })
    }

    pub(crate) async fn finish(
        &self,
        mut change: Change,
        action: AuditAction,
        subject: String,
        address: Option<IpAddr>,
    ) -> Result<(), EngineError> {
        let entry = AuditEntry {
            action,
            subject,
            address,
            at: self.environment.now(),
        };
        change.record_audit(&entry).await?;
        self.later().commit(change).await
    }
}

/// Takes a decision back, and works out what follows without it.
pub(super) async fn take_back(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    decision: &Decision,
) -> Result<(), StorageError> {
    let entities = target(decision).into_iter().collect();
    let slots = slots_of(rows, scope.space, std::slice::from_ref(decision)).await?;
    rows.remove_decision(decision.id).await?;
    follow_removal(rows, scope, Touched { entities, slots }).await?;
    Ok(())
}

/// Whom or what a decision says that a fact is right of: without it, maybe nothing names that any more.
const fn target(decision: &Decision) -> Option<EntityId> {
    match &decision.verdict {
        Verdict::Corrected {
            object: Object::Entity(target),
            ..
        } => Some(*target),
        _ => None,
    }
}

/// Removes the decisions about what no text says any more; the others of those that lost their texts go by what is left.
/// Returns what they bear on.
pub(crate) async fn let_go(
    rows: &mut GraphRows,
    scope: Scope<'_>,
) -> Result<Touched, StorageError> {
    let mut touched = Touched::default();
    for decision in rows.decisions_without_texts(scope.space).await? {
        let of = slots_of(rows, scope.space, std::slice::from_ref(&decision)).await?;
        let asked: Vec<Slot> = of.iter().cloned().collect();
        let claims = rows.claims_of_slots(scope.space, &asked).await?;
        let said = claims.iter().map(|(_, one)| &one.claim.proposition);
        let entities = Entities::named_in(rows, scope.space, said.chain(&decision.about)).await?;
        let about = decision
            .about
            .as_ref()
            .map(|about| entities.canonical(about));
        let says_so = |said: &Proposition| {
            about
                .as_ref()
                .is_some_and(|about| say_the_same(&entities.canonical(said), about))
        };
        let left = claims
            .iter()
            .filter(|(_, one)| says_so(&one.claim.proposition));
        let left: Vec<_> = left.map(|(_, one)| one.episode).collect();
        if left.is_empty() {
            rows.remove_decision(decision.id).await?;
            let named = propositions(std::slice::from_ref(&decision));
            touched.entities.extend(named.iter().flat_map(named_by));
            touched.entities.extend(target(&decision));
            touched.slots.extend(of);
        } else {
            rows.decide_by(decision.id, &left).await?;
        }
    }
    Ok(touched)
}

/// Keeps a decision in the place of those that it replaces; returns the slots that it bears on.
async fn make(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    decision: &Decision,
    statement: &Statement,
) -> Result<BTreeSet<Slot>, EngineError> {
    let about = &statement.proposition;
    let kept = rows.decisions(scope.space).await?;
    if kept.len() >= MAX_DECISIONS {
        let reason = format!("a space has at most {MAX_DECISIONS} decisions; take some back");
        return Err(EngineError::Conflict { reason });
    }
    let mut all = kept.clone();
    all.push(decision.clone());
    let named = propositions(&all);
    let entities = Entities::named_in(rows, scope.space, named.iter()).await?;
    let right = right_of(decision, &entities);
    let mut bearing = vec![decision.clone()];
    for former in kept {
        let Some(of_former) = former.about.as_ref().map(|about| entities.canonical(about)) else {
            continue;
        };
        let is_same = say_the_same(&of_former, about);
        let is_alike = former.verdict.as_str() == decision.verdict.as_str()
            || former.verdict.is_about_truth() && decision.verdict.is_about_truth();
        let says_right = right
            .as_ref()
            .is_some_and(|right| say_the_same(&of_former, right));
        let led_here =
            right_of(&former, &entities).is_some_and(|former| say_the_same(&former, about));
        if is_same && is_alike || says_right && former.verdict.is_about_truth() {
            rows.remove_decision(former.id).await?;
        } else if led_here && let Verdict::Corrected { object, fact } = &decision.verdict {
            rows.redirect_decision(scope.space, former.id, object, fact)
                .await?;
        } else {
            continue;
        }
        bearing.push(former);
    }
    let mut slots = slots_of(rows, scope.space, &bearing).await?;
    slots.insert(statement.slot.clone());
    rows.insert_decision(decision, about, statement.id).await?;
    Ok(slots)
}

/// What is decided, once it is known to make sense of the statement.
async fn verdict(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    statement: &Statement,
    judgement: Judgement,
) -> Result<Verdict, EngineError> {
    Ok(match judgement {
        Judgement::Dismiss => Verdict::Dismissed,
        Judgement::Pin => Verdict::Pinned,
        Judgement::End(at) => {
            if !can_end(&statement.proposition) {
                let reason = "is told of what happened, or always is: that does not end";
                return Err(EngineError::invalid("decision", reason));
            }
            if statement.valid_at.is_some_and(|began| at <= began) {
                return Err(EngineError::invalid("at", "must be after the beginning"));
            }
            Verdict::Ended { at }
        }
        Judgement::Correct { object, fact } => {
            correction(rows, scope, statement, object, fact).await?
        }
    })
}

/// The statement that stands in the place of one that was decided about.
async fn stands(
    rows: &mut GraphRows,
    scope: Scope<'_>,
    before: &Statement,
    verdict: &Verdict,
) -> Result<Option<StatementId>, StorageError> {
    let wanted = match verdict {
        Verdict::Dismissed => return Ok(None),
        Verdict::Corrected { object, .. } => with_object(&before.proposition, object.clone()),
        Verdict::Ended { .. } | Verdict::Pinned => before.proposition.clone(),
    };
    let entities = Entities::named_in(rows, scope.space, std::iter::once(&wanted)).await?;
    let wanted = entities.canonical(&wanted);
    let found = rows
        .statements_of_slots(scope.space, &[slot_of(&wanted)])
        .await?;
    let mut found: Vec<Statement> = found
        .into_iter()
        .filter(|one| say_the_same(&one.proposition, &wanted))
        .collect();
    found.sort_by_key(|one| {
        (
            one.id != before.id,
            one.valid_at != before.valid_at,
            one.recorded_at,
        )
    });
    Ok(found.first().map(|one| one.id))
}

/// The slots of what decisions are about, and of what they say is right.
pub(super) async fn slots_of(
    rows: &mut GraphRows,
    space: SpaceId,
    decisions: &[Decision],
) -> Result<BTreeSet<Slot>, StorageError> {
    let all = propositions(decisions);
    let entities = Entities::named_in(rows, space, all.iter()).await?;
    let canonical = all.iter().map(|one| entities.canonical(one));
    Ok(canonical.map(|one| slot_of(&one)).collect())
}
