//! What every test of the engine sends, and what understands it.

use std::sync::Arc;

use recollect_engine::{
    Engine, EntityFilter, KnownStatement, Language, ListedEntity, NewText, Page, Query, Settings,
    StatementFilter, Step, TextOptions, TimelineFilter,
};
use recollect_language::scripted::{ScriptedEmbedding, ScriptedExtraction};
use recollect_model::{
    EntityId, Environment, EpisodeKind, LabelFilter, LogId, ManualClock, ReferenceTime,
    SeededEntropy, SpaceId, Timestamp, UserId,
};
use recollect_storage::{Database, Faults, Store};

/// Understanding without a model.
pub(crate) fn scripted() -> Language {
    Language {
        embed: Arc::new(ScriptedEmbedding::new()),
        extract: Arc::new(ScriptedExtraction::new()),
        rerank: None,
        read: None,
    }
}

/// A text for a space, or for the default one.
pub(crate) fn text(space: Option<SpaceId>, body: &str) -> NewText {
    NewText {
        space,
        session: None,
        source: "test".to_owned(),
        kind: EpisodeKind::Conversation,
        body: body.to_owned(),
        reference_time: ReferenceTime::utc(Timestamp::UNIX_EPOCH),
        request: "{}".to_owned(),
        more: TextOptions::default(),
    }
}

/// Midnight of a day.
pub(crate) fn day(day: &str) -> Timestamp {
    format!("{day}T00:00:00Z").parse().unwrap()
}

/// Everything of a list.
pub(crate) const ALL: Page = Page::first(10_000);

pub(crate) fn query(text: &str) -> Query {
    Query {
        labels: LabelFilter::default(),
        text: text.to_owned(),
        spaces: Vec::new(),
        session: None,
        limit: 100,
        reference_time: ReferenceTime::utc(day("2030-01-01")),
        from: None,
        until: None,
        valid_at: None,
        recorded_at: None,
        include_invalidated: false,
        tells_together: false,
        score_threshold: None,
        min_results: 0,
        rerank: None,
    }
}

/// One person's memory, in a database of its own.
pub(crate) struct Memory {
    pub(crate) store: Store,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) environment: Environment,
    pub(crate) engine: Engine,
    pub(crate) user: UserId,
    pub(crate) space: SpaceId,
}

impl Memory {
    pub(crate) async fn new() -> Self {
        Self::seeded(1).await
    }

    /// The dice fall otherwise with another seed, and so do all identifiers.
    pub(crate) async fn seeded(seed: u64) -> Self {
        let store = Store::open(&Database::SqliteInMemory, Faults::none());
        Self::on(store.await.unwrap(), seed).await
    }

    /// The same in this database.
    pub(crate) async fn on(store: Store, seed: u64) -> Self {
        let clock = Arc::new(ManualClock::new(day("2024-01-01")));
        let environment = Environment::new(clock.clone(), Arc::new(SeededEntropy::new(seed)));
        let email = "anna@example.com".parse().unwrap();
        let account = store.ensure_account(&email, "Olivia", &environment);
        let user = account.await.unwrap().id;
        let space = store.default_space(user).await.unwrap().unwrap().id;
        let engine = Engine::new(
            store.clone(),
            scripted(),
            environment.clone(),
            Settings::default(),
        );
        Self {
            store,
            clock,
            environment,
            engine,
            user,
            space,
        }
    }

    /// Takes in what was said on a day, and processes it.
    pub(crate) async fn tell(&self, at: &str, body: &str) -> LogId {
        let log = self.accept(at, None, body).await;
        self.process().await;
        log
    }

    pub(crate) async fn accept(&self, at: &str, session: Option<&str>, body: &str) -> LogId {
        self.clock.advance_ms(1_000);
        let text = NewText {
            session: session.map(str::to_owned),
            reference_time: ReferenceTime::utc(day(at)),
            ..text(None, body)
        };
        self.engine.accept(self.user, text).await.unwrap()
    }

    pub(crate) async fn process(&self) {
        while self.engine.lanes().step().await.unwrap() != Step::Idle {}
    }

    /// Every statement, as lines such as `Anna lives in Berlin. 2020-01-01..2021-04-01`.
    pub(crate) async fn lines(&self) -> Vec<String> {
        lines(&self.statements().await)
    }

    pub(crate) async fn statements(&self) -> Vec<KnownStatement> {
        let mut all = Vec::new();
        for entity in self.entities().await {
            let id = entity.entity.id;
            let filter = StatementFilter::default();
            let found = self
                .engine
                .entity_statements(self.user, id, &filter, ALL)
                .await;
            all.extend(found.unwrap().items);
        }
        all.sort_by_key(|one| one.statement.id);
        all.dedup_by_key(|one| one.statement.id);
        all
    }

    /// The entities that stand for themselves.
    pub(crate) async fn entities(&self) -> Vec<ListedEntity> {
        let found = self
            .engine
            .entities(self.user, &[], &EntityFilter::default(), ALL)
            .await;
        found.unwrap().items
    }

    pub(crate) async fn names(&self) -> Vec<String> {
        let entities = self.entities().await;
        let mut names: Vec<String> = entities.into_iter().map(|one| one.entity.name).collect();
        names.sort();
        names
    }

    /// The entity of a name, or that it is another name of.
    pub(crate) async fn id(&self, name: &str) -> EntityId {
        let filter = EntityFilter {
            words: name.to_owned(),
            kind: None,
        };
        let found = self
            .engine
            .entities(self.user, &[], &filter, ALL)
            .await
            .unwrap();
        let exact = found.items.iter().find(|one| one.entity.name == name);
        exact.or(found.items.first()).unwrap().entity.id
    }

    /// The names that an entity goes by beside its first, with the reasons.
    pub(crate) async fn aliases(&self, name: &str) -> Vec<String> {
        let view = self
            .engine
            .entity(self.user, self.id(name).await)
            .await
            .unwrap();
        let aliases = view.aliases.iter();
        let mut aliases: Vec<String> = aliases
            .map(|alias| format!("{} ({})", alias.entity.entity.name, alias.because))
            .collect();
        aliases.sort();
        aliases
    }

    /// Another name of an entity.
    pub(crate) async fn alias(&self, entity: &str, alias: &str) -> EntityId {
        let view = self
            .engine
            .entity(self.user, self.id(entity).await)
            .await
            .unwrap();
        let names = view.aliases.iter();
        let mut named = names.filter(|one| one.entity.entity.name == alias);
        named.next().unwrap().entity.entity.id
    }

    pub(crate) async fn timeline(&self) -> Vec<String> {
        let filter = TimelineFilter::default();
        let found = self
            .engine
            .timeline(self.user, self.space, &filter, ALL)
            .await;
        let items = found.unwrap().items;
        items.iter().map(line).collect()
    }
}

/// Statements as lines, in the order of the alphabet.
pub(crate) fn lines(statements: &[KnownStatement]) -> Vec<String> {
    let mut lines: Vec<String> = statements.iter().map(line).collect();
    lines.sort();
    lines
}

pub(crate) fn line(known: &KnownStatement) -> String {
    let statement = &known.statement;
    let not = if statement.proposition.is_negated {
        "not: "
    } else {
        ""
    };
    let begin = statement.valid_at.map_or("?".to_owned(), short);
    let end = statement.invalid_at.map_or(String::new(), short);
    format!("{not}{} {begin}..{end}", statement.fact)
}

fn short(time: Timestamp) -> String {
    time.to_string().trim_end_matches("T00:00:00Z").to_owned()
}
