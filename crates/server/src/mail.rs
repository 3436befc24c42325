//! Login links, and notices of logins, on their way to people: always into the server's log, and by mail where a mail
//! server is configured.
//!
//! The mail is sent beside the request that asked for it, once; whether it could be sent is told in the log and
//! nowhere else, so that nobody can find out by it who has an account.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use recollect_model::EmailAddress;

/// How long a mail server may take for one step of the conversation.
const TIMEOUT: Duration = Duration::from_secs(20);
const LINK_SUBJECT: &str = "Your login link for Recollect";
const LOGIN_SUBJECT: &str = "A new login to your Recollect";

/// The way that login links take. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct LoginMail(Option<Arc<Mailer>>);

struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// What is wrong with the settings of the mail: the flag, and why.
pub(crate) type Wrong = (&'static str, String);

impl LoginMail {
    /// Mail through the server at `url`, such as `smtps://user:password@host`, from `from`.
    pub(crate) fn through(url: &str, from: &str) -> Result<Self, Wrong> {
        // What is wrong with the URL is not repeated: it holds a password.
        let unusable = "it must be smtp:// or smtps:// with a host, and user:password@ where the server asks for it; for \
             STARTTLS smtp://…?tls=required";
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|_| ("--smtp-url", unusable.to_owned()))?
            .timeout(Some(TIMEOUT))
            .build();
        let from = from
            .parse()
            .map_err(|error| ("--mail-from", format!("{error}")))?;
        Ok(Self(Some(Arc::new(Mailer { transport, from }))))
    }

    /// Whether mails are sent.
    pub(crate) const fn is_configured(&self) -> bool {
        self.0.is_some()
    }

    /// Whether the mail server can be reached and lets the service in. Nothing is sent.
    pub(crate) async fn greet(&self) -> Result<(), String> {
        let Some(mailer) = &self.0 else {
            return Ok(());
        };
        match mailer.transport.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err("it hung up".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Hands a link over to the person of this address.
    pub(crate) fn announce(&self, email: &EmailAddress, link: &str) {
        let email = email.as_str().to_owned();
        tracing::info!("login link for {email} (valid 10 minutes): {link}");
        self.send(email, "login link", LINK_SUBJECT, link_text(link));
    }

    /// Tells a person that somebody logged in with a browser that they had not logged in with before, and at which address
    /// they find the sessions.
    pub(crate) fn tell_of_login(
        &self,
        email: &EmailAddress,
        browser: &str,
        address: Option<IpAddr>,
        sessions: &str,
    ) {
        let email = email.as_str().to_owned();
        let from = address.map_or("an unknown address".to_owned(), |at| at.to_string());
        tracing::info!(
            "{email} logged in with a browser that was not known: {browser}, from {from}"
        );
        let text = login_text(browser, &from, sessions);
        self.send(email, "notice of a login", LOGIN_SUBJECT, text);
    }

    /// Sends a mail where a mail server is configured; `what` is what the log calls it.
    fn send(&self, email: String, what: &'static str, subject: &'static str, text: String) {
        let Some(mailer) = self.0.clone() else { return };
        tokio::spawn(async move {
            match mailer.send(&email, subject, text).await {
                Ok(()) => tracing::info!("the {what} for {email} was mailed"),
                Err(error) => tracing::warn!("the {what} for {email} was not mailed: {error}"),
            }
        });
    }
}

impl std::fmt::Debug for Mailer {
    /// Without the transport, which has a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Mailer(from {})", self.from)
    }
}

impl Mailer {
    async fn send(
        &self,
        to: &str,
        subject: &str,
        text: String,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let message = Message::builder()
            .from(self.from.clone())
            .to(to.parse()?)
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .body(text)?;
        self.transport.send(message).await?;
        Ok(())
    }
}

fn link_text(link: &str) -> String {
    format!(
        "Open this link to log in to Recollect:\n\n{link}\n\nIt works once, for ten minutes. If you did not ask for it, \
         nothing needs to be done: nobody can log in without it.\n"
    )
}

fn login_text(browser: &str, from: &str, sessions: &str) -> String {
    format!(
        "Somebody has just logged in to your Recollect with a browser that was not known:\n\n{browser}\nfrom {from}\n\nIf \
         it was you, nothing needs to be done. If it was not, end that session, on this page, and see that nobody else reads \
         your mail:\n\n{sessions}\n"
    )
}
