//! Memories to look around in: what texts say, and what follows from it.

use recollect_model::{
    AcceptedEpisode, CharRange, Claim as Said, Details, Entity, EntityId, Environment, EpisodeId,
    LeaseToken, Modality, Object, Proposition, Relation, Revision, Slot, SpaceId, Statement,
    StatementId, Worth,
};
use recollect_storage::{Change, EpisodeGraph, GraphRows, NewEntity, Store};

use crate::harness::{Person, World, mention};

/// Where somebody lives.
pub(crate) fn slot(subject: EntityId) -> Slot {
    Slot(format!("{subject} lives_in"))
}

pub(crate) fn proposition(subject: EntityId, object: Object) -> Proposition {
    Proposition {
        subject,
        relation: Relation::LivesIn.into(),
        object,
        is_negated: false,
        modality: Modality::Actual,
        attributed_to: None,
    }
}

/// What the first words of a text say, in the slot of its subject.
pub(crate) fn said(subject: EntityId, object: Object) -> (Said, Slot) {
    let claim = Said {
        proposition: proposition(subject, object),
        phrase: "live in".to_owned(),
        fact: "She lives there.".to_owned(),
        names: recollect_model::NamedPlaces::default(),
        from: None,
        until: None,
        precision: None,
        details: Details::default(),
        worth: Worth::default(),
        is_additional: false,
        is_correction: false,
        passage: 0,
        range: CharRange { start: 0, end: 5 },
    };
    (claim, slot(subject))
}

/// The claim that supports a statement word for word.
pub(crate) fn says(statement: &Statement) -> (Said, Slot) {
    let (claim, _) = said(
        statement.proposition.subject,
        statement.proposition.object.clone(),
    );
    (claim, statement.slot.clone())
}

/// Adds entities that are of no family.
pub(crate) async fn insert(
    graph: &mut GraphRows,
    space: SpaceId,
    revision: Revision,
    entities: &[Entity],
) {
    let new: Vec<_> = entities.iter().cloned().map(of_no_family).collect();
    graph.insert_entities(space, revision, &new).await.unwrap();
}

pub(crate) const fn of_no_family(entity: Entity) -> NewEntity {
    NewEntity {
        entity,
        family: None,
    }
}

/// A space in which two texts of the session "s1" say where Mel, who is Melanie, lives: in Lisbon, and in Porto.
pub(crate) struct Memory {
    pub(crate) person: Person,
    pub(crate) melanie: Entity,
    pub(crate) mel: Entity,
    pub(crate) lisbon: Entity,
    pub(crate) porto: Entity,
    pub(crate) in_lisbon: Statement,
    pub(crate) in_porto: Statement,
    /// What was sent: Lisbon first.
    pub(crate) texts: [AcceptedEpisode; 2],
}

impl Memory {
    pub(crate) async fn of(world: &World, store: &Store, person: Person) -> Self {
        let [melanie, mut mel, lisbon, porto] =
            ["Melanie", "Mel", "Lisbon", "Porto"].map(|name| world.entity(name));
        mel.part_of = Some(melanie.id);
        let in_lisbon = world.statement(melanie.id, Object::Entity(lisbon.id));
        let in_porto = Statement {
            valid_at: Some(world.in_ms(1_000)),
            ..world.statement(melanie.id, Object::Entity(porto.id))
        };
        let texts = ["Mel lives in Lisbon.", "Melanie lives in Porto."].map(|body| {
            let mut text = world.text(person, body);
            text.session = Some("s1".to_owned());
            text
        });
        let memory = Self {
            person,
            melanie,
            mel,
            lisbon,
            porto,
            in_lisbon,
            in_porto,
            texts,
        };
        let names = [&memory.melanie, &memory.mel, &memory.lisbon, &memory.porto];
        let mut change = store
            .begin_change(person.user, world.token())
            .await
            .unwrap();
        let revision = memory.revision(&mut change).await;
        let new: Vec<_> = names.into_iter().cloned().map(of_family_m).collect();
        let inserted = change.graph().insert_entities(person.space, revision, &new);
        inserted.await.unwrap();
        change.commit().await.unwrap();
        let [first, second] = &memory.texts;
        memory
            .remember(world, store, first, memory.first_graph())
            .await;
        memory
            .remember(world, store, second, memory.second_graph())
            .await;
        let support = [
            (first.episode, 0, Some(memory.in_lisbon.id)),
            (second.episode, 0, Some(memory.in_porto.id)),
        ];
        let statements = [memory.in_lisbon.clone(), memory.in_porto.clone()];
        memory.derive(store, &statements, &support).await;
        memory
    }

    /// What the first text says: Mel speaks, and speaks of Lisbon.
    pub(crate) fn first_graph(&self) -> EpisodeGraph {
        let mut graph = self.graph(&[&self.mel, &self.lisbon]);
        graph.claims = vec![says(&self.in_lisbon)];
        graph
    }

    fn second_graph(&self) -> EpisodeGraph {
        let mut graph = self.graph(&[&self.melanie, &self.porto]);
        graph.claims = vec![says(&self.in_porto)];
        graph
    }

    /// One passage that the first of these speaks, and that names them in order.
    pub(crate) fn graph(&self, named: &[&Entity]) -> EpisodeGraph {
        // A graph is written for the episode that it is given to, whatever its mentions say.
        let nowhere = EpisodeId::from_u128(0);
        let places = (0..).step_by(5).zip(named);
        EpisodeGraph {
            passages: vec![recollect_model::Passage {
                number: 0,
                range: CharRange { start: 0, end: 20 },
                speaker: named.first().map(|speaker| speaker.id),
                vector: None,
                is_repetition: false,
            }],
            mentions: places
                .map(|(start, entity)| mention(entity.id, nowhere, start))
                .collect(),
            embedder: "test-embedder".to_owned(),
            extractor: "test-extractor".to_owned(),
            ..EpisodeGraph::default()
        }
    }

    /// Accepts a text and completes it with this graph.
    pub(crate) async fn remember(
        &self,
        world: &World,
        store: &Store,
        text: &AcceptedEpisode,
        graph: EpisodeGraph,
    ) {
        store.accept(std::slice::from_ref(text)).await.unwrap();
        let claim = world.claim(store).await.unwrap();
        assert_eq!(claim.episodes.len(), 1);
        let mut settlement = world.settlement(store, &claim).await;
        let revision = settlement.graph().advance_space(text.space).await.unwrap();
        let mut completed = world.completed(&claim.episodes[0]);
        completed.revision = revision.unwrap();
        completed.graph = graph;
        assert!(settlement.complete_episode(completed));
        settlement.release().await.unwrap();
    }

    /// Puts statements and says what supports them, in a change of its own.
    pub(crate) async fn derive(
        &self,
        store: &Store,
        statements: &[Statement],
        support: &[(EpisodeId, u32, Option<StatementId>)],
    ) {
        let mut change = store
            .begin_change(self.person.user, LeaseToken::new(&Environment::system()))
            .await
            .unwrap();
        let revision = self.revision(&mut change).await;
        let (graph, space) = (change.graph(), self.person.space);
        let put = graph.put_statements(space, revision, statements).await;
        put.unwrap();
        graph.support(space, revision, support).await.unwrap();
        change.commit().await.unwrap();
    }

    pub(crate) async fn revision(&self, change: &mut Change) -> Revision {
        let revision = change.graph().advance_space(self.person.space).await;
        revision.unwrap().unwrap()
    }
}

/// Everybody whose name begins with an M could be the same.
fn of_family_m(entity: Entity) -> NewEntity {
    let family = entity.name.starts_with('M').then(|| "m".to_owned());
    NewEntity { entity, family }
}
