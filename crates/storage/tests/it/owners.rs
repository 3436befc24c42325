//! Nobody sees or changes what is another's, whatever ids they know.

use recollect_model::{Object, Revision, Slot};
use recollect_storage::{AsOf, EntityFilter, Page, StatementFilter, TimelineFilter};

use crate::harness::{TestDatabase, World, on_both_engines};
use crate::memory::{Memory, insert, of_no_family, says};

on_both_engines! {
    async fn another_users_things_are_not_there(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let texts = world.accept(&store, ann, &["Ann's"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        let revision = settlement.graph().advance_space(ann.space).await.unwrap().unwrap();
        let entity = world.entity("Lisbon");
        let statement = world.statement(entity.id, Object::Value("old".to_owned()));
        insert(settlement.graph(), ann.space, revision, std::slice::from_ref(&entity)).await;
        settlement.graph().put_statements(ann.space, revision, std::slice::from_ref(&statement)).await.unwrap();
        let mut completed = world.completed(&claim.episodes[0]);
        completed.revision = revision;
        completed.graph.claims = vec![says(&statement)];
        settlement.complete_episode(completed);
        settlement.release().await.unwrap();
        world.accept(&store, ann, &["waiting"]).await;
        let claim = world.claim(&store).await.unwrap();

        assert_eq!(store.log(bob.user, texts[0].log).await.unwrap(), None);
        assert_eq!(store.episodes(bob.user, &[texts[0].episode]).await.unwrap(), []);
        assert_eq!(store.space(bob.user, ann.space).await.unwrap(), None);
        assert_eq!(store.revision(bob.user, ann.space).await.unwrap(), None);
        assert_eq!(store.changes_since(bob.user, ann.space, Revision(0), 9).await.unwrap(), None);
        assert_eq!(store.statements(bob.user, ann.space, &[statement.id]).await.unwrap(), []);
        assert_eq!(store.statements(bob.user, bob.space, &[statement.id]).await.unwrap(), []);
        assert_eq!(store.queued(bob.user).await.unwrap(), 0);
        assert!(store.spaces(bob.user).await.unwrap().iter().all(|space| space.id == bob.space));
        let renamed = store.update_space(bob.user, ann.space, Some("Bob's"), None, world.now());
        assert_eq!(renamed.await.unwrap(), None);
        assert_eq!(store.delete_space(bob.user, ann.space).await.unwrap(), None);
        assert!(!store.renew(bob.user, claim.token, world.in_ms(1)).await.unwrap());
        assert!(store.begin_settlement(bob.user, claim.token).await.unwrap().is_none());

        assert_eq!(store.space(ann.user, ann.space).await.unwrap().unwrap().name, "Personal");
        assert_eq!(store.statements(ann.user, ann.space, &[statement.id]).await.unwrap().len(), 1);
    }

    async fn a_settlement_reaches_only_its_own_users_spaces(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let bobs = world.accept(&store, bob, &["Bob's"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        let revision = settlement.graph().advance_space(bob.space).await.unwrap().unwrap();
        let entity = world.entity("Lisbon");
        insert(settlement.graph(), bob.space, revision, std::slice::from_ref(&entity)).await;
        let mut completed = world.completed(&claim.episodes[0]);
        completed.revision = revision;
        settlement.complete_episode(completed);
        settlement.release().await.unwrap();

        world.accept(&store, ann, &["Ann's"]).await;
        let claim = world.claim(&store).await.unwrap();
        let mut settlement = world.settlement(&store, &claim).await;
        assert_eq!(settlement.graph().advance_space(bob.space).await.unwrap(), None);
        let keys = [entity.key.clone()];
        assert_eq!(settlement.graph().entities_by_key(bob.space, &keys).await.unwrap(), []);
        assert!(!settlement.fail_episode(bobs[0].log, "not hers", world.now()));
        // A row that names another's space is refused by the database itself.
        let porto = [of_no_family(world.entity("Porto"))];
        assert!(settlement.graph().insert_entities(bob.space, revision, &porto).await.is_err());
    }

    async fn another_users_graph_cannot_be_read(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let memory = Memory::of(&world, &store, ann).await;
        let (episode, statement) = (memory.texts[0].episode, memory.in_lisbon.id);
        let (melanie, slots) = (memory.melanie.id, [memory.in_lisbon.slot.clone()]);
        let (page, as_of) = (Page::first(9), AsOf::default());
        // What the owner sees, and who else knows the ids does not: with their own space, and with the owner's.
        for (person, space, is_owner) in
            [(ann, ann.space, true), (bob, ann.space, false), (bob, bob.space, false)]
        {
            let user = person.user;
            let counts = [
                usize::from(store.entity(user, melanie).await.unwrap().is_some()),
                store.entities(user, space, &[melanie]).await.unwrap().len(),
                store.find_entities(user, &[space], &EntityFilter::default(), page).await.unwrap().items.len(),
                store.statements(user, space, &[statement]).await.unwrap().len(),
                store.entity_statements(user, space, melanie, &StatementFilter::default(), page).await.unwrap().items.len(),
                store.timeline(user, space, &TimelineFilter::default(), page).await.unwrap().items.len(),
                store.claims_of_statements(user, &[statement], 9).await.unwrap().len(),
                store.places_of_statements(user, &[statement]).await.unwrap().len(),
                store.claims_of_slots(user, space, &slots).await.unwrap().len(),
                store.neighbourhood(user, space, &[melanie], as_of, 9).await.unwrap().len(),
                store.statements_between(user, space, &[melanie, memory.lisbon.id], as_of, 9).await.unwrap().len(),
                store.connection_counts(user, space, &[melanie], as_of).await.unwrap().len(),
                store.entity_episodes(user, melanie, page).await.unwrap().items.len(),
                usize::from(store.episode(user, episode).await.unwrap().is_some()),
                store.episode_claims(user, episode, 9).await.unwrap().len(),
                store.episode_mentions(user, episode, 9).await.unwrap().len(),
                store.context(user, space, "s1", 9, 9).await.unwrap().named.len(),
                store.readings(user, space).await.unwrap().len(),
                store.slots_about(user, space, &[melanie]).await.unwrap().len(),
            ];
            assert!(counts.iter().all(|&count| (count > 0) == is_owner), "{counts:?}");
        }
        let (spaces, all) = ([ann.space, bob.space], EntityFilter::default());
        assert_eq!(store.find_entities(bob.user, &spaces, &all, page).await.unwrap().total, 0);
    }

    async fn another_users_graph_cannot_be_changed(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let bob = world.person(&store, "bob").await;
        let memory = Memory::of(&world, &store, ann).await;
        let before = store.changes_since(ann.user, ann.space, Revision(0), 9).await.unwrap();
        let episode = memory.texts[0].episode;
        let mut change = store.begin_change(bob.user, world.token()).await.unwrap();
        assert_eq!(change.graph().advance_space(ann.space).await.unwrap(), None);
        let revision = change.graph().advance_space(bob.space).await.unwrap().unwrap();
        assert_eq!(change.forget_log(memory.texts[0].log).await.unwrap(), None);
        let graph = memory.graph(&[]);
        let replaced = change.replace_episode_graph(episode, revision, &graph).await;
        assert_eq!(replaced.unwrap(), None);
        let (melanie, slots) = ([memory.melanie.id], [memory.in_lisbon.slot.clone()]);
        for space in [ann.space, bob.space] {
            let graph = change.graph();
            assert_eq!(graph.entities(space, &melanie).await.unwrap(), []);
            assert_eq!(graph.members_of(space, &melanie).await.unwrap(), []);
            assert_eq!(graph.entities_in_families(space, &["m".to_owned()]).await.unwrap(), []);
            assert_eq!(graph.links_of(space, &melanie).await.unwrap(), []);
            assert_eq!(graph.kind_votes(space, &melanie).await.unwrap(), []);
            assert_eq!(graph.orphans(space, &melanie).await.unwrap(), []);
            assert_eq!(graph.claims_of_slots(space, &slots).await.unwrap(), []);
            assert_eq!(graph.claims_about(space, &melanie).await.unwrap(), []);
            assert_eq!(graph.slots_about(space, &melanie).await.unwrap(), []);
            assert!(!graph.are_named_by_more(space, &melanie, 0).await.unwrap());
            assert_eq!(graph.statements_of_slots(space, &slots).await.unwrap(), []);
            graph.update_entities(space, revision, std::slice::from_ref(&memory.mel)).await.unwrap();
            graph.remove_entities(space, revision, &melanie).await.unwrap();
            graph.remove_statements(space, revision, &[memory.in_lisbon.id]).await.unwrap();
            graph.move_claims(space, &[(episode, 0, Slot("x".to_owned()))]).await.unwrap();
            graph.support(space, revision, &[(episode, 0, None)]).await.unwrap();
        }
        change.commit().await.unwrap();
        let after = store.changes_since(ann.user, ann.space, Revision(0), 9).await.unwrap();
        assert_eq!(after, before);
    }
}

const BY_SECRET: &str =
    "whoever knows the secret, or what it was hashed to, is its owner, who is found by it";
const BEFORE_LOGIN: &str = "nobody is logged in yet: the address or the browser is what is known";
const OF_CLIENTS: &str =
    "an application is nobody's: it is registered before anybody consents to it";
const OF_ITEMS: &str = "each of the items names its owner";
const LANES: &str = "which user is next is what is asked";
const HOUSEKEEPING: &str = "it looks for what is due of all users";
const OPERATING: &str = "whoever runs the service asks, on its machine";
const NODES: &str = "it is between the nodes of a service";
const STORE: &str = "it is about the database, and no row of anybody";

/// The calls whose first argument is no owner, each with the reason.
const UNSCOPED: [(&str, &str); 76] = [
    ("accept", OF_ITEMS),
    ("accept_unheld", OF_ITEMS),
    ("accept_within", OF_ITEMS),
    ("account_of", BEFORE_LOGIN),
    ("accounts_overview", OPERATING),
    ("backlog", OPERATING),
    ("caller_of", BY_SECRET),
    ("claim", LANES),
    ("claim_delivery", LANES),
    ("claim_written", LANES),
    ("client", OF_CLIENTS),
    ("client_of_document", OF_CLIENTS),
    ("close", STORE),
    ("code", BY_SECRET),
    ("connections", STORE),
    ("consent_for_device", OF_ITEMS),
    ("consent_with_code", OF_ITEMS),
    ("deleted_spaces", HOUSEKEEPING),
    ("deny_device", BY_SECRET),
    ("device", BY_SECRET),
    ("device_of_person", BY_SECRET),
    ("end_attempt", OF_ITEMS),
    ("engine_name", STORE),
    ("ensure_account", BEFORE_LOGIN),
    ("episodes_to_renew", HOUSEKEEPING),
    ("erase", STORE),
    ("erase_rest", STORE),
    ("imports_to_undo", HOUSEKEEPING),
    ("insert_device", BEFORE_LOGIN),
    ("insert_login_link", BEFORE_LOGIN),
    ("insert_passkey_challenge", BEFORE_LOGIN),
    ("insert_signing_key", STORE),
    ("interrupt_imports", HOUSEKEEPING),
    ("is_data_dir_served", STORE),
    ("is_encrypted", STORE),
    ("is_in", STORE),
    ("is_shared", STORE),
    ("keep_client", OF_CLIENTS),
    ("limit_counts_elsewhere", NODES),
    ("lock_data_dir", STORE),
    ("log_in", BEFORE_LOGIN),
    ("login_link", BY_SECRET),
    ("next_delivery_at", LANES),
    ("next_ready_at", LANES),
    ("note_poll", BY_SECRET),
    ("open", STORE),
    ("open_encrypted", STORE),
    ("open_within", STORE),
    (
        "outside_user",
        "whose subject it is of another issuer is what is asked",
    ),
    ("owner_of_log", OPERATING),
    ("owner_of_space", OPERATING),
    ("ping", STORE),
    ("probe", STORE),
    ("record_uses", OF_ITEMS),
    ("refresh_token", BY_SECRET),
    ("release_all_leases", LANES),
    ("remove_expired_logins", HOUSEKEEPING),
    ("remove_old_deliveries", HOUSEKEEPING),
    ("remove_old_idempotency_keys", HOUSEKEEPING),
    ("remove_replaced_logs", HOUSEKEEPING),
    ("remove_replaced_versions", HOUSEKEEPING),
    ("room", STORE),
    ("rotate_master", OPERATING),
    ("rotate_master_in", OPERATING),
    ("session_of", BY_SECRET),
    ("signing_keys", STORE),
    ("statement_limit", STORE),
    ("suspended", HOUSEKEEPING),
    ("take_passkey_challenge", BY_SECRET),
    ("tell_limit_counts", NODES),
    ("trouble", STORE),
    ("use_code", BY_SECRET),
    ("use_device", BY_SECRET),
    ("use_refresh_token", BY_SECRET),
    ("users_to_follow", HOUSEKEEPING),
    ("users_with_expired_texts", HOUSEKEEPING),
];

/// The names of the public calls of a store whose first argument is no owner.
fn unscoped(source: &str) -> Vec<String> {
    let blocks = source.split("\nimpl Store {").skip(1);
    let blocks = blocks.filter_map(|block| block.split("\n}").next());
    let mut found = Vec::new();
    for call in blocks.flat_map(|block| block.split("\n    pub ").skip(1)) {
        let Some((_, call)) = call.split_once("fn ") else {
            continue;
        };
        let (name, arguments) = call.split_once('(').unwrap();
        let arguments = arguments
            .trim_start()
            .trim_start_matches("&self")
            .trim_start_matches([',', ' ', '\n']);
        let (first, _) = arguments.split_once([',', ')']).unwrap();
        let is_owner = first.split_once(": ").is_some_and(|(_, of)| of == "UserId");
        if !is_owner {
            found.push(name.split('<').next().unwrap().to_owned());
        }
    }
    found
}

#[test]
fn every_call_without_an_owner_has_its_reason() {
    let sources =
        crate::lookups::sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let mut found: Vec<String> = sources
        .iter()
        .flat_map(|(_, source)| unscoped(source))
        .collect();
    found.sort();
    let listed: Vec<&str> = UNSCOPED.iter().map(|(name, _)| *name).collect();
    assert_eq!(found, listed, "left: the sources; right: UNSCOPED");
}
