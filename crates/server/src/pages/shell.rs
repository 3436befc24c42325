//! What is around every page of somebody who is logged in.

use recollect_engine::Engine;
use recollect_model::{Account, Calendar, DecisionId};

use super::filled::Filled;
use super::moment::calendar_of;
use super::refusal::Refusal;
use crate::http::session::SignedIn;

/// Where a page is, whose it is, and what was just done.
#[derive(Debug)]
pub(crate) struct Shell {
    /// The section of the service: the name of its first page's path.
    pub(crate) section: &'static str,
    /// Who is logged in.
    pub(crate) email: String,
    /// What they are called, as far as they said so.
    pub(crate) person: Account,
    /// Their calendar.
    pub(crate) calendar: Calendar,
    /// What came of what was just asked for; empty when nothing was.
    pub(crate) done: &'static str,
    /// What was said of a fact just now, and can be taken back.
    pub(crate) decided: Option<DecisionId>,
    /// Why it could not be done; empty when it could.
    pub(crate) problem: String,
}

/// What a redirect says of what was done, and what the page then tells.
const DONE: [(&str, &str); 29] = [
    ("added", "Added. It is being read now."),
    (
        "retried",
        "It waits at the end of your queue and will be tried again.",
    ),
    ("forgotten", "Forgotten, with all that only it supported."),
    (
        "space-created",
        "The space is there. Choose it when you add a memory, or give its id to a tool.",
    ),
    ("space-changed", "Changed."),
    ("space-deleted", "The space is gone, with everything in it."),
    (
        "key-revoked",
        "The key is revoked. Nothing can be done with it any more.",
    ),
    ("key-kept", "The key stands for itself now."),
    ("session-ended", "That session is ended."),
    ("sessions-ended", "All other sessions are ended."),
    (
        "grant-revoked",
        "The connection is cut. The application must ask you again.",
    ),
    ("webhook-changed", "Changed."),
    ("webhook-deleted", "The webhook is gone."),
    (
        "webhook-enabled",
        "Enabled again. What was not delivered meanwhile can be replayed below.",
    ),
    (
        "webhook-tested",
        "A test is on its way. Its delivery appears below.",
    ),
    ("replayed", "On its way again."),
    ("merged", "They are one entity now. A split takes it back."),
    ("split", "The name stands for itself now."),
    (
        "put-right",
        "Noted. It stands when your texts are read again; the page “Put right” takes it back.",
    ),
    (
        "taken-back",
        "Taken back. What your texts say is told again.",
    ),
    (
        "entity-changed",
        "Noted. It stands whatever later texts say.",
    ),
    (
        "edited",
        "The old words are gone, with all they did. The new ones are being read.",
    ),
    (
        "passkey-added",
        "Added. You can log in with it from now on.",
    ),
    (
        "passkey-deleted",
        "Deleted. Nobody logs in with it any more; your device may still list it.",
    ),
    ("renamed", "Renamed."),
    ("copied", "Copied."),
    ("saved", "Saved."),
    (
        "introduced",
        "Good to know you. Your texts are read so from now on.",
    ),
    (
        "key-made",
        "That key was made already. Its secret was shown once and is not kept; make another if it is lost.",
    ),
];

impl Shell {
    /// The shell of a page in this section.
    pub(crate) async fn of(
        engine: &Engine,
        person: SignedIn,
        section: &'static str,
    ) -> Result<Self, Refusal> {
        let account = engine.account(person.user).await?;
        Ok(Self {
            section,
            email: account.email.as_str().to_owned(),
            calendar: calendar_of(&account),
            person: account,
            done: "",
            decided: None,
            problem: String::new(),
        })
    }

    /// The name of the person's time zone; empty when nobody said.
    pub(crate) fn zone(&self) -> &str {
        self.person.time_zone.as_deref().unwrap_or_default()
    }

    /// With what the query string says was done.
    pub(crate) fn after(mut self, asked: &Filled) -> Self {
        let done = asked.text("done");
        let told = DONE.iter().find(|(name, _)| *name == done);
        self.done = told.map_or("", |(_, text)| text);
        self.decided = asked.text("decided").parse().ok();
        self
    }

    /// With why it could not be done.
    pub(crate) fn with_problem(mut self, problem: String) -> Self {
        self.problem = problem;
        self
    }
}
