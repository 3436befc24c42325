//! Every page, grouped by who may see it. What a form sends is answered by a redirect to the page that shows what
//! came of it.

use axum::Router;
use axum::routing::{get, post};

use super::{
    access, account, activity, again, assets, card, consent, contact, decisions, device, entity,
    episode, graph, home, live, login, passkeys, people, profile, reference, search, spaces,
    timeline, webhooks,
};
use crate::http::App;

/// The pages' routes.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        // Everybody.
        .route("/assets/{file}", get(assets::show))
        .route("/api/v1/reference", get(reference::show))
        .route("/.well-known/security.txt", get(contact::show))
        // Whoever is on the way in or out.
        .route("/login", get(login::form).post(login::ask))
        .route("/login/again", get(again::form).post(again::ask))
        .route("/login/passkey/options", post(passkeys::ask))
        .route("/login/passkey", post(passkeys::log_in))
        .route("/login/{token}", get(login::open).post(login::confirm))
        .route("/logout", post(login::log_out))
        // Whoever connects an application.
        .route("/oauth/authorize", get(consent::ask).post(consent::answer))
        .route("/device", get(device::form).post(device::answer))
        // Somebody who is logged in.
        .route("/", get(home::show).post(home::add))
        .route("/understood", post(home::understood))
        .route("/events", get(live::follow))
        .route("/logs/{log}/card", get(card::show))
        .route("/logs/{log}/retry", post(card::retry))
        .route("/logs/{log}/forget", post(card::forget))
        .route("/facts/{statement}", post(decisions::decide))
        .route("/decisions", get(decisions::show))
        .route("/decisions/{decision}/undo", post(decisions::undo))
        .route("/search", get(search::show))
        .route("/search/results", get(search::results))
        .route(
            "/episodes/{episode}",
            get(episode::show).post(episode::edit),
        )
        .route("/entities/{entity}", get(entity::show).post(entity::change))
        .route("/entities/{entity}/merge", post(entity::merge))
        .route("/entities/{entity}/split", post(entity::split))
        .route("/people", get(people::show))
        .route("/timeline", get(timeline::show))
        .route("/profile", get(profile::show))
        .route("/graph", get(graph::show))
        .route("/activity", get(activity::show))
        .route("/spaces", get(spaces::show).post(spaces::create))
        .route("/spaces/{space}", post(spaces::change))
        .route("/spaces/{space}/delete", post(spaces::delete))
        .route("/api", get(access::show))
        .route("/api/keys", post(access::create))
        .route("/api/keys/{key}/revoke", post(access::revoke))
        .route("/api/keys/{key}/keep", post(access::keep))
        .route("/api/sessions/{session}/end", post(access::end_session))
        .route("/api/grants/{grant}/revoke", post(access::revoke_grant))
        .route("/webhooks", get(webhooks::show).post(webhooks::create))
        .route("/webhooks/{webhook}", post(webhooks::switch))
        .route("/webhooks/{webhook}/test", post(webhooks::test))
        .route("/webhooks/{webhook}/secret", post(webhooks::rotate))
        .route("/webhooks/{webhook}/delete", post(webhooks::delete))
        .route(
            "/webhooks/{webhook}/deliveries/{delivery}/replay",
            post(webhooks::replay),
        )
        .route("/account", get(account::show).post(account::introduce))
        .route("/account/passkeys/options", post(passkeys::ask_for_new))
        .route("/account/passkeys", post(passkeys::add))
        .route("/account/passkeys/{passkey}", post(passkeys::rename))
        .route("/account/passkeys/{passkey}/delete", post(passkeys::delete))
        .route("/account/export", get(account::export))
        .route("/account/delete", post(account::delete))
}
