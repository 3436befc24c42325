//! What became of deliveries, and sending one again.

use recollect_model::{Delivery, DeliveryId, DeliveryState, UserId, WebhookId};
use recollect_storage::{Found, Page};

use super::NOT_FOUND;
use crate::{Engine, EngineError, Sought};

const NO_DELIVERY: EngineError = EngineError::not_found(Sought::Delivery);

impl Engine {
    /// Writes a test, which is delivered like any event.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`].
    pub async fn test_webhook(
        &self,
        user: UserId,
        webhook: WebhookId,
    ) -> Result<Delivery, EngineError> {
        self.enabled(user, webhook).await?;
        let id = DeliveryId::new(&self.environment);
        let now = self.environment.now();
        let inserted = self.store.insert_test_delivery(user, webhook, id, now);
        inserted.await?.ok_or(NOT_FOUND)?;
        self.delivering.wake();
        self.delivery(user, webhook, id).await
    }

    /// The deliveries of a webhook, the newest first, in one state or in any.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`] for the webhook.
    pub async fn deliveries(
        &self,
        user: UserId,
        webhook: WebhookId,
        state: Option<DeliveryState>,
        page: Page,
    ) -> Result<Found<Delivery>, EngineError> {
        self.webhook(user, webhook).await?;
        Ok(self.store.deliveries(user, webhook, state, page).await?)
    }

    /// One delivery.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`].
    pub async fn delivery(
        &self,
        user: UserId,
        webhook: WebhookId,
        id: DeliveryId,
    ) -> Result<Delivery, EngineError> {
        let delivery = self.store.delivery(user, webhook, id).await?;
        delivery.ok_or(NO_DELIVERY)
    }

    /// Sends a delivery again, whatever became of it: the same id and body, and all its attempts before it.
    ///
    /// # Errors
    ///
    /// [`EngineError::NotFound`]; [`EngineError::Conflict`] when the webhook is disabled.
    pub async fn replay_delivery(
        &self,
        user: UserId,
        webhook: WebhookId,
        id: DeliveryId,
    ) -> Result<Delivery, EngineError> {
        self.delivery(user, webhook, id).await?;
        self.enabled(user, webhook).await?;
        let now = self.environment.now();
        let replayed = self.store.replay_delivery(user, webhook, id, now);
        replayed.await?.then_some(()).ok_or(NO_DELIVERY)?;
        self.delivering.wake();
        self.delivery(user, webhook, id).await
    }

    /// Refuses what a disabled webhook could not deliver.
    async fn enabled(&self, user: UserId, webhook: WebhookId) -> Result<(), EngineError> {
        if self.webhook(user, webhook).await?.is_enabled {
            return Ok(());
        }
        Err(EngineError::Conflict {
            reason: "the webhook is disabled; enable it first".to_owned(),
        })
    }
}
