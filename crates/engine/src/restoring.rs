//! What our own export brings besides its texts: carried out by the import that brings it, and taken back with it.
//!
//! Before the texts come their spaces, and what the person is called, where the account says nothing of that yet.
//! Once they are accepted come decisions about facts and names, of those spaces in which imports brought texts of the
//! document: where the export was made nothing changes. What was done is noted with the import, so that undoing it
//! takes just that back; of the person, what is otherwise by then stays.

use std::collections::{BTreeMap, HashMap};

use recollect_imports::{Told, ToldDecision, ToldName, ToldPerson, ToldSpace};
use recollect_model::{
    Account, Import, ImportId, NamedBy, Space, SpaceId, Timestamp, UserId, time_zone,
};
use recollect_storage::{ImportAct, LogFilter, Page};

use crate::accounts::PersonUpdate;
use crate::graph::restoring::{BroughtTexts, restore, take_back_all};
use crate::spaces::MAX_RETENTION_DAYS;
use crate::{Engine, EngineError, Sought};

/// The fields of the account that an import sets, as they are noted.
const NAME: &str = "name";
const ALSO_CALLED: &str = "alsoCalled";
const TIME_ZONE: &str = "timeZone";

impl Engine {
    /// Makes ready what the texts come to: their spaces, and their person.
    pub(crate) async fn restore_places(
        &self,
        user: UserId,
        import: &mut Import,
        told: &Told,
    ) -> Result<(), EngineError> {
        let mut acts = Vec::new();
        for result in [
            self.restore_person(user, &told.person, &mut acts).await,
            self.restore_spaces(
                user,
                import.space,
                &told.spaces,
                (&mut acts, &mut import.problems),
            )
            .await,
        ] {
            match result {
                Err(error @ (EngineError::Invalid { .. } | EngineError::Conflict { .. })) => {
                    import.problems.push(error.to_string());
                }
                result => result?,
            }
        }
        if !acts.is_empty() {
            self.store.note_import_acts(user, import.id, &acts).await?;
        }
        Ok(())
    }

    /// Carries out what was decided about facts and names, once the texts are accepted.
    pub(crate) async fn restore_decided(
        &self,
        user: UserId,
        import: &mut Import,
        told: &Told,
    ) -> Result<(), EngineError> {
        type OfSpace<'a> = (Vec<&'a ToldDecision>, Vec<&'a ToldName>);
        let mut by_space: BTreeMap<Option<&str>, OfSpace<'_>> = BTreeMap::new();
        for decision in &told.decisions {
            let of_space = by_space.entry(decision.space.as_deref()).or_default();
            of_space.0.push(decision);
        }
        for name in &told.names {
            let of_space = by_space.entry(name.space.as_deref()).or_default();
            of_space.1.push(name);
        }
        let spaces = self.spaces(user).await?;
        let owner = self.account(user).await?.name;
        for (name, (decisions, names)) in by_space {
            let Some(space) = space_of(&spaces, import.space, name) else {
                continue;
            };
            let texts = self.brought_texts(user, space, name, told).await?;
            if texts.is_empty() {
                continue;
            }
            let mut change = self.open_change(user).await?;
            let scope = self.scope(&mut change, space, Sought::Space).await?;
            let told = (&decisions[..], &names[..]);
            let (acts, left_out) = restore(change.graph(), scope, told, (&texts, &owner)).await?;
            change.note_import_acts(import.id, &acts).await?;
            self.later().commit(change).await?;
            if left_out > 0 {
                let problem = format!("{left_out} decisions are more than a space may have");
                import.problems.push(problem);
            }
        }
        Ok(())
    }

    /// Takes back what an import decided; its texts go afterwards.
    pub(crate) async fn take_back_decided(
        &self,
        user: UserId,
        import: ImportId,
    ) -> Result<(), EngineError> {
        let mut by_space: HashMap<SpaceId, Vec<ImportAct>> = HashMap::new();
        for act in self.store.import_acts(user, import).await? {
            if let ImportAct::Decision(space, _)
            | ImportAct::Link(space, _)
            | ImportAct::Kind(space, _) = &act
            {
                by_space.entry(*space).or_default().push(act);
            }
        }
        for (space, acts) in by_space {
            let mut change = self.open_change(user).await?;
            match self.scope(&mut change, space, Sought::Space).await {
                Ok(scope) => take_back_all(change.graph(), scope, &acts).await?,
                // The space was deleted, with all that was decided in it.
                Err(EngineError::NotFound { .. }) => continue,
                Err(error) => return Err(error),
            }
            self.later().commit(change).await?;
        }
        Ok(())
    }

    /// Takes back the spaces that an import made, where nothing else is in them, and what it said of the person, where that
    /// still stands; then nothing is left of what it did.
    pub(crate) async fn take_back_places(
        &self,
        user: UserId,
        import: ImportId,
    ) -> Result<(), EngineError> {
        let acts = self.store.import_acts(user, import).await?;
        let account = self.account(user).await?;
        let mut update = PersonUpdate::default();
        for act in &acts {
            match act {
                ImportAct::Space(space) if self.is_empty(user, *space).await? => {
                    match self.delete_space(user, *space, None).await {
                        Ok(_)
                        | Err(EngineError::NotFound { .. } | EngineError::Conflict { .. }) => {}
                        Err(error) => return Err(error),
                    }
                }
                ImportAct::Person(field, value) => unset(&mut update, &account, field, value),
                _ => {}
            }
        }
        if update != PersonUpdate::default() {
            self.update_person(user, update, None).await?;
        }
        Ok(self.store.forget_import_acts(user, import).await?)
    }

    async fn restore_person(
        &self,
        user: UserId,
        told: &ToldPerson,
        acts: &mut Vec<ImportAct>,
    ) -> Result<(), EngineError> {
        let account = self.account(user).await?;
        let mut update = PersonUpdate::default();
        let mut note = |field: &str, value: &str| {
            acts.push(ImportAct::Person(field.to_owned(), value.to_owned()));
        };
        if let Some(name) = &told.name
            && account.named_by == NamedBy::Address
            && account.name != *name
        {
            note(NAME, &format!("{}\n{name}", account.name));
            update.name = Some(name.clone());
        }
        if account.also_called.is_empty() && !told.also_called.is_empty() {
            note(ALSO_CALLED, &told.also_called.join("\n"));
            update.also_called = Some(told.also_called.clone());
        }
        if let Some(zone) = &told.time_zone
            && account.time_zone.is_none()
            && time_zone(zone).is_ok()
        {
            note(TIME_ZONE, zone);
            update.time_zone = Some(zone.clone());
        }
        if update != PersonUpdate::default()
            && let Err(error) = self.update_person(user, update, None).await
        {
            acts.clear();
            return Err(error);
        }
        Ok(())
    }

    async fn restore_spaces(
        &self,
        user: UserId,
        default: SpaceId,
        told: &[ToldSpace],
        (acts, problems): (&mut Vec<ImportAct>, &mut Vec<String>),
    ) -> Result<(), EngineError> {
        let spaces = self.spaces(user).await?;
        for one in told {
            let days = one.retention_days;
            let days = days.filter(|days| (1..=MAX_RETENTION_DAYS).contains(days));
            let description = one.description.as_deref();
            let Some(name) = &one.name else {
                // A space that holds something is as its owner wants it.
                let there = spaces.iter().find(|space| space.id == default);
                let is_new =
                    there.is_some_and(|space| space.is_default && space.retention_days.is_none());
                if is_new && self.is_empty(user, default).await? {
                    self.update_space(user, default, None, description).await?;
                    self.keep_for(user, default, days).await?;
                }
                continue;
            };
            if spaces.iter().any(|space| space.name == *name) {
                continue;
            }
            let space = match self.create_space(user, name, description).await {
                Err(error @ EngineError::Invalid { .. }) => {
                    problems.push(format!("a space cannot be made: {error}"));
                    continue;
                }
                space => space?,
            };
            acts.push(ImportAct::Space(space.id));
            if days.is_some() {
                self.keep_for(user, space.id, days).await?;
            }
        }
        Ok(())
    }

    /// The texts of the document that are in a space and that this or an earlier import brought there.
    async fn brought_texts(
        &self,
        user: UserId,
        space: SpaceId,
        name: Option<&str>,
        told: &Told,
    ) -> Result<BroughtTexts, EngineError> {
        let names = told.accepted.keys();
        let names = names.filter(|(of, _)| of.as_deref() == name);
        let names: Vec<String> = names.map(|(_, name)| name.clone()).collect();
        let texts = self.store.texts_named(user, space, &names).await?;
        let brought = texts.into_iter().filter(|text| text.import.is_some());
        Ok(brought.map(|text| (text.name, text.episode)).collect())
    }

    async fn is_empty(&self, user: UserId, space: SpaceId) -> Result<bool, EngineError> {
        let filter = LogFilter {
            space: Some(space),
            ..LogFilter::default()
        };
        let logs = self.store.logs(user, &filter, Page::first(1)).await?;
        Ok(logs.total == 0)
    }
}

/// When another server of ours accepted a text that this document brings.
pub(crate) fn known_since(told: &Told, space: Option<&str>, name: &str) -> Option<Timestamp> {
    let place = (space.map(str::to_owned), name.to_owned());
    told.accepted.get(&place).copied()
}

/// The space that one of the document is here.
fn space_of(spaces: &[Space], default: SpaceId, name: Option<&str>) -> Option<SpaceId> {
    let Some(name) = name else {
        return Some(default);
    };
    let there = spaces.iter().find(|space| space.name == name);
    there.map(|space| space.id)
}

/// Unsets a field of the person that is still as an import set it.
fn unset(update: &mut PersonUpdate, account: &Account, field: &str, value: &str) {
    match field {
        NAME => {
            if let Some((before, set)) = value.split_once('\n')
                && account.name == set
            {
                update.name = Some(before.to_owned());
                // A former name becomes one of the others, and this one goes.
                let others = update.also_called.take();
                update.also_called = others.or_else(|| Some(account.also_called.clone()));
            }
        }
        ALSO_CALLED if account.also_called.join("\n") == value => {
            update.also_called = Some(Vec::new());
        }
        TIME_ZONE if account.time_zone.as_deref() == Some(value) => {
            update.time_zone = Some(String::new());
        }
        _ => {}
    }
}
