//! The rows of the graph, as settlements and changes find and leave them.

use recollect_model::{
    CharRange, EntityId, EntityKey, EntityKind, EntityLink, LinkReason, Modality, Object,
    Precision, Relation, Revision, Slot, Statement, StatementId,
};

use crate::harness::{Person, TestDatabase, World, on_both_engines};
use crate::memory::{Memory, says};

fn link(left: EntityId, right: EntityId) -> EntityLink {
    EntityLink {
        left,
        right,
        is_same: true,
        reason: LinkReason::Asked,
        said: None,
    }
}

on_both_engines! {
    async fn entities_are_found_by_id_by_family_and_by_what_they_are_part_of(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let graph = change.graph();
        let unknown = EntityId::new(&world.environment);
        let found = graph.entities(ann.space, &[memory.mel.id, unknown]).await.unwrap();
        assert_eq!(found, std::slice::from_ref(&memory.mel));
        let canonical = [memory.melanie.id, memory.lisbon.id];
        let members = graph.members_of(ann.space, &canonical).await.unwrap();
        assert_eq!(members, std::slice::from_ref(&memory.mel));
        let families = ["m".to_owned(), "x".to_owned()];
        let mut found = graph.entities_in_families(ann.space, &families).await.unwrap();
        found.sort_by_key(|entity| entity.name.len());
        assert_eq!(found, [memory.mel.clone(), memory.melanie.clone()]);
        let keys = [EntityKey::of_name("MEL"), EntityKey::of_name("nobody")];
        let found = graph.entities_by_key(ann.space, &keys).await.unwrap();
        assert_eq!(found, std::slice::from_ref(&memory.mel));
    }

    async fn an_entity_changes_its_name_its_kind_and_what_it_is_part_of(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let revision = memory.revision(&mut change).await;
        let mut mel = memory.mel.clone();
        mel.name = "MEL".to_owned();
        mel.kind = EntityKind::Animal;
        mel.part_of = None;
        let mut lisbon = memory.lisbon.clone();
        lisbon.part_of = Some(memory.porto.id);
        let changed = [mel, lisbon];
        change.graph().update_entities(ann.space, revision, &changed).await.unwrap();
        change.commit().await.unwrap();
        let ids = changed.each_ref().map(|entity| entity.id);
        let mut found = store.entities(ann.user, ann.space, &ids).await.unwrap();
        found.sort_by_key(|entity| entity.name.len());
        assert_eq!(found, changed);
    }

    async fn a_family_may_have_a_name_of_any_length(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let revision = change.graph().advance_space(ann.space).await.unwrap().unwrap();
        let long = "Ünïque".repeat(3_000);
        let entity = world.entity("somebody");
        let new = recollect_storage::NewEntity { entity: entity.clone(), family: Some(long.clone()) };
        let graph = change.graph();
        graph.insert_entities(ann.space, revision, &[new]).await.unwrap();
        assert_eq!(graph.entities_in_families(ann.space, &[long]).await.unwrap(), [entity]);
        let other = "Ünïque".repeat(3_001);
        assert_eq!(graph.entities_in_families(ann.space, &[other]).await.unwrap(), []);
    }

    async fn links_are_found_from_either_end_and_each_is_kept_once(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let [melanie, mel, lisbon] = [&memory.melanie, &memory.mel, &memory.lisbon].map(|e| e.id);
        let said = EntityLink {
            is_same: false,
            reason: LinkReason::Stated,
            said: Some((memory.texts[0].episode, CharRange { start: 3, end: 9 })),
            ..link(mel, lisbon)
        };
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let graph = change.graph();
        let links = [link(melanie, mel), said, said, link(melanie, mel)];
        graph.insert_links(ann.space, &links).await.unwrap();
        graph.insert_links(ann.space, &links).await.unwrap();
        assert_eq!(graph.links_of(ann.space, &[melanie]).await.unwrap(), [link(melanie, mel)]);
        assert_eq!(graph.links_of(ann.space, &[lisbon]).await.unwrap(), [said]);
        assert_eq!(graph.links_of(ann.space, &[mel, melanie, mel]).await.unwrap().len(), 2);

        graph.remove_links(ann.space, (mel, melanie), LinkReason::Stated).await.unwrap();
        assert_eq!(graph.links_of(ann.space, &[melanie]).await.unwrap().len(), 1);
        graph.remove_links(ann.space, (mel, melanie), LinkReason::Asked).await.unwrap();
        assert_eq!(graph.links_of(ann.space, &[melanie]).await.unwrap(), []);
        change.commit().await.unwrap();
        assert_eq!(store.entity_links(ann.user, ann.space, &[mel, lisbon]).await.unwrap(), [said]);
    }

    async fn every_mention_is_a_vote_on_what_its_entity_is(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let text = world.text(ann, "Lisbon, that is, Lisbon.");
        let mut graph = memory.graph(&[&memory.lisbon, &memory.lisbon, &memory.lisbon]);
        graph.mentions[1].kind = EntityKind::Place;
        graph.mentions[2].kind = EntityKind::Place;
        memory.remember(&world, &store, &text, graph).await;
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let (lisbon, porto) = (memory.lisbon.id, memory.porto.id);
        let mut votes = change.graph().kind_votes(ann.space, &[lisbon, porto]).await.unwrap();
        votes.sort();
        let mut expected = [
            (lisbon, EntityKind::Person, 2),
            (lisbon, EntityKind::Place, 2),
            (porto, EntityKind::Person, 1),
        ];
        expected.sort();
        assert_eq!(votes, expected);
    }

    async fn a_claim_is_kept_as_it_was_said(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        world.clock.advance_ms(50);
        let mut text = world.text(ann, "Sam says that Mel might have liked fado until May.");
        text.reference_time = "2025-02-01T10:00:00+02:00".parse().unwrap();
        let (mut claim, _) = says(&memory.in_lisbon);
        claim.proposition.object = Object::Value("fado".to_owned());
        claim.proposition.is_negated = true;
        claim.proposition.modality = Modality::Possible;
        claim.proposition.attributed_to = Some(memory.porto.id);
        claim.from = Some(world.in_ms(1));
        claim.until = Some(world.in_ms(2));
        claim.precision = Some(Precision::PartOfDay);
        claim.is_additional = true;
        claim.is_correction = true;
        // A slot may be longer than an index takes, and differ from another only at its end.
        let long = |end: &str| Slot("Ünïque".repeat(2_000) + end);
        let mut graph = memory.graph(&[]);
        graph.claims = vec![(claim.clone(), long("a")), (claim.clone(), long("b"))];
        memory.remember(&world, &store, &text, graph).await;

        let found = store.claims_of_slots(ann.user, ann.space, &[long("b"), long("c")]).await.unwrap();
        assert_eq!(found.len(), 1);
        let (slot, said) = &found[0];
        assert_eq!((slot, said.episode, said.number), (&long("b"), text.episode, 1));
        assert_eq!((said.said_at, said.recorded_at), (text.reference_time.instant(), world.now()));
        assert_eq!(said.claim, claim);
    }

    async fn claims_are_found_by_whomever_they_are_about(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let text = world.text(ann, "Melanie says that Melanie likes Melanie.");
        let (mut claim, slot) = says(&memory.in_lisbon);
        claim.proposition.object = Object::Entity(memory.melanie.id);
        claim.proposition.attributed_to = Some(memory.melanie.id);
        let mut graph = memory.graph(&[]);
        graph.claims = vec![(claim.clone(), slot.clone())];
        claim.proposition.subject = memory.mel.id;
        claim.proposition.object = Object::Value("fado".to_owned());
        graph.claims.push((claim, Slot("fado".to_owned())));
        memory.remember(&world, &store, &text, graph).await;

        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let graph = change.graph();
        let about = graph.claims_about(ann.space, &[memory.melanie.id]).await.unwrap();
        // Two of the memory, and each of these once.
        assert_eq!(about.len(), 4);
        let about = graph.claims_about(ann.space, &[memory.lisbon.id]).await.unwrap();
        assert_eq!(about.len(), 1);
        assert_eq!((about[0].1.episode, &about[0].0), (memory.texts[0].episode, &slot));

        let moved = Slot("elsewhere".to_owned());
        let claims = [(text.episode, 0, moved.clone()), (text.episode, 9, moved.clone())];
        graph.move_claims(ann.space, &claims).await.unwrap();
        let found = graph.claims_of_slots(ann.space, std::slice::from_ref(&moved)).await.unwrap();
        assert_eq!((found.len(), found[0].1.number), (1, 0));
        let left = graph.claims_of_slots(ann.space, &[slot]).await.unwrap();
        assert_eq!(left.len(), 2);
    }

    async fn a_batch_sees_its_own_claims_before_it_is_committed(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        world.accept(&store, ann, &["1", "2"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        let revision = settlement.graph().advance_space(ann.space).await.unwrap().unwrap();
        let slot = memory.in_lisbon.slot.clone();
        for (n, episode) in claim.episodes.iter().enumerate() {
            let mut completed = world.completed(episode);
            completed.revision = revision;
            completed.graph.claims = vec![says(&memory.in_lisbon)];
            settlement.complete_episode(completed);
            settlement.write_completed().await.unwrap();
            let seen = settlement.graph().claims_of_slots(ann.space, std::slice::from_ref(&slot));
            assert_eq!(seen.await.unwrap().len(), 3 + n);
        }
        settlement.release().await.unwrap();
        let found = store.claims_of_slots(ann.user, ann.space, &[slot]).await.unwrap();
        assert_eq!(found.len(), 4);
    }

    async fn an_episode_whose_graph_is_written_cannot_be_settled_otherwise(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["1"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        let mut completed = world.completed(&claim.episodes[0]);
        completed.revision = settlement.graph().advance_space(ann.space).await.unwrap().unwrap();
        settlement.complete_episode(completed);
        settlement.write_completed().await.unwrap();
        settlement.fail_episode(texts[0].log, "too late", world.now());
        let refused = settlement.release().await;
        assert!(matches!(refused, Err(recollect_storage::StorageError::Internal { .. })), "{refused:?}");
        world.complete(&store, &claim).await;
    }

    async fn a_statement_is_kept_as_it_was_put_and_put_again(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let mut all = memory.in_lisbon.clone();
        all.slot = Slot("fado".to_owned());
        all.proposition.object = Object::Value("fado".to_owned());
        all.proposition.relation = Relation::Likes.into();
        all.proposition.is_negated = true;
        all.proposition.modality = Modality::Wished;
        all.proposition.attributed_to = Some(memory.porto.id);
        all.phrase = "be fond of".to_owned();
        all.fact = "She is fond of it.".to_owned();
        all.invalid_at = Some(world.in_ms(7));
        all.precision = Some(Precision::Decade);
        all.closed_by = Some(memory.texts[1].episode);
        let nothing = Statement {
            id: StatementId::new(&world.environment),
            valid_at: None,
            ..memory.in_porto.clone()
        };
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let revision = memory.revision(&mut change).await;
        let graph = change.graph();
        let put = [all.clone(), nothing.clone()];
        graph.put_statements(ann.space, revision, &put).await.unwrap();
        let slots = [all.slot.clone(), Slot("none".to_owned())];
        assert_eq!(graph.statements_of_slots(ann.space, &slots).await.unwrap(), [all]);
        let slots = [nothing.slot.clone()];
        let mut found = graph.statements_of_slots(ann.space, &slots).await.unwrap();
        found.sort_by_key(|statement| statement.id);
        let mut expected = [memory.in_porto, nothing];
        expected.sort_by_key(|statement| statement.id);
        assert_eq!(found, expected);
    }

    async fn from_the_claims_of_a_removed_statement_nothing_follows(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let revision = memory.revision(&mut change).await;
        let ids = [memory.in_lisbon.id, StatementId::new(&world.environment)];
        change.graph().remove_statements(ann.space, revision, &ids).await.unwrap();
        change.commit().await.unwrap();
        let claims = store.episode_claims(ann.user, memory.texts[0].episode, 9).await.unwrap();
        assert_eq!((claims.len(), claims[0].1), (1, None));
        let changes = store.changes_since(ann.user, ann.space, Revision(0), 10).await.unwrap();
        // What was never there did not go.
        assert_eq!(changes.unwrap().removed_statements, [memory.in_lisbon.id]);
    }

    async fn a_change_that_is_dropped_has_not_happened(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let before = store.changes_since(ann.user, ann.space, Revision(0), 10).await.unwrap();
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let revision = memory.revision(&mut change).await;
        let graph = change.graph();
        graph.remove_entities(ann.space, revision, &[memory.mel.id]).await.unwrap();
        graph.remove_statements(ann.space, revision, &[memory.in_lisbon.id]).await.unwrap();
        change.forget_log(memory.texts[0].log).await.unwrap().unwrap();
        drop(change);
        let after = store.changes_since(ann.user, ann.space, Revision(0), 10).await.unwrap();
        assert_eq!(after, before);
    }

    async fn rows_of_one_space_are_not_touched_from_another(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let before = store.changes_since(ann.user, ann.space, Revision(0), 10).await.unwrap();
        let work = Person { space: world.space(&store, ann.user, "Work").await, ..ann };
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let revision = change.graph().advance_space(work.space).await.unwrap().unwrap();
        let (graph, space) = (change.graph(), work.space);
        let mut stranger = memory.mel.clone();
        stranger.name = "stranger".to_owned();
        graph.update_entities(space, revision, &[stranger]).await.unwrap();
        graph.remove_entities(space, revision, &[memory.mel.id]).await.unwrap();
        let claim = (memory.texts[0].episode, 0);
        graph.support(space, revision, &[(claim.0, claim.1, None)]).await.unwrap();
        graph.move_claims(space, &[(claim.0, claim.1, Slot("x".to_owned()))]).await.unwrap();
        let mut statement = memory.in_lisbon.clone();
        statement.fact = "stolen".to_owned();
        graph.put_statements(space, revision, &[statement]).await.unwrap();
        graph.remove_statements(space, revision, &[memory.in_lisbon.id]).await.unwrap();
        assert_eq!(graph.kind_votes(space, &[memory.mel.id]).await.unwrap(), []);
        assert_eq!(graph.orphans(space, &[memory.mel.id]).await.unwrap(), []);
        change.commit().await.unwrap();
        let after = store.changes_since(ann.user, ann.space, Revision(0), 10).await.unwrap();
        assert_eq!(after, before);
    }

    async fn a_deleted_space_takes_its_graph_with_it(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let work = Person { space: world.space(&store, ann.user, "Work").await, ..ann };
        let memory = Memory::of(&world, &store, work).await;
        let deleted = store.delete_space(ann.user, work.space).await.unwrap().unwrap();
        assert_eq!((deleted.episodes, deleted.entities, deleted.statements), (2, 4, 2));
        assert_eq!(store.entity(ann.user, memory.mel.id).await.unwrap(), None);
        let claims = store.episode_claims(ann.user, memory.texts[0].episode, 9).await.unwrap();
        assert_eq!(claims, []);
    }
}
