//! What is forgotten leaves nothing behind.

use recollect_model::{CharRange, EntityKind, EntityLink, LinkReason, LogId, Revision};

use crate::harness::{TestDatabase, World, bodies, on_both_engines};
use crate::memory::Memory;

on_both_engines! {
    async fn a_forgotten_episode_takes_its_claims_and_mentions_with_it(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let before = store.revision(ann.user, ann.space).await.unwrap().unwrap();
        let [first, second] = &memory.texts;
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let forgotten = change.forget_log(first.log).await.unwrap().unwrap();
        assert_eq!((forgotten.space, forgotten.log), (ann.space, first.log));
        assert!(forgotten.was_processed);
        assert_eq!((forgotten.claims, forgotten.mentions), (1, 2));
        let slots: Vec<_> = forgotten.touched.slots.iter().collect();
        assert_eq!(slots, [&memory.in_lisbon.slot]);
        // Mel spoke; the claim is about Melanie, as it was written.
        let mut named = [memory.melanie.id, memory.mel.id, memory.lisbon.id];
        named.sort();
        let touched: Vec<_> = forgotten.touched.entities.iter().copied().collect();
        assert_eq!(touched, named);

        let graph = change.graph();
        let mut orphans = graph.orphans(ann.space, &touched).await.unwrap();
        orphans.sort();
        let mut expected = [memory.mel.id, memory.lisbon.id];
        expected.sort();
        assert_eq!(orphans, expected);
        let revision = graph.advance_space(ann.space).await.unwrap().unwrap();
        assert_eq!(revision, Revision(before.0 + 1));
        graph.remove_entities(ann.space, revision, &orphans).await.unwrap();
        graph.remove_statements(ann.space, revision, &[memory.in_lisbon.id]).await.unwrap();
        change.commit().await.unwrap();

        assert_eq!(store.log(ann.user, first.log).await.unwrap(), None);
        assert_eq!(store.episode(ann.user, first.episode).await.unwrap(), None);
        assert!(store.episode(ann.user, second.episode).await.unwrap().is_some());
        let changes = store.changes_since(ann.user, ann.space, before, 10).await.unwrap().unwrap();
        assert_eq!((changes.to, changes.complete), (revision, true));
        assert_eq!(changes.removed_episodes, [first.episode]);
        let mut removed = changes.removed_entities.clone();
        removed.sort();
        assert_eq!(removed, expected);
        assert_eq!(changes.removed_statements, [memory.in_lisbon.id]);
        assert_eq!((changes.episodes.len(), changes.mentions.len(), changes.evidence.len()), (0, 0, 0));
        let all = store.changes_since(ann.user, ann.space, Revision(0), 10).await.unwrap().unwrap();
        assert_eq!((all.episodes.len(), all.entities.len(), all.statements.len()), (1, 2, 1));
    }

    async fn what_was_removed_long_ago_is_told_to_nobody_any_more(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let before = store.revision(ann.user, ann.space).await.unwrap().unwrap();
        let [first, second] = &memory.texts;
        let forget = async |log| {
            let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
            change.forget_log(log).await.unwrap().unwrap();
            change.commit().await.unwrap();
        };
        forget(first.log).await;
        let changes = async |from| store.changes_since(ann.user, ann.space, from, 10).await.unwrap().unwrap();
        let is_forgotten = async |since| store.is_forgotten_since(ann.user, ann.space, since).await.unwrap();
        assert_eq!(changes(before).await.removed_episodes, [first.episode]);
        assert!(is_forgotten(before).await);
        // Many revisions later nothing is kept for an index that stands where that one did.
        database.execute("UPDATE spaces SET revision = 8191").await;
        assert!(is_forgotten(before).await, "whoever is so far behind must not go on");
        forget(second.log).await;
        assert_eq!(changes(before).await.removed_episodes, [second.episode]);
        assert_eq!(store.mark(ann.user, ann.space, before).await.unwrap().unwrap(), "", "and is built anew");
        assert!(is_forgotten(Revision(8191)).await && !is_forgotten(Revision(8192)).await);
    }

    async fn a_statement_that_keeps_other_evidence_is_told_with_all_of_it(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let [first, second] = &memory.texts;
        let both = [(first.episode, 0, Some(memory.in_porto.id))];
        memory.derive(&store, &[], &both).await;
        let before = store.revision(ann.user, ann.space).await.unwrap().unwrap();
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        change.forget_log(first.log).await.unwrap().unwrap();
        change.commit().await.unwrap();
        let changes = store.changes_since(ann.user, ann.space, before, 10).await.unwrap().unwrap();
        assert_eq!(changes.statements, std::slice::from_ref(&memory.in_porto));
        let evidence: Vec<_> = changes.evidence.iter().map(|e| (e.statement, e.episode)).collect();
        assert_eq!(evidence, [(memory.in_porto.id, second.episode)]);
    }

    async fn votes_and_links_of_a_forgotten_episode_are_taken_back(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let text = world.text(ann, "Mel is short for Melanie.");
        let mut graph = memory.graph(&[&memory.mel, &memory.lisbon]);
        graph.mentions[1].kind = EntityKind::Place;
        let link = EntityLink {
            left: memory.mel.id,
            right: memory.porto.id,
            is_same: true,
            reason: LinkReason::Stated,
            said: Some((text.episode, CharRange { start: 1, end: 2 })),
        };
        graph.links = vec![link, link];
        memory.remember(&world, &store, &text, graph).await;
        let ids = [memory.lisbon.id, memory.porto.id];
        let links = store.entity_links(ann.user, ann.space, &ids).await.unwrap();
        assert_eq!(links, [link]);

        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let forgotten = change.forget_log(text.log).await.unwrap().unwrap();
        assert!(forgotten.touched.entities.contains(&memory.porto.id));
        let votes = change.graph().kind_votes(ann.space, &[memory.lisbon.id]).await.unwrap();
        assert_eq!(votes, [(memory.lisbon.id, EntityKind::Person, 1)]);
        change.commit().await.unwrap();
        assert_eq!(store.entity_links(ann.user, ann.space, &ids).await.unwrap(), []);
        let lisbon = store.entity(ann.user, memory.lisbon.id).await.unwrap().unwrap();
        assert_eq!(lisbon.listed.mentions, 1);
    }

    async fn a_text_that_waits_is_forgotten_with_its_place_in_the_queue(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["1", "2"]).await;
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let forgotten = change.forget_log(texts[0].log).await.unwrap().unwrap();
        assert!(!forgotten.was_processed);
        assert_eq!(change.forget_log(texts[0].log).await.unwrap(), None);
        let unknown = LogId::new(&world.environment);
        assert_eq!(change.forget_log(unknown).await.unwrap(), None);
        change.commit().await.unwrap();
        assert_eq!(store.log(ann.user, texts[0].log).await.unwrap(), None);
        assert_eq!(store.revision(ann.user, ann.space).await.unwrap(), Some(Revision(0)));
        assert_eq!(store.queued(ann.user).await.unwrap(), 1);
        assert_eq!(bodies(&world.claim(&store).await.unwrap()), ["2"]);
    }

    async fn a_text_forgotten_while_it_is_processed_leaves_nothing(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["1", "2"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        change.forget_log(texts[0].log).await.unwrap().unwrap();
        change.commit().await.unwrap();

        let mut settlement = world.settlement(&store, &claim).await;
        let revision = settlement.graph().advance_space(ann.space).await.unwrap().unwrap();
        let [first, second] = &claim.episodes[..] else { unreachable!("two were claimed") };
        for (episode, is_kept) in [(first, false), (second, true)] {
            let mut completed = world.completed(episode);
            completed.revision = revision;
            assert_eq!(settlement.complete_episode(completed), is_kept);
        }
        settlement.release().await.unwrap();
        let changes = store.changes_since(ann.user, ann.space, Revision(0), 10).await.unwrap().unwrap();
        let ids: Vec<_> = changes.episodes.iter().map(|episode| episode.id).collect();
        assert_eq!((ids, changes.removed_episodes.len()), (vec![texts[1].episode], 0));
        assert_eq!(store.queued(ann.user).await.unwrap(), 0);
    }

    async fn a_text_that_failed_can_be_forgotten(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["bad"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        settlement.fail_episode(texts[0].log, "no words in it", world.now());
        settlement.release().await.unwrap();
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        assert!(!change.forget_log(texts[0].log).await.unwrap().unwrap().was_processed);
        change.commit().await.unwrap();
        assert_eq!(store.log(ann.user, texts[0].log).await.unwrap(), None);
    }
}
