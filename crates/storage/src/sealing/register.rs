//! Which columns are sealed, and which stay readable: every column of every table is in one of the two lists, which a
//! test compares with the schema.

/// A column whose values are sealed.
#[derive(Debug)]
pub(crate) struct Sealed {
    pub(crate) table: &'static str,
    pub(crate) column: &'static str,
    pub(crate) place: Place,
    pub(crate) owner: Owner,
}

/// What a value of the column is bound to, besides its owner.
#[derive(Debug)]
pub(crate) enum Place {
    /// To the column and to the row that these columns tell.
    Row(&'static [&'static str]),
    /// To a domain: values of one domain are sealed alike wherever they stand, so that they are found and joined by what
    /// they say.
    Domain(&'static str),
}

/// Whose key seals a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// That of the user whom this column names.
    User(&'static str),
    /// The service's own: what is read before it is known whose it is, or belongs to nobody.
    Service,
}

const USER: Owner = Owner::User("user_id");

const fn of_row(
    table: &'static str,
    column: &'static str,
    row: &'static [&'static str],
    owner: Owner,
) -> Sealed {
    let place = Place::Row(row);
    Sealed {
        table,
        column,
        place,
        owner,
    }
}

const fn found_by(
    table: &'static str,
    column: &'static str,
    domain: &'static str,
    owner: Owner,
) -> Sealed {
    let place = Place::Domain(domain);
    Sealed {
        table,
        column,
        place,
        owner,
    }
}

/// Declares the columns, and lists them all.
macro_rules! columns {
    ($($name:ident = $column:expr;)*) => {
        $(pub(crate) const $name: &Sealed = &$column;)*
        /// Every sealed column.
        pub(crate) const ALL: &[&Sealed] = &[$($name),*];
    };
}

const ACCOUNT: Owner = Owner::User("id");
const ADDRESSES: &str = "addresses";
const SESSIONS: &str = "sessions";
const SOURCES: &str = "sources";
const OUTSIDE_NAMES: &str = "outside names";
const KEYS: &str = "keys of entities";
const SLOTS: &str = "slots";
const RELATIONS: &str = "relations";
const CLAIM: &[&str] = &["episode_id", "number"];
const ID: &[&str] = &["id"];
const OLD_LOG: &[&str] = &["old_log_id"];

columns! {
    ACCOUNT_EMAIL = found_by("accounts", "email", ADDRESSES, Owner::Service);
    ACCOUNT_NAME = of_row("accounts", "name", ID, ACCOUNT);
    ACCOUNT_ALSO_CALLED = of_row("accounts", "also_called", ID, ACCOUNT);
    ACCOUNT_TIME_ZONE = of_row("accounts", "time_zone", ID, ACCOUNT);
    API_KEY_NAME = of_row("api_keys", "name", ID, USER);
    SPACE_NAME = found_by("spaces", "name", "names of spaces", USER);
    SPACE_DESCRIPTION = of_row("spaces", "description", ID, USER);
    LOG_SESSION = found_by("logs", "session_id", SESSIONS, USER);
    LOG_SOURCE = found_by("logs", "source", SOURCES, USER);
    LOG_ERROR = of_row("logs", "error", ID, USER);
    LOG_REQUEST = of_row("logs", "request", ID, USER);
    LOG_NOTE = of_row("logs", "note", ID, USER);
    LOG_EXTERNAL_ID = found_by("logs", "external_id", OUTSIDE_NAMES, USER);
    LOG_LABELS = of_row("logs", "labels", ID, USER);
    EPISODE_SESSION = found_by("episodes", "session_id", SESSIONS, USER);
    EPISODE_SOURCE = found_by("episodes", "source", SOURCES, USER);
    EPISODE_BODY = of_row("episodes", "body", ID, USER);
    EPISODE_EXTERNAL_ID = found_by("episodes", "external_id", OUTSIDE_NAMES, USER);
    PASSAGE_EMBEDDING = of_row("passages", "embedding", CLAIM, USER);
    LABEL_NAME = found_by("labels", "name", "names of labels", USER);
    LABEL_VALUE = found_by("labels", "value", "values of labels", USER);
    ENTITY_KEY = found_by("entities", "key", KEYS, USER);
    ENTITY_NAME = of_row("entities", "name", ID, USER);
    ENTITY_FAMILY = found_by("entities", "family", "families", USER);
    CLAIM_SLOT = found_by("claims", "slot", SLOTS, USER);
    CLAIM_RELATION = found_by("claims", "relation", RELATIONS, USER);
    CLAIM_PHRASE = of_row("claims", "phrase", CLAIM, USER);
    CLAIM_VALUE = of_row("claims", "object_value", CLAIM, USER);
    CLAIM_FACT = of_row("claims", "fact", CLAIM, USER);
    CLAIM_NAMES = of_row("claims", "fact_names", CLAIM, USER);
    CLAIM_DETAILS = of_row("claims", "details", CLAIM, USER);
    STATEMENT_SLOT = found_by("statements", "slot", SLOTS, USER);
    STATEMENT_RELATION = found_by("statements", "relation", RELATIONS, USER);
    STATEMENT_PHRASE = of_row("statements", "phrase", ID, USER);
    STATEMENT_VALUE = of_row("statements", "object_value", ID, USER);
    STATEMENT_FACT = of_row("statements", "fact", ID, USER);
    STATEMENT_NAMES = of_row("statements", "fact_names", ID, USER);
    STATEMENT_DETAILS = of_row("statements", "details", ID, USER);
    DECISION_SUBJECT = found_by("decisions", "subject_key", KEYS, USER);
    DECISION_OBJECT = found_by("decisions", "object_key", KEYS, USER);
    DECISION_SAYER = found_by("decisions", "attributed_key", KEYS, USER);
    DECISION_TARGET = found_by("decisions", "new_key", KEYS, USER);
    DECISION_RELATION = found_by("decisions", "relation", RELATIONS, USER);
    DECISION_VALUE = of_row("decisions", "object_value", ID, USER);
    DECISION_FACT = of_row("decisions", "fact", ID, USER);
    DECISION_NEW_VALUE = of_row("decisions", "new_value", ID, USER);
    DECISION_NEW_FACT = of_row("decisions", "new_fact", ID, USER);
    LINK_EMAIL = found_by("login_links", "email", ADDRESSES, Owner::Service);
    LINK_NEXT = of_row("login_links", "next", &["hash"], Owner::Service);
    PASSKEY_NAME = of_row("passkeys", "name", ID, USER);
    PASSKEY_CREDENTIAL = of_row("passkeys", "credential", ID, USER);
    LIMIT_KEY = of_row("limit_counts", "key", ID, Owner::Service);
    CHALLENGE_STATE = of_row("passkey_challenges", "state", &["hash"], Owner::Service);
    SESSION_AGENT = of_row("sessions", "agent", ID, USER);
    SESSION_ADDRESS = of_row("sessions", "address", ID, USER);
    AUDIT_SUBJECT = of_row("audit", "subject", &["happened_at"], USER);
    AUDIT_ADDRESS = of_row("audit", "address", &["happened_at"], USER);
    WEBHOOK_URL = of_row("webhooks", "url", ID, USER);
    WEBHOOK_DESCRIPTION = of_row("webhooks", "description", ID, USER);
    WEBHOOK_SECRET = of_row("webhooks", "secret", ID, USER);
    WEBHOOK_PREVIOUS_SECRET = of_row("webhooks", "previous_secret", ID, USER);
    WEBHOOK_DISABLED_REASON = of_row("webhooks", "disabled_reason", ID, USER);
    DELIVERY_BODY = of_row("deliveries", "body", ID, USER);
    DELIVERY_ERROR = of_row("deliveries", "error", ID, USER);
    ATTEMPT_ERROR = of_row("delivery_attempts", "error", &["delivery_id", "number"], USER);
    IMPORT_NAME = of_row("imports", "name", ID, USER);
    IMPORT_PROBLEMS = of_row("imports", "problems", ID, USER);
    IMPORT_ACT_VALUE = of_row("import_acts", "value", &["import_id", "number"], USER);
    REPLACED_EXTERNAL_ID = found_by("replaced_versions", "external_id", OUTSIDE_NAMES, USER);
    REPLACED_SESSION = found_by("replaced_versions", "session_id", SESSIONS, USER);
    REPLACED_SOURCE = found_by("replaced_versions", "source", SOURCES, USER);
    REPLACED_BODY = of_row("replaced_versions", "body", OLD_LOG, USER);
    REPLACED_REQUEST = of_row("replaced_versions", "request", OLD_LOG, USER);
    REPLACED_LABELS = of_row("replaced_versions", "labels", OLD_LOG, USER);
    KEYED_KEY = found_by("idempotency_keys", "key", "keys of requests", USER);
    KEYED_REQUEST = found_by("idempotency_keys", "request", "requests", USER);
    KEYED_BODY = of_row("idempotency_keys", "body", &["key"], USER);
    SIGNING_SEED = of_row("oauth_signing_keys", "seed", ID, Owner::Service);
    OUTSIDE_SUBJECT = found_by("outside_identities", "subject", "outside subjects", Owner::Service);
}
