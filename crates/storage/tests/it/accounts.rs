use recollect_model::{
    ApiKey, ApiKeyId, ApiKeyToken, AuditAction, AuditEntry, EmailAddress, Maker, NamedBy, Scopes,
    TokenHash,
};
use recollect_storage::StorageError;

use crate::harness::{TestDatabase, World, on_both_engines};

fn created(world: &World) -> AuditEntry {
    entry(world, AuditAction::KeyCreated)
}

pub(crate) fn entry(world: &World, action: AuditAction) -> AuditEntry {
    AuditEntry {
        action,
        subject: "laptop".to_owned(),
        address: Some("192.0.2.1".parse().unwrap()),
        at: world.now(),
    }
}

fn key(world: &World, token: &ApiKeyToken) -> ApiKey {
    ApiKey {
        id: ApiKeyId::new(&world.environment),
        name: "laptop".to_owned(),
        hash: token.hash(),
        hint: token.hint(),
        scopes: Scopes::all(),
        created_at: world.now(),
        expires_at: None,
        last_used_at: None,
        made_by: Maker::default(),
    }
}

on_both_engines! {
    async fn an_account_has_a_default_space(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let account = store.account(ann.user).await.unwrap().unwrap();
        assert_eq!((account.email.as_str(), account.name.as_str()), ("ann@example.org", "ann"));
        assert_eq!(account.created_at, world.now());
        let spaces = store.spaces(ann.user).await.unwrap();
        assert_eq!(spaces.len(), 1);
        assert!(spaces[0].is_default);
        assert_eq!(spaces[0].name, "Personal");
    }

    async fn an_address_has_one_account_however_many_ask_for_it_at_once(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let email: EmailAddress = "ann@example.org".parse().unwrap();
        let mut asking = tokio::task::JoinSet::new();
        for _ in 0..8 {
            let (store, email) = (store.clone(), email.clone());
            let environment = world.environment.clone();
            asking.spawn(async move {
                store.ensure_account(&email, "ann", &environment).await.unwrap().id
            });
        }
        let ids = asking.join_all().await;
        assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
        assert_eq!(store.spaces(ids[0]).await.unwrap().len(), 1);
    }

    async fn a_token_tells_whose_it_is_until_it_is_revoked_or_expires(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let token = ApiKeyToken::new(&world.environment);
        store.insert_api_key(ann.user, &key(&world, &token), &created(&world)).await.unwrap();

        let caller = store.caller_of(&token.hash(), world.now()).await.unwrap();
        assert_eq!(caller.map(|caller| caller.user), Some(ann.user));
        let other = TokenHash::of("rc_pat_another");
        assert_eq!(store.caller_of(&other, world.now()).await.unwrap(), None);

        let expiry = world.in_ms(1_000).as_microsecond();
        database.execute(&format!("UPDATE api_keys SET expires_at = {expiry}")).await;
        assert!(store.caller_of(&token.hash(), world.in_ms(999)).await.unwrap().is_some());
        assert!(store.caller_of(&token.hash(), world.in_ms(1_000)).await.unwrap().is_none());

        database.execute("UPDATE api_keys SET expires_at = NULL, revoked_at = 1").await;
        assert!(store.caller_of(&token.hash(), world.now()).await.unwrap().is_none());
    }

    async fn the_same_token_cannot_be_two_keys(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let token = ApiKeyToken::new(&world.environment);
        store.insert_api_key(ann.user, &key(&world, &token), &created(&world)).await.unwrap();
        let again = store.insert_api_key(ann.user, &key(&world, &token), &created(&world)).await;
        assert!(matches!(again, Err(StorageError::AlreadyExists { .. })), "{again:?}");
    }

    async fn keys_are_listed_and_revoked_by_their_owner_alone(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let (ann, bob) = (world.person(&store, "ann").await, world.person(&store, "bob").await);
        let token = ApiKeyToken::new(&world.environment);
        let key = key(&world, &token);
        store.insert_api_key(ann.user, &key, &created(&world)).await.unwrap();
        assert_eq!(store.api_keys(ann.user).await.unwrap(), std::slice::from_ref(&key));
        assert_eq!(store.api_key(ann.user, key.id).await.unwrap(), Some(key.clone()));
        assert_eq!(store.api_keys(bob.user).await.unwrap(), []);
        assert_eq!(store.api_key(bob.user, key.id).await.unwrap(), None);
        let revoked = entry(&world, AuditAction::KeyRevoked);
        assert!(!store.revoke_api_key(bob.user, key.id, &revoked).await.unwrap());
        assert!(store.caller_of(&token.hash(), world.now()).await.unwrap().is_some());
        assert!(store.revoke_api_key(ann.user, key.id, &revoked).await.unwrap());
        assert!(!store.revoke_api_key(ann.user, key.id, &revoked).await.unwrap(), "only once");
        assert!(store.caller_of(&token.hash(), world.now()).await.unwrap().is_none());
        assert_eq!(store.api_keys(ann.user).await.unwrap(), []);
        let trail = store.audit(ann.user, None, 10).await.unwrap();
        let actions: Vec<_> = trail.iter().map(|(number, entry)| (*number, entry.action)).collect();
        assert_eq!(actions, [(2, AuditAction::KeyRevoked), (1, AuditAction::KeyCreated)]);
        assert_eq!(store.audit(bob.user, None, 10).await.unwrap(), []);
    }

    async fn a_person_can_be_called_otherwise(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let (ann, bob) = (world.person(&store, "ann").await, world.person(&store, "bob").await);
        let mut renamed = store.account(ann.user).await.unwrap().unwrap();
        assert_eq!((renamed.named_by, renamed.time_zone.as_deref()), (NamedBy::Address, None));
        renamed.name = "Ann B.".to_owned();
        renamed.named_by = NamedBy::Person;
        renamed.also_called = vec!["Annie".to_owned(), "Ann Berg".to_owned()];
        renamed.time_zone = Some("Europe/Berlin".to_owned());
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        change.update_person(&renamed).await.unwrap();
        change.record_audit(&created(&world)).await.unwrap();
        change.commit().await.unwrap();
        assert_eq!(store.account(ann.user).await.unwrap(), Some(renamed.clone()));
        assert_eq!((renamed.name.as_str(), renamed.email.as_str()), ("Ann B.", "ann@example.org"));
        assert_eq!(store.account(bob.user).await.unwrap().unwrap().name, "bob");
    }

    async fn many_acts_of_one_kind_push_out_none_of_another(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        store.record_audit(ann.user, &entry(&world, AuditAction::LoggedIn)).await.unwrap();
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        for _ in 0..1_100 {
            change.record_audit(&entry(&world, AuditAction::EntitiesMerged)).await.unwrap();
        }
        change.commit().await.unwrap();
        let trail = store.audit(ann.user, None, 5_000).await.unwrap();
        let count = |action| trail.iter().filter(|(_, entry)| entry.action == action).count();
        assert_eq!(count(AuditAction::LoggedIn), 1);
        assert_eq!(count(AuditAction::EntitiesMerged), 1_000);
        let numbers: Vec<u64> = trail.iter().map(|(seq, _)| *seq).collect();
        assert!(numbers.is_sorted_by(|newer, older| newer > older));
        assert_eq!(numbers[0], 1_101);
    }
}
