//! Delivering: in order, on its schedule, at least once, and to each what is its own.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use recollect_engine::{
    Deliveries, DeliveryStep, Engine, NewWebhook, Page, Settings, WebhookUpdate,
};
use recollect_model::{AuditAction, Delivery, DeliveryState, Webhook};
use recollect_outbound::{Answer, Body, Exchange, Failure, Request};

use crate::support::{Memory, scripted};

const ALL: Page = Page::first(1_000);

/// A door that leads nowhere: it answers what it is told to, and keeps what it was sent.
#[derive(Default)]
struct ScriptedDoor {
    answers: Mutex<VecDeque<Result<u16, Failure>>>,
    sent: Mutex<Vec<Request>>,
}

#[async_trait]
impl Exchange for ScriptedDoor {
    async fn exchange(&self, request: &Request) -> Result<Answer, Failure> {
        self.sent.lock().unwrap().push(request.clone());
        let answer = self.answers.lock().unwrap().pop_front();
        answer.unwrap_or(Ok(200)).map(|status| Answer {
            status,
            ..Answer::default()
        })
    }
}

/// A memory whose events are delivered through a scripted door.
struct World {
    memory: Memory,
    door: Arc<ScriptedDoor>,
    outbox: Deliveries,
}

impl World {
    async fn new() -> Self {
        let mut memory = Memory::new().await;
        let door = Arc::new(ScriptedDoor::default());
        memory.engine = Engine::new(
            memory.store.clone(),
            scripted(),
            memory.environment.clone(),
            Settings::default(),
        )
        .with_door(door.clone());
        let outbox = memory.engine.outbox().unwrap();
        Self {
            memory,
            door,
            outbox,
        }
    }

    fn engine(&self) -> &Engine {
        &self.memory.engine
    }

    async fn webhook(&self) -> Webhook {
        let asked = NewWebhook {
            url: "https://example.com/hook".to_owned(),
            ..NewWebhook::default()
        };
        let created = self.engine().create_webhook(self.memory.user, asked, None);
        created.await.unwrap()
    }

    fn will_answer(&self, answers: impl IntoIterator<Item = Result<u16, Failure>>) {
        self.door.answers.lock().unwrap().extend(answers);
    }

    /// Delivers what is due; what each turn came to.
    async fn deliver(&self) -> Vec<DeliveryStep> {
        let mut steps = Vec::new();
        loop {
            match self.outbox.step().await.unwrap() {
                DeliveryStep::Idle => return steps,
                step => steps.push(step),
            }
        }
    }

    fn wait_s(&self, seconds: f64) {
        self.memory.clock.advance_ms((seconds * 1_000.0) as i64);
    }

    async fn deliveries(&self, webhook: &Webhook) -> Vec<Delivery> {
        let found = self
            .engine()
            .deliveries(self.memory.user, webhook.id, None, ALL);
        let mut deliveries = found.await.unwrap().items;
        deliveries.reverse();
        deliveries
    }

    async fn now(&self, webhook: &Webhook) -> Webhook {
        let found = self.engine().webhook(self.memory.user, webhook.id);
        found.await.unwrap()
    }

    fn sent(&self) -> Vec<Request> {
        self.door.sent.lock().unwrap().clone()
    }
}

fn header<'r>(request: &'r Request, name: &str) -> &'r str {
    let found = request.headers.iter().find(|(one, _)| *one == name);
    &found.unwrap().1
}

fn body(request: &Request) -> &str {
    match &request.body {
        Body::Post(body) => body,
        Body::Get => unreachable!("deliveries are posted"),
    }
}

#[tokio::test]
async fn what_happens_is_told_in_order_with_what_a_receiver_wants_to_know() {
    let world = World::new().await;
    let webhook = world.webhook().await;
    let log = world
        .memory
        .tell("2024-03-01", "Anna lives in Berlin.")
        .await;
    world
        .engine()
        .forget(world.memory.user, log, None)
        .await
        .unwrap();
    assert_eq!(world.deliver().await, [DeliveryStep::Delivered; 2]);
    let sent = world.sent();
    assert_eq!(header(&sent[0], "x-webhook-event"), "episode.completed");
    assert_eq!(header(&sent[1], "x-webhook-event"), "episode.deleted");
    let deliveries = world.deliveries(&webhook).await;
    for (request, delivery) in sent.iter().zip(&deliveries) {
        let id = delivery.id.to_string();
        assert_eq!(header(request, "webhook-id"), id);
        assert_eq!(header(request, "x-webhook-delivery"), id);
        assert_eq!(body(request), delivery.body);
        assert_eq!(delivery.state, DeliveryState::Delivered);
    }
    let first = body(&sent[0]);
    for told in [
        "\"type\":\"episode.completed\"",
        "\"sequence\":1",
        "\"eventSequence\":1",
        &format!("\"logId\":\"{log}\""),
        "\"status\":\"completed\"",
        "\"source\":\"test\"",
        "\"passages\":1",
    ] {
        assert!(first.contains(told), "{told} in {first}");
    }
    assert!(!sent.iter().any(|one| body(one).contains("Berlin")));
}

#[tokio::test]
async fn a_failed_delivery_follows_the_schedule_and_is_given_up() {
    let world = World::new().await;
    let webhook = world.webhook().await;
    world
        .engine()
        .test_webhook(world.memory.user, webhook.id)
        .await
        .unwrap();
    world.will_answer([
        Ok(500),
        Err(Failure::Broken),
        Ok(302),
        Ok(404),
        Ok(429),
        Ok(503),
        Ok(100),
        Ok(400),
    ]);
    assert_eq!(world.deliver().await, [DeliveryStep::Failed]);
    for wait in [5.0, 300.0, 1_800.0, 7_200.0, 18_000.0, 36_000.0, 86_400.0] {
        world.wait_s(wait * 0.84);
        assert_eq!(world.deliver().await, [], "too early after {wait} s");
        world.wait_s(wait * 0.32);
        assert_eq!(
            world.deliver().await,
            [DeliveryStep::Failed],
            "after {wait} s"
        );
    }
    let delivery = world.deliveries(&webhook).await.remove(0);
    assert_eq!(
        (delivery.state, delivery.attempts),
        (DeliveryState::Exhausted, 8)
    );
    assert_eq!(delivery.error.as_deref(), Some("answered 400"));
    let third = &delivery.recent[5];
    assert_eq!(
        third.error.as_deref(),
        Some("answered 302; redirects are not followed")
    );
    world.wait_s(3_600.0);
    assert_eq!(world.deliver().await, []);
    let sent = world.sent();
    assert!(sent.iter().all(|one| body(one) == delivery.body));
    // Replayed, it has all its attempts before it again.
    let user = world.memory.user;
    world
        .engine()
        .replay_delivery(user, webhook.id, delivery.id)
        .await
        .unwrap();
    world.will_answer([Ok(500)]);
    assert_eq!(world.deliver().await, [DeliveryStep::Failed]);
    world.wait_s(6.0);
    assert_eq!(world.deliver().await, [DeliveryStep::Delivered]);
    let delivery = world.deliveries(&webhook).await.remove(0);
    assert_eq!(
        (delivery.state, delivery.attempts),
        (DeliveryState::Delivered, 10)
    );
}

#[tokio::test]
async fn what_fails_does_not_hold_back_what_comes_after_it() {
    let world = World::new().await;
    let webhook = world.webhook().await;
    for day in 1..=4 {
        world
            .memory
            .tell(&format!("2024-03-0{day}"), &format!("Anna said {day}."))
            .await;
    }
    world.will_answer([Ok(500), Ok(200), Ok(500), Ok(200)]);
    world.deliver().await;
    let order: Vec<_> = world
        .sent()
        .iter()
        .map(|one| header(one, "webhook-id").to_owned())
        .collect();
    let deliveries = world.deliveries(&webhook).await;
    let in_order: Vec<_> = deliveries.iter().map(|one| one.id.to_string()).collect();
    assert_eq!(order, in_order);
    let states: Vec<_> = deliveries.iter().map(|one| one.state).collect();
    use DeliveryState::{Delivered, Pending};
    assert_eq!(states, [Pending, Delivered, Pending, Delivered]);
    world.wait_s(6.0);
    assert_eq!(world.deliver().await, [DeliveryStep::Delivered; 2]);
}

#[tokio::test]
async fn a_crash_between_sending_and_recording_repeats_the_same_id_and_body() {
    let world = World::new().await;
    world.webhook().await;
    world
        .memory
        .tell("2024-03-01", "Anna lives in Berlin.")
        .await;
    let lost = world.outbox.claim().await.unwrap().unwrap();
    world.wait_s(60.0);
    assert_eq!(world.deliver().await, [DeliveryStep::Delivered]);
    // The worker that was thought lost ends now.
    assert_eq!(
        world.outbox.attempt(&lost).await.unwrap(),
        DeliveryStep::Lost
    );
    let sent = world.sent();
    assert_eq!(sent.len(), 2);
    assert_eq!(
        header(&sent[0], "webhook-id"),
        header(&sent[1], "webhook-id")
    );
    assert_eq!(body(&sent[0]), body(&sent[1]));
}

#[tokio::test]
async fn a_webhook_that_fails_for_three_days_is_disabled_and_can_be_enabled_again() {
    let world = World::new().await;
    let webhook = world.webhook().await;
    let user = world.memory.user;
    world.will_answer(vec![Ok(500); 100]);
    world
        .memory
        .tell("2024-03-01", "Anna lives in Berlin.")
        .await;
    for _ in 0..23 {
        world.deliver().await;
        world.wait_s(3.0 * 3_600.0);
    }
    let failing = world.now(&webhook).await;
    assert!(failing.is_enabled && failing.failing_since.is_some());
    world.wait_s(4.0 * 3_600.0);
    world
        .memory
        .tell("2024-03-02", "Anna moved to Paris.")
        .await;
    world.deliver().await;
    let disabled = world.now(&webhook).await;
    assert!(!disabled.is_enabled);
    let reason = disabled.disabled.unwrap().reason;
    assert_eq!(reason, "every attempt of more than 72 hours failed");
    let trail = world.memory.store.audit(user, None, 1).await.unwrap();
    assert_eq!(trail[0].1.action, AuditAction::WebhookDisabled);
    let refused = world.engine().test_webhook(user, webhook.id).await;
    assert!(refused.is_err());
    let before = world.sent().len();
    world.wait_s(7.0 * 86_400.0);
    assert_eq!(world.deliver().await, []);
    world.memory.tell("2024-03-03", "Anna likes tea.").await;
    world.door.answers.lock().unwrap().clear();
    let enable = WebhookUpdate {
        is_enabled: Some(true),
        ..WebhookUpdate::default()
    };
    let enabled = world
        .engine()
        .update_webhook(user, webhook.id, enable, None)
        .await
        .unwrap();
    assert!(enabled.is_enabled && enabled.disabled.is_none());
    world.deliver().await;
    assert!(world.sent().len() > before);
    let missed = world.deliveries(&webhook).await.pop().unwrap();
    assert_eq!(
        (missed.state, missed.attempts),
        (DeliveryState::Exhausted, 0)
    );
    world
        .engine()
        .replay_delivery(user, webhook.id, missed.id)
        .await
        .unwrap();
    assert_eq!(world.deliver().await, [DeliveryStep::Delivered]);
}

#[tokio::test]
async fn one_success_is_enough_to_stay_enabled() {
    let world = World::new().await;
    let webhook = world.webhook().await;
    for day in 1..=8 {
        let user = world.memory.user;
        world.engine().test_webhook(user, webhook.id).await.unwrap();
        // Each fails at first and is delivered a day later, when the next one fails.
        world.will_answer([Ok(500), Ok(500)]);
        if day > 1 {
            world.door.answers.lock().unwrap().clear();
            world.will_answer([Ok(200), Ok(500)]);
        }
        world.deliver().await;
        world.door.answers.lock().unwrap().clear();
        world.wait_s(86_400.0);
    }
    assert!(world.now(&webhook).await.is_enabled);
}

#[tokio::test]
async fn a_receiver_that_is_gone_is_told_nothing_more() {
    let world = World::new().await;
    let webhook = world.webhook().await;
    world
        .memory
        .tell("2024-03-01", "Anna lives in Berlin.")
        .await;
    world.memory.tell("2024-03-02", "Anna likes tea.").await;
    world.will_answer([Ok(410)]);
    assert_eq!(world.deliver().await, [DeliveryStep::Failed]);
    let disabled = world.now(&webhook).await.disabled.unwrap();
    assert_eq!(disabled.reason, "the receiver answered 410 Gone");
    let states: Vec<_> = world
        .deliveries(&webhook)
        .await
        .iter()
        .map(|one| one.state)
        .collect();
    assert_eq!(states, [DeliveryState::Exhausted, DeliveryState::Pending]);
}

#[tokio::test]
async fn a_hanging_receiver_of_one_webhook_holds_up_no_other() {
    let world = World::new().await;
    world.webhook().await;
    let other = world.webhook().await;
    world
        .memory
        .tell("2024-03-01", "Anna lives in Berlin.")
        .await;
    world.memory.tell("2024-03-02", "Anna likes tea.").await;
    let _hanging = world.outbox.claim().await.unwrap().unwrap();
    assert_eq!(world.deliver().await, [DeliveryStep::Delivered; 2]);
    let delivered = world.deliveries(&other).await;
    assert_eq!(delivered.len(), 2);
}

#[tokio::test]
async fn the_signatures_are_those_of_the_standard() {
    // The example of the Standard Webhooks specification's reference libraries.
    let world = World::new().await;
    let webhook = world.webhook().await;
    let user = world.memory.user;
    let change = |secret: &str| WebhookUpdate {
        secret: Some(secret.to_owned()),
        ..WebhookUpdate::default()
    };
    for secret in ["plain words", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] {
        world
            .engine()
            .update_webhook(user, webhook.id, change(secret), None)
            .await
            .unwrap();
    }
    world.engine().test_webhook(user, webhook.id).await.unwrap();
    world.deliver().await;
    let signatures = |at: usize| header(&world.sent()[at], "webhook-signature").to_owned();
    assert_eq!(signatures(0).split(' ').count(), 2);
    assert!(
        signatures(0)
            .split(' ')
            .all(|one| one.starts_with("v1,") && one.len() == 47)
    );
    // A day later the old secret signs no more.
    world.wait_s(86_400.0);
    world.engine().test_webhook(user, webhook.id).await.unwrap();
    world.deliver().await;
    assert_eq!(signatures(1).split(' ').count(), 1);
    let hub = world.sent();
    assert_eq!(header(&hub[1], "x-hub-signature-256").len(), 7 + 64);
    assert!(header(&hub[1], "user-agent").starts_with("Recollect/"));
}

#[tokio::test]
async fn delivered_events_are_kept_for_a_month() {
    let world = World::new().await;
    let webhook = world.webhook().await;
    world
        .engine()
        .test_webhook(world.memory.user, webhook.id)
        .await
        .unwrap();
    world.deliver().await;
    world.wait_s(29.0 * 86_400.0);
    assert!(!world.outbox.clean().await.unwrap());
    assert_eq!(world.deliveries(&webhook).await.len(), 1);
    world.wait_s(2.0 * 86_400.0);
    assert!(!world.outbox.clean().await.unwrap());
    assert_eq!(world.deliveries(&webhook).await.len(), 0);
}

#[tokio::test]
async fn a_running_engine_delivers_by_itself() {
    let world = World::new().await;
    let webhook = world.webhook().await;
    world.engine().start().await;
    world
        .memory
        .accept("2024-03-01", None, "Anna lives in Berlin.")
        .await;
    let start = std::time::Instant::now();
    while world.sent().is_empty() {
        assert!(start.elapsed() < std::time::Duration::from_secs(20));
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    world.engine().stop().await;
    assert_eq!(
        world.deliveries(&webhook).await[0].state,
        DeliveryState::Delivered
    );
}

#[tokio::test]
async fn a_clock_that_is_set_back_an_hour_keeps_no_delivery() {
    let world = World::new().await;
    let webhook = world.webhook().await;
    world.memory.tell("2024-03-01", "Anna said one.").await;
    // Somebody had it in hand and is gone; and one that failed waits for its time.
    world.outbox.claim().await.unwrap().unwrap();
    world.memory.clock.set_ms(-3_600_000);
    world.memory.tell("2024-03-02", "Anna said two.").await;
    world.will_answer([Ok(500), Ok(200)]);
    use DeliveryStep::{Delivered, Failed};
    assert_eq!(world.deliver().await, [Failed, Delivered]);
    world.memory.clock.set_ms(-3_600_000);
    world.memory.tell("2024-03-03", "Anna said three.").await;
    assert_eq!(world.deliver().await, [Delivered], "it waits for nothing");
    world.wait_s(3_600.0 + 6.0);
    assert_eq!(world.deliver().await, [Delivered]);
    let deliveries = world.deliveries(&webhook).await;
    let states: Vec<_> = deliveries.iter().map(|one| one.state).collect();
    assert_eq!(states, [DeliveryState::Delivered; 3]);
}
