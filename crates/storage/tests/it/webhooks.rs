//! Deliveries are written with their events, go out in order, and are recorded once.

use recollect_model::{
    AuditAction, AuditEntry, DeliveryId, DeliveryKind, DeliveryState, EventDetail, EventKind,
    NewEvent, Webhook, WebhookId, WebhookSecret,
};
use recollect_storage::{
    ClaimedDelivery, Disabling, EndedAttempt, Page, Store, Verdict, WebhookChange, WebhookLane,
};

use crate::harness::{Person, TestDatabase, World, on_both_engines};

const ALL: Page = Page::first(100);

impl World {
    fn audit(&self, action: AuditAction) -> AuditEntry {
        AuditEntry {
            action,
            subject: "example.org".to_owned(),
            address: None,
            at: self.now(),
        }
    }

    async fn webhook(
        &self,
        store: &Store,
        person: Person,
        events: Option<Vec<EventKind>>,
    ) -> WebhookId {
        let webhook = Webhook {
            id: WebhookId::new(&self.environment),
            url: "https://example.org/hook".to_owned(),
            description: None,
            events,
            secret: WebhookSecret::new(&self.environment),
            previous_secret: None,
            is_enabled: true,
            disabled: None,
            failing_since: None,
            created_at: self.now(),
            updated_at: self.now(),
        };
        let audit = self.audit(AuditAction::WebhookCreated);
        let inserted = store.insert_webhook(person.user, &webhook, 3, &audit).await;
        assert!(inserted.unwrap());
        let kept = store.webhook(person.user, webhook.id).await.unwrap();
        assert_eq!(kept, Some(webhook.clone()));
        webhook.id
    }

    fn event(&self, person: Person, kind: EventKind) -> NewEvent {
        NewEvent {
            kind,
            space: person.space,
            log: None,
            episode: None,
            statement: None,
            at: self.now(),
        }
    }

    async fn happen(&self, store: &Store, person: Person, kinds: &[EventKind]) {
        let events: Vec<_> = kinds
            .iter()
            .map(|kind| (self.event(person, *kind), EventDetail::default()))
            .collect();
        let mut change = store.begin_change(person.user, self.token()).await.unwrap();
        change
            .graph()
            .record_detailed_events(&events)
            .await
            .unwrap();
        change.commit().await.unwrap();
    }

    /// A webhook of everything.
    pub(crate) async fn hook(&self, store: &Store, person: Person) -> WebhookId {
        self.webhook(store, person, None).await
    }

    /// An event of the person's memory.
    pub(crate) async fn something_happens(&self, store: &Store, person: Person) {
        self.happen(store, person, &[EpisodeCompleted]).await;
    }

    async fn due(&self, store: &Store) -> Option<ClaimedDelivery> {
        let until = self.in_ms(60_000);
        let claimed = store.claim_delivery(self.token(), self.now(), until, 8);
        claimed.await.unwrap()
    }

    fn ended(&self, verdict: Verdict) -> EndedAttempt {
        let error = (verdict != Verdict::Delivered).then(|| "answered 500".to_owned());
        EndedAttempt {
            started_at: self.now(),
            duration_ms: 7,
            status: Some(if error.is_some() { 500 } else { 200 }),
            error,
            verdict,
            disabling: None,
        }
    }

    async fn end(&self, store: &Store, claimed: &ClaimedDelivery, verdict: Verdict) -> bool {
        let ended = self.ended(verdict);
        let recorded = store.end_attempt(claimed, &ended, self.now());
        recorded.await.unwrap()
    }
}

use EventKind::{EpisodeCompleted, EpisodeDeleted, EpisodeFailed};

on_both_engines! {
    async fn each_webhook_is_told_what_it_chose_and_only_its_owners_events(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let (ann, bob) = (world.person(&store, "ann").await, world.person(&store, "bob").await);
        let all = world.webhook(&store, ann, None).await;
        let failures = world.webhook(&store, ann, Some(vec![EpisodeFailed])).await;
        let bobs = world.webhook(&store, bob, None).await;
        world.happen(&store, ann, &[EpisodeCompleted, EpisodeFailed]).await;
        world.happen(&store, ann, &[EpisodeDeleted]).await;
        let told = store.deliveries(ann.user, all, None, ALL).await.unwrap();
        let told: Vec<_> = told.items.iter().rev().map(|one| (one.sequence, one.event_sequence, one.kind)).collect();
        assert_eq!(told, [
            (1, Some(1), DeliveryKind::Event(EpisodeCompleted)),
            (2, Some(2), DeliveryKind::Event(EpisodeFailed)),
            (3, Some(3), DeliveryKind::Event(EpisodeDeleted)),
        ]);
        let told = store.deliveries(ann.user, failures, None, ALL).await.unwrap();
        assert_eq!((told.total, told.items[0].sequence, told.items[0].event_sequence), (1, 1, Some(2)));
        assert!(told.items[0].body.contains(&told.items[0].id.to_string()));
        assert_eq!(store.deliveries(bob.user, bobs, None, ALL).await.unwrap().total, 0);
        assert_eq!(store.deliveries(bob.user, all, None, ALL).await.unwrap().total, 0);
        assert_eq!(store.delivery(bob.user, all, told.items[0].id).await.unwrap(), None);
        assert!(!store.replay_delivery(bob.user, failures, told.items[0].id, world.now()).await.unwrap());
        assert_eq!(store.webhook(bob.user, all).await.unwrap(), None);
        let audit = world.audit(AuditAction::WebhookDeleted);
        assert!(!store.delete_webhook(bob.user, all, &audit).await.unwrap());
        let change = WebhookChange { url: Some("https://bob.example/".to_owned()), ..WebhookChange::default() };
        let changed = store.update_webhook(bob.user, all, &change, &audit, world.now()).await;
        assert_eq!(changed.unwrap(), None);
        let test = DeliveryId::new(&world.environment);
        assert_eq!(store.insert_test_delivery(bob.user, all, test, world.now()).await.unwrap(), None);
    }

    async fn deliveries_of_a_change_that_is_dropped_were_never_there(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let webhook = world.webhook(&store, ann, None).await;
        let mut change = store.begin_change(ann.user, world.token()).await.unwrap();
        let event = world.event(ann, EpisodeCompleted);
        change.graph().record_events(&[event]).await.unwrap();
        drop(change);
        assert_eq!(store.deliveries(ann.user, webhook, None, ALL).await.unwrap().total, 0);
        assert_eq!(world.due(&store).await, None);
    }

    async fn first_attempts_are_in_order_and_one_at_a_time(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let webhook = world.webhook(&store, ann, None).await;
        world.happen(&store, ann, &[EpisodeCompleted; 3]).await;
        let first = world.due(&store).await.unwrap();
        assert_eq!((first.lane, first.tries), (WebhookLane::First, 0));
        assert_eq!(world.due(&store).await, None);
        world.happen(&store, ann, &[EpisodeDeleted]).await;
        assert_eq!(world.due(&store).await, None);
        // It fails: the next goes out, and the failed one beside it when its time has come.
        assert!(world.end(&store, &first, Verdict::TryAgain(world.in_ms(5_000))).await);
        let second = world.due(&store).await.unwrap();
        assert!(second.id != first.id && second.lane == WebhookLane::First);
        assert_eq!(world.due(&store).await, None);
        world.clock.advance_ms(5_000);
        let again = world.due(&store).await.unwrap();
        assert_eq!((again.id, &again.body, again.tries), (first.id, &first.body, 1));
        assert!(world.end(&store, &again, Verdict::Delivered).await);
        assert!(world.end(&store, &second, Verdict::Exhausted).await);
        let mut order = Vec::new();
        while let Some(next) = world.due(&store).await {
            order.push(next.kind);
            world.end(&store, &next, Verdict::Delivered).await;
        }
        assert_eq!(order, [DeliveryKind::Event(EpisodeCompleted), DeliveryKind::Event(EpisodeDeleted)]);
        let state = Some(DeliveryState::Exhausted);
        let exhausted = store.deliveries(ann.user, webhook, state, ALL).await.unwrap();
        assert_eq!((exhausted.total, exhausted.items[0].id), (1, second.id));
        let delivered = store.delivery(ann.user, webhook, first.id).await.unwrap().unwrap();
        assert_eq!((delivered.state, delivered.attempts), (DeliveryState::Delivered, 2));
        let recent: Vec<_> = delivered.recent.iter().map(|one| (one.number, one.status, one.error.is_some())).collect();
        assert_eq!(recent, [(2, Some(200), false), (1, Some(500), true)]);
        assert_eq!(store.next_delivery_at().await.unwrap(), None);
    }

    async fn what_a_lost_worker_had_is_sent_again_and_its_result_does_not_count(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let webhook = world.webhook(&store, ann, None).await;
        world.happen(&store, ann, &[EpisodeCompleted, EpisodeFailed]).await;
        let lost = world.due(&store).await.unwrap();
        world.clock.advance_ms(60_000);
        let taken_over = world.due(&store).await.unwrap();
        assert_eq!((taken_over.id, &taken_over.body), (lost.id, &lost.body));
        assert!(!world.end(&store, &lost, Verdict::Delivered).await);
        assert_eq!(store.delivery(ann.user, webhook, lost.id).await.unwrap().unwrap().attempts, 0);
        assert!(world.end(&store, &taken_over, Verdict::Delivered).await);
        // An embedded server that starts anew has nobody else to wait for.
        let next = world.due(&store).await.unwrap();
        store.release_all_leases().await.unwrap();
        assert_eq!(world.due(&store).await.unwrap().id, next.id);
    }

    async fn lanes_take_turns_and_a_user_has_only_so_many(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let (ann, bob) = (world.person(&store, "ann").await, world.person(&store, "bob").await);
        for person in [ann, ann, ann, bob] {
            world.webhook(&store, person, None).await;
        }
        world.happen(&store, ann, &[EpisodeCompleted; 2]).await;
        world.happen(&store, bob, &[EpisodeCompleted; 2]).await;
        let mut users = Vec::new();
        for _ in 0..4 {
            let until = world.in_ms(60_000);
            let claimed = store.claim_delivery(world.token(), world.now(), until, 2).await.unwrap();
            users.extend(claimed.map(|claimed| claimed.user));
        }
        users.sort();
        let mut expected = [ann.user, ann.user, bob.user];
        expected.sort();
        assert_eq!(users, expected);
    }

    async fn no_more_webhooks_than_allowed(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        for _ in 0..3 {
            world.webhook(&store, ann, None).await;
        }
        let webhook = store.webhooks(ann.user, ALL).await.unwrap().items.remove(0);
        let one_more = Webhook { id: WebhookId::new(&world.environment), ..webhook };
        let audit = world.audit(AuditAction::WebhookCreated);
        assert!(!store.insert_webhook(ann.user, &one_more, 3, &audit).await.unwrap());
        assert_eq!(store.webhooks(ann.user, ALL).await.unwrap().total, 3);
        assert_eq!(store.audit(ann.user, None, 10).await.unwrap().len(), 3);
        assert!(store.delete_webhook(ann.user, one_more.id, &audit).await.is_ok_and(|gone| !gone));
    }

    async fn a_disabled_webhook_waits_and_what_it_missed_can_be_replayed(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let webhook = world.webhook(&store, ann, None).await;
        world.happen(&store, ann, &[EpisodeCompleted; 2]).await;
        let claimed = world.due(&store).await.unwrap();
        let mut ended = world.ended(Verdict::Exhausted);
        ended.disabling = Some(Disabling {
            if_failing_since: Some(world.in_ms(-1)),
            reason: "it only failed".to_owned(),
            audit: world.audit(AuditAction::WebhookDisabled),
        });
        // It has not been failing for so long.
        store.end_attempt(&claimed, &ended, world.now()).await.unwrap();
        assert!(store.webhook(ann.user, webhook).await.unwrap().unwrap().is_enabled);
        let claimed = world.due(&store).await.unwrap();
        world.clock.advance_ms(10);
        ended.disabling.as_mut().unwrap().if_failing_since = Some(world.now());
        ended.verdict = Verdict::TryAgain(world.in_ms(1));
        store.end_attempt(&claimed, &ended, world.now()).await.unwrap();
        let disabled = store.webhook(ann.user, webhook).await.unwrap().unwrap();
        assert!(!disabled.is_enabled);
        assert_eq!(disabled.disabled.unwrap().reason, "it only failed");
        let trail = store.audit(ann.user, None, 1).await.unwrap();
        assert_eq!(trail[0].1.action, AuditAction::WebhookDisabled);
        world.clock.advance_ms(10);
        assert_eq!(world.due(&store).await, None);
        assert_eq!(store.next_delivery_at().await.unwrap(), None);

        world.happen(&store, ann, &[EpisodeDeleted]).await;
        let state = Some(DeliveryState::Exhausted);
        let missed = store.deliveries(ann.user, webhook, state, ALL).await.unwrap().items.remove(0);
        assert_eq!((missed.sequence, missed.attempts, missed.error.as_deref()), (3, 0, Some("the webhook was disabled")));
        let enable = WebhookChange { is_enabled: Some(true), ..WebhookChange::default() };
        let audit = world.audit(AuditAction::WebhookChanged);
        let enabled = store.update_webhook(ann.user, webhook, &enable, &audit, world.now()).await.unwrap().unwrap();
        assert!(enabled.is_enabled && enabled.disabled.is_none() && enabled.failing_since.is_none());
        // What waited goes on by itself; what was missed when it is asked for.
        let waited = world.due(&store).await.unwrap();
        assert_eq!(waited.id, claimed.id);
        world.end(&store, &waited, Verdict::Delivered).await;
        assert_eq!(world.due(&store).await, None);
        assert!(store.replay_delivery(ann.user, webhook, missed.id, world.now()).await.unwrap());
        let replayed = world.due(&store).await.unwrap();
        assert_eq!((replayed.id, &replayed.body), (missed.id, &missed.body));

        // Its owner does not want to be told: nothing is kept.
        let disable = WebhookChange { is_enabled: Some(false), ..WebhookChange::default() };
        store.update_webhook(ann.user, webhook, &disable, &audit, world.now()).await.unwrap();
        world.happen(&store, ann, &[EpisodeDeleted]).await;
        assert_eq!(store.deliveries(ann.user, webhook, None, ALL).await.unwrap().total, 3);
    }

    async fn a_replaced_secret_is_kept_for_a_while(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let webhook = world.webhook(&store, ann, None).await;
        let before = store.webhook(ann.user, webhook).await.unwrap().unwrap().secret;
        let audit = world.audit(AuditAction::WebhookSecretRotated);
        for secret in [before.clone(), WebhookSecret::of_text("plain words").unwrap()] {
            let is_same = secret == before;
            let change = WebhookChange { secret: Some((secret.clone(), world.in_ms(1_000))), ..WebhookChange::default() };
            let changed = store.update_webhook(ann.user, webhook, &change, &audit, world.now()).await;
            let changed = changed.unwrap().unwrap();
            assert_eq!(changed.secret, secret);
            assert_eq!(changed.previous_secret.is_none(), is_same);
        }
        world.happen(&store, ann, &[EpisodeCompleted]).await;
        let claimed = world.due(&store).await.unwrap();
        assert_eq!(claimed.secret.reveal(), "plain words");
        assert_eq!(claimed.previous_secret.unwrap().secret, before);
    }

    async fn old_deliveries_go_a_few_at_a_time_and_those_that_wait_stay(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let webhook = world.webhook(&store, ann, None).await;
        world.happen(&store, ann, &[EpisodeCompleted; 4]).await;
        for _ in 0..3 {
            let claimed = world.due(&store).await.unwrap();
            world.end(&store, &claimed, Verdict::Delivered).await;
        }
        assert_eq!(store.remove_old_deliveries(world.now(), 2).await.unwrap(), 0);
        world.clock.advance_ms(1);
        assert_eq!(store.remove_old_deliveries(world.now(), 2).await.unwrap(), 2);
        assert_eq!(store.remove_old_deliveries(world.now(), 2).await.unwrap(), 1);
        assert_eq!(store.deliveries(ann.user, webhook, None, ALL).await.unwrap().total, 1);
    }

    async fn a_webhook_goes_with_everything_on_its_way(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let webhook = world.webhook(&store, ann, None).await;
        world.happen(&store, ann, &[EpisodeCompleted; 2]).await;
        let claimed = world.due(&store).await.unwrap();
        let audit = world.audit(AuditAction::WebhookDeleted);
        assert!(store.delete_webhook(ann.user, webhook, &audit).await.unwrap());
        assert!(!world.end(&store, &claimed, Verdict::Delivered).await);
        assert_eq!(world.due(&store).await, None);
        world.happen(&store, ann, &[EpisodeCompleted]).await;
        assert_eq!(store.delivery(ann.user, webhook, claimed.id).await.unwrap(), None);
    }

    async fn workers_and_events_at_the_same_time_lose_and_double_nothing(database: &TestDatabase) {
        let (world, store) = (World::new(), database.store().await);
        let ann = world.person(&store, "ann").await;
        let webhook = world.webhook(&store, ann, None).await;
        let happening = async {
            for _ in 0..30 {
                world.happen(&store, ann, &[EpisodeCompleted]).await;
            }
        };
        let working = || async {
            let mut order = Vec::new();
            for _ in 0..2_000 {
                if let Some(claimed) = world.due(&store).await {
                    order.push(claimed.id);
                    assert!(world.end(&store, &claimed, Verdict::Delivered).await);
                }
                let delivered = store.deliveries(ann.user, webhook, Some(DeliveryState::Delivered), Page::first(1));
                if delivered.await.unwrap().total == 30 {
                    break;
                }
                tokio::task::yield_now().await;
            }
            order
        };
        let ((), one, other) = tokio::join!(happening, working(), working());
        assert_eq!(one.len() + other.len(), 30);
        let all = store.deliveries(ann.user, webhook, None, ALL).await.unwrap().items;
        assert!(all.iter().all(|one| one.attempts == 1));
    }
}
