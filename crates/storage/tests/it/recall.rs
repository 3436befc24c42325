use recollect_model::{EpisodeId, Object, StatementId};

use crate::harness::{Person, TestDatabase, World, on_both_engines};
use crate::memory::{insert, says};

on_both_engines! {
    async fn episodes_come_in_the_order_in_which_they_are_asked_for(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bodies: Vec<String> = (0..300).map(|n| n.to_string()).collect();
        let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
        let texts = world.accept(&store, ann, &bodies).await;
        world.process_all(&store).await;
        let mut ids: Vec<_> = texts.iter().rev().map(|text| text.episode).collect();
        ids.insert(1, EpisodeId::new(&world.environment));
        ids.push(ids[0]);
        let episodes = store.episodes(ann.user, &ids).await.unwrap();
        let read: Vec<_> = episodes.iter().map(|episode| episode.body.as_str()).collect();
        let expected: Vec<_> = bodies.iter().rev().copied().collect();
        assert_eq!(read, expected);
        let first = &episodes[0];
        assert_eq!((first.log, first.space, first.source.as_str()), (texts[299].log, ann.space, "test"));
        assert_eq!(store.episodes(ann.user, &[]).await.unwrap(), []);
    }

    async fn statements_come_with_names_and_with_the_episodes_that_support_them(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["Zoë lives in Lisbon.", "Zoë still does.", "Zoë is tall."]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        let revision = settlement.graph().advance_space(ann.space).await.unwrap().unwrap();
        let (zoe, lisbon) = (world.entity("Zoë"), world.entity("Lisbon"));
        let lives = world.statement(zoe.id, Object::Entity(lisbon.id));
        let mut tall = world.statement(zoe.id, Object::Value("tall".to_owned()));
        tall.invalid_at = Some(world.in_ms(5));
        insert(settlement.graph(), ann.space, revision, &[zoe, lisbon]).await;
        settlement.graph().put_statements(ann.space, revision, &[lives.clone(), tall.clone()]).await.unwrap();
        let mut support = Vec::new();
        for (episode, statement) in claim.episodes.iter().zip([&lives, &lives, &tall]) {
            let mut completed = world.completed(episode);
            completed.revision = revision;
            completed.graph.claims = vec![says(statement); 2];
            support.extend([0, 1].map(|number| (episode.id, number, Some(statement.id))));
            settlement.complete_episode(completed);
        }
        settlement.write_completed().await.unwrap();
        settlement.graph().support(ann.space, revision, &support).await.unwrap();
        settlement.release().await.unwrap();

        let ids = [tall.id, StatementId::new(&world.environment), lives.id];
        let recalled = store.statements(ann.user, ann.space, &ids).await.unwrap();
        assert_eq!(recalled.len(), 2);
        assert_eq!(recalled[0].statement, tall);
        assert_eq!((recalled[0].subject_name.as_str(), recalled[0].object_name.as_str()), ("Zoë", "tall"));
        assert_eq!(recalled[0].evidence, [texts[2].episode]);
        assert_eq!(recalled[1].statement, lives);
        assert_eq!((recalled[1].subject_name.as_str(), recalled[1].object_name.as_str()), ("Zoë", "Lisbon"));
        assert_eq!(recalled[1].evidence, [texts[0].episode, texts[1].episode]);

        let work = Person { space: world.space(&store, ann.user, "Work").await, ..ann };
        assert_eq!(store.statements(work.user, work.space, &ids).await.unwrap(), []);
    }

    async fn of_a_statement_often_repeated_the_newest_twenty_episodes_are_told(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let texts = world.accept(&store, ann, &["again"; 45]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        let revision = settlement.graph().advance_space(ann.space).await.unwrap().unwrap();
        let zoe = world.entity("Zoë");
        let often = world.statement(zoe.id, Object::Value("tall".to_owned()));
        let seldom = world.statement(zoe.id, Object::Value("old".to_owned()));
        insert(settlement.graph(), ann.space, revision, &[zoe]).await;
        let statements = [often.clone(), seldom.clone()];
        settlement.graph().put_statements(ann.space, revision, &statements).await.unwrap();
        let mut support = Vec::new();
        for (n, episode) in claim.episodes.iter().enumerate() {
            let mut completed = world.completed(episode);
            completed.revision = revision;
            // Two places in one episode are one episode.
            completed.graph.claims = vec![says(&often), says(&often)];
            support.extend([0, 1].map(|number| (episode.id, number, Some(often.id))));
            if n == 0 {
                completed.graph.claims.push(says(&seldom));
                support.push((episode.id, 2, Some(seldom.id)));
            }
            settlement.complete_episode(completed);
        }
        settlement.write_completed().await.unwrap();
        settlement.graph().support(ann.space, revision, &support).await.unwrap();
        settlement.release().await.unwrap();

        let recalled = store.statements(ann.user, ann.space, &[often.id, seldom.id]).await.unwrap();
        let newest: Vec<_> = texts[25..].iter().map(|text| text.episode).collect();
        assert_eq!(recalled[0].evidence, newest);
        assert_eq!(recalled[1].evidence, [texts[0].episode]);
    }

    async fn nothing_asked_for_is_answered_without_the_database(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        store.close().await;
        assert_eq!(store.episodes(ann.user, &[]).await.unwrap(), []);
        assert_eq!(store.statements(ann.user, ann.space, &[]).await.unwrap(), []);
    }
}
