//! Looking around in a memory.

use recollect_model::{
    Entity, EntityId, EntityKind, LogStatus, NamedPlaces, Object, RelationName, Statement,
    StatementId,
};
use recollect_storage::{AsOf, EntityFilter, Page, Side, StatementFilter, Store, TimelineFilter};

use crate::harness::{Person, TestDatabase, World, on_both_engines};
use crate::memory::{Memory, insert, says};

const ALL: Page = Page::first(100);

async fn names(
    store: &Store,
    person: Person,
    words: &str,
    kind: Option<EntityKind>,
) -> Vec<String> {
    let filter = EntityFilter {
        words: words.to_owned(),
        kind,
    };
    let found = store
        .find_entities(person.user, &[person.space], &filter, ALL)
        .await
        .unwrap();
    assert_eq!(found.total, found.items.len() as u64);
    found
        .items
        .into_iter()
        .map(|listed| listed.entity.name)
        .collect()
}

fn ids(statements: &[Statement]) -> Vec<StatementId> {
    statements.iter().map(|statement| statement.id).collect()
}

on_both_engines! {
    async fn an_entity_is_shown_with_its_other_names(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        for id in [memory.melanie.id, memory.mel.id] {
            let detail = store.entity(ann.user, id).await.unwrap().unwrap();
            assert_eq!((&detail.listed.entity, detail.listed.space), (&memory.melanie, ann.space));
            assert_eq!(detail.listed.mentions, 2);
            assert_eq!(detail.aliases.len(), 1);
            assert_eq!((&detail.aliases[0].entity, detail.aliases[0].mentions), (&memory.mel, 1));
        }
        let unknown = EntityId::new(&world.environment);
        assert_eq!(store.entity(ann.user, unknown).await.unwrap(), None);
    }

    async fn entities_are_found_by_words_of_any_of_their_names(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let more = ["New York City", "100% wool_mix", "Ümit Öz"].map(|name| world.entity(name));
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let revision = memory.revision(&mut change).await;
        insert(change.graph(), ann.space, revision, &more).await;
        change.commit().await.unwrap();
        let text = world.text(ann, "New York City, New York City.");
        memory.remember(&world, &store, &text, memory.graph(&[&more[0]; 3])).await;

        // The most mentioned first: three times, twice by two names, once, once, never.
        let all = names(&store, ann, "", None).await;
        assert_eq!(&all[..2], ["New York City", "Melanie"]);
        assert_eq!(all.len(), 6);
        assert_eq!(names(&store, ann, "MEL", None).await, ["Melanie"]);
        assert_eq!(names(&store, ann, "ci new", None).await, ["New York City"]);
        assert_eq!(names(&store, ann, "ork", None).await, [""; 0]);
        assert_eq!(names(&store, ann, "öz ü", None).await, ["Ümit Öz"]);
        // What a pattern would take for a wildcard is a character like any other.
        assert_eq!(names(&store, ann, "100%", None).await, ["100% wool_mix"]);
        assert_eq!(names(&store, ann, "wool_", None).await, ["100% wool_mix"]);
        assert_eq!(names(&store, ann, "m_l", None).await, [""; 0]);
        assert_eq!(names(&store, ann, "\\", None).await, [""; 0]);
        assert_eq!(names(&store, ann, "mel", Some(EntityKind::Place)).await, [""; 0]);
        assert_eq!(names(&store, ann, &"x ".repeat(10_000), None).await, [""; 0]);

        let page = Page { offset: 1, limit: 2 };
        let filter = EntityFilter::default();
        let spaces = [ann.space];
        let found = store.find_entities(ann.user, &spaces, &filter, page).await.unwrap();
        assert_eq!((found.total, found.items.len()), (6, 2));
        assert_eq!((found.items[0].entity.id, found.items[0].mentions), (memory.melanie.id, 2));
        let beyond = Page { offset: 99, limit: 2 };
        let found = store.find_entities(ann.user, &spaces, &filter, beyond).await.unwrap();
        assert_eq!((found.total, found.items.len()), (6, 0));
        let nowhere = store.find_entities(ann.user, &[], &filter, page).await.unwrap();
        assert_eq!(nowhere.total, 0);
    }

    async fn a_sentence_is_told_with_present_names_unless_another_one_took_its_place(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let sentence = "Mel, Melanie's friend, lives in Porto.";
        let names = [("Mel", memory.mel.id), ("Porto", memory.porto.id)].map(|(name, id)| (name.to_owned(), id));
        let named = Statement {
            fact: sentence.to_owned(), names: NamedPlaces::find(sentence, &names), ..memory.in_porto.clone()
        };
        // A program of the last release knows the sentence alone.
        let other = Statement {
            fact: "She is Mel.".to_owned(), names: named.names.clone(), ..memory.in_lisbon.clone()
        };
        memory.derive(&store, &[named.clone(), other.clone()], &[]).await;
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let revision = memory.revision(&mut change).await;
        let oporto = Entity { name: "Oporto".to_owned(), ..memory.porto.clone() };
        change.graph().update_entities(ann.space, revision, &[oporto]).await.unwrap();
        change.commit().await.unwrap();
        let told = store.statements(ann.user, ann.space, &[named.id, other.id]).await.unwrap();
        let told: Vec<&str> = told.iter().map(|one| one.statement.fact.as_str()).collect();
        assert_eq!(told, ["Melanie, Melanie's friend, lives in Oporto.", "She is Mel."]);
    }

    async fn statements_about_an_entity_are_told_as_of_any_time(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let closed = Statement { invalid_at: Some(world.in_ms(1_000)), ..memory.in_lisbon.clone() };
        let later = Statement { recorded_at: world.in_ms(50), ..memory.in_porto.clone() };
        let mut before = world.statement(memory.lisbon.id, Object::Entity(memory.melanie.id));
        before.proposition.relation = RelationName::of("misses");
        before.proposition.attributed_to = Some(memory.mel.id);
        before.valid_at = None;
        before.invalid_at = Some(world.in_ms(-5));
        memory.derive(&store, &[closed.clone(), later.clone(), before.clone()], &[]).await;
        let told = async |filter: StatementFilter| {
            let found = store.entity_statements(ann.user, ann.space, memory.melanie.id, &filter, ALL);
            let found = found.await.unwrap();
            assert_eq!(found.total, found.items.len() as u64);
            found.items.into_iter().map(|recalled| recalled.statement.id).collect::<Vec<_>>()
        };
        let as_of = |valid_at, recorded_at| StatementFilter {
            as_of: AsOf { valid_at, recorded_at }, ..StatementFilter::default()
        };
        let [lisbon, porto, missing] = [closed.id, later.id, before.id];
        assert_eq!(told(StatementFilter::default()).await, [missing, lisbon, porto]);
        assert_eq!(told(as_of(Some(world.in_ms(-6)), None)).await, [missing]);
        assert_eq!(told(as_of(Some(world.in_ms(-5)), None)).await, []);
        assert_eq!(told(as_of(Some(world.in_ms(999)), None)).await, [lisbon]);
        assert_eq!(told(as_of(Some(world.in_ms(1_000)), None)).await, [porto]);
        assert_eq!(told(as_of(None, Some(world.in_ms(49)))).await, [missing, lisbon]);
        assert_eq!(told(as_of(Some(world.in_ms(2_000)), Some(world.in_ms(49)))).await, []);
        let of = |side, relation: Option<&str>| StatementFilter {
            side, relation: relation.map(str::to_owned), ..StatementFilter::default()
        };
        assert_eq!(told(of(Side::Subject, None)).await, [lisbon, porto]);
        assert_eq!(told(of(Side::Object, None)).await, [missing]);
        assert_eq!(told(of(Side::Either, Some("misses"))).await, [missing]);
        assert_eq!(told(of(Side::Subject, Some("misses"))).await, []);

        let page = Page { offset: 1, limit: 1 };
        let filter = StatementFilter::default();
        let found = store.entity_statements(ann.user, ann.space, memory.melanie.id, &filter, page);
        let found = found.await.unwrap();
        assert_eq!((found.total, found.items[0].statement.id), (3, lisbon));
        assert_eq!(found.items[0].evidence, [memory.texts[0].episode]);
        assert_eq!(found.items[0].attributed_name, None);
        let recalled = store.statements(ann.user, ann.space, &[missing]).await.unwrap();
        assert_eq!(recalled[0].attributed_name.as_deref(), Some("Mel"));
        assert_eq!((&*recalled[0].subject_name, &*recalled[0].object_name), ("Lisbon", "Melanie"));
    }

    async fn a_timeline_tells_what_began_when(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let mut ended = world.statement(memory.lisbon.id, Object::Value("old".to_owned()));
        ended.valid_at = None;
        ended.invalid_at = Some(world.in_ms(500));
        memory.derive(&store, std::slice::from_ref(&ended), &[]).await;
        let told = async |filter: TimelineFilter| {
            let found = store.timeline(ann.user, ann.space, &filter, ALL).await.unwrap();
            assert_eq!(found.total, found.items.len() as u64);
            found.items.into_iter().map(|recalled| recalled.statement.id).collect::<Vec<_>>()
        };
        let [lisbon, porto, ended] = [memory.in_lisbon.id, memory.in_porto.id, ended.id];
        let any = TimelineFilter::default();
        assert_eq!(told(any).await, [lisbon, ended, porto]);
        assert_eq!(told(TimelineFilter { from: Some(world.in_ms(1)), ..any }).await, [ended, porto]);
        assert_eq!(told(TimelineFilter { until: Some(world.in_ms(1_000)), ..any }).await, [lisbon, ended]);
        assert_eq!(told(TimelineFilter { entity: Some(memory.lisbon.id), ..any }).await, [lisbon, ended]);
        assert_eq!(told(TimelineFilter { recorded_at: Some(world.in_ms(-1)), ..any }).await, []);
    }

    async fn the_words_behind_a_statement_are_told_the_newest_first_kept(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let (lisbon, porto) = (memory.in_lisbon.id, memory.in_porto.id);
        let mut episodes = vec![memory.texts[0].episode];
        for _ in 0..3 {
            let text = world.text(ann, "Mel lives in Lisbon.");
            memory.remember(&world, &store, &text, memory.first_graph()).await;
            memory.derive(&store, &[], &[(text.episode, 0, Some(lisbon))]).await;
            episodes.push(text.episode);
        }
        let claims = store.claims_of_statements(ann.user, &[lisbon, porto], 2).await.unwrap();
        let of = |id| claims.iter().filter(move |(of, _)| *of == id).map(|(_, said)| said.episode);
        assert_eq!(of(lisbon).collect::<Vec<_>>(), episodes[2..]);
        assert_eq!(of(porto).collect::<Vec<_>>(), [memory.texts[1].episode]);
        let (_, said) = &claims[0];
        assert_eq!(said.claim, says(&memory.in_porto).0);
        assert_eq!(store.claims_of_statements(ann.user, &[], 2).await.unwrap(), []);
        // Each was said last in one place.
        let places = store.places_of_statements(ann.user, &[lisbon, porto]).await.unwrap();
        let of = |id| places.iter().filter(move |(of, _)| *of == id).map(|(_, place)| *place);
        assert_eq!(of(lisbon).map(|(episode, _)| episode).collect::<Vec<_>>(), episodes[3..]);
        assert_eq!(of(porto).collect::<Vec<_>>(), [(memory.texts[1].episode, said.claim.range)]);
    }

    async fn neighbours_are_joined_by_statements_between_entities(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let value = world.statement(memory.melanie.id, Object::Value("tall".to_owned()));
        let mut itself = world.statement(memory.melanie.id, Object::Entity(memory.melanie.id));
        itself.recorded_at = world.in_ms(9);
        memory.derive(&store, &[value, itself.clone()], &[]).await;
        let near = async |ids: &[EntityId], as_of, limit| {
            store.neighbourhood(ann.user, ann.space, ids, as_of, limit).await.unwrap()
        };
        let any = AsOf::default();
        let (melanie, lisbon) = (memory.melanie.id, memory.lisbon.id);
        let around = near(&[melanie], any, 9).await;
        assert_eq!((around.len(), around[0].id), (3, itself.id));
        assert_eq!(ids(&near(&[lisbon], any, 9).await), [memory.in_lisbon.id]);
        assert_eq!(near(&[melanie, lisbon], any, 9).await.len(), 3);
        assert_eq!(ids(&near(&[melanie, lisbon], any, 1).await), [itself.id]);
        let now = AsOf { valid_at: Some(world.now()), recorded_at: Some(world.now()) };
        assert_eq!(ids(&near(&[melanie], now, 9).await), [memory.in_lisbon.id]);
        assert_eq!(near(&[], any, 9).await, []);
        // Many are looked up in several steps; what two of them find is told once.
        let mut many: Vec<_> = (0..1_000).map(|_| EntityId::new(&world.environment)).collect();
        many[3] = lisbon;
        many[999] = melanie;
        assert_eq!(near(&many, any, 9).await.len(), 3);
        assert_eq!(near(&many, any, 2).await.len(), 2);
    }

    async fn a_space_is_drawn_by_its_heaviest_entities(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let any = AsOf::default();
        let spaces = [ann.space];
        let heaviest = store.find_entities(ann.user, &spaces, &EntityFilter::default(), Page::first(9)).await.unwrap().items;
        assert_eq!(heaviest.len(), 3);
        assert_eq!(heaviest[0].entity, memory.melanie);
        let ids: Vec<_> = heaviest.iter().map(|listed| listed.entity.id).collect();
        let between = async |space, ids: &[EntityId], as_of, most| {
            store.statements_between(ann.user, space, ids, as_of, most).await.unwrap()
        };
        assert_eq!(between(ann.space, &ids, any, 9).await.len(), 2);
        // Lisbon is no heavier than Porto, and comes before it by its id.
        assert_eq!(between(ann.space, &ids[..2], any, 9).await.len(), 1);
        assert_eq!(between(ann.space, &ids, any, 1).await.len(), 1);
        let now = AsOf { valid_at: Some(world.now()), recorded_at: None };
        let holding = between(ann.space, &ids, now, 9).await;
        let [only] = &holding[..] else { panic!("{holding:?}") };
        assert_eq!(only.statement, memory.in_lisbon);
        assert_eq!((only.subject_name.as_str(), only.object_name.as_str()), ("Melanie", "Lisbon"));
        assert_eq!(only.evidence, [memory.texts[0].episode]);
        let work = world.space(&store, ann.user, "Work").await;
        assert_eq!(between(work, &ids, any, 9).await, []);
        assert_eq!(between(ann.space, &[], any, 9).await, []);
        // Each with how many statements connect it with any, drawn or not.
        let three = [memory.melanie.id, memory.lisbon.id, memory.porto.id];
        let connections = async |as_of| {
            let counts = store.connection_counts(ann.user, ann.space, &three, as_of).await.unwrap();
            let of = |id| counts.iter().find(|(one, _)| *one == id).map_or(0, |(_, count)| *count);
            three.map(of)
        };
        assert_eq!(connections(any).await, [2, 1, 1]);
        assert_eq!(connections(now).await, [1, 1, 0]);
        assert_eq!(store.connection_counts(ann.user, work, &ids, any).await.unwrap(), []);
    }

    async fn as_many_entities_are_drawn_as_are_asked_for(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let entities: Vec<_> = (0..400).map(|n| world.entity(&format!("No. {n}"))).collect();
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let rows = change.graph();
        let revision = rows.advance_space(ann.space).await.unwrap().unwrap();
        insert(rows, ann.space, revision, &entities).await;
        change.commit().await.unwrap();
        let (spaces, page) = ([ann.space], Page::first(350));
        let drawn = store.find_entities(ann.user, &spaces, &EntityFilter::default(), page).await.unwrap();
        assert_eq!(drawn.items.len(), 350);
    }

    async fn an_episode_is_shown_with_what_was_understood_of_it(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let [first, second] = &memory.texts;
        let detail = store.episode(ann.user, first.episode).await.unwrap().unwrap();
        assert_eq!((detail.episode.body.as_str(), detail.seq), ("Mel lives in Lisbon.", 1));
        assert_eq!((detail.kind, detail.accepted_at), (first.kind, first.accepted_at));
        assert_eq!(detail.status, LogStatus::Completed);
        assert_eq!((&*detail.embedder, &*detail.extractor), ("test-embedder", "test-extractor"));
        assert_eq!(detail.passages, memory.first_graph().passages);
        let claims = store.episode_claims(ann.user, first.episode, 9).await.unwrap();
        assert_eq!((claims.len(), claims[0].1), (1, Some(memory.in_lisbon.id)));
        assert_eq!(claims[0].0.claim, says(&memory.in_lisbon).0);
        let mentions = store.episode_mentions(ann.user, first.episode, 9).await.unwrap();
        let named: Vec<_> = mentions.iter().map(|(_, entity)| entity).collect();
        assert_eq!(named, [&memory.mel, &memory.lisbon]);
        assert_eq!(mentions[1].0.range.start, 5);
        assert_eq!(store.episode_mentions(ann.user, first.episode, 1).await.unwrap().len(), 1);
        assert_eq!(store.episode_claims(ann.user, first.episode, 0).await.unwrap().len(), 0);

        let naming = store.entity_episodes(ann.user, memory.melanie.id, ALL).await.unwrap();
        let naming: Vec<_> = naming.items.iter().map(|episode| episode.id).collect();
        assert_eq!(naming, [second.episode, first.episode]);
        let page = Page { offset: 1, limit: 5 };
        let naming = store.entity_episodes(ann.user, memory.melanie.id, page).await.unwrap();
        assert_eq!((naming.total, naming.items[0].id), (2, first.episode));
        let waiting = world.accept(&store, ann, &["waiting"]).await;
        let detail = store.episode(ann.user, waiting[0].episode).await.unwrap().unwrap();
        assert_eq!((detail.status, detail.episode.body.as_str()), (LogStatus::Pending, "waiting"));
        assert_eq!((&*detail.embedder, &*detail.extractor, detail.passages.len()), ("", "", 0));
    }

    async fn the_context_of_a_text_is_what_its_session_spoke_of_before(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let memory = Memory::of(&world, &store, ann).await;
        let context = async |session: &str, before, episodes| {
            let context = store.context(ann.user, ann.space, session, before, episodes).await.unwrap();
            let names = |entities: Vec<Entity>| {
                entities.into_iter().map(|entity| entity.name).collect::<Vec<_>>().join(" ")
            };
            (names(context.speakers), names(context.named))
        };
        let said = |speakers: &str, named: &str| (speakers.to_owned(), named.to_owned());
        assert_eq!(context("s1", 1, 9).await, said("", ""));
        assert_eq!(context("s1", 2, 9).await, said("Mel", "Mel Lisbon"));
        assert_eq!(context("s1", 3, 9).await, said("Mel Melanie", "Mel Lisbon Melanie Porto"));
        assert_eq!(context("s1", 3, 1).await, said("Melanie", "Melanie Porto"));
        assert_eq!(context("s2", 3, 9).await, said("", ""));
        let mut again = world.text(ann, "Lisbon again.");
        again.session = Some("s1".to_owned());
        let graph = memory.graph(&[&memory.mel, &memory.lisbon]);
        memory.remember(&world, &store, &again, graph).await;
        assert_eq!(context("s1", 4, 9).await, said("Melanie Mel", "Melanie Porto Mel Lisbon"));
    }
}
