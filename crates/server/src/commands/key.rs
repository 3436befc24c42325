//! `recollect key create`: works on the database itself, whether the service runs or not.

use std::io::Write;

use recollect_engine::create_api_key;
use recollect_model::Environment;
use recollect_storage::{Faults, Store};

use super::CommandError;
use crate::configuration::KeyCreateOptions;

/// Prints a new key, alone, on standard output.
pub(super) async fn create(options: KeyCreateOptions) -> Result<(), CommandError> {
    let store = Store::open(&options.storage.database(), Faults::none()).await?;
    let token = create_api_key(
        &store,
        &Environment::system(),
        &options.email,
        options.name.as_deref(),
        &options.key_name,
    )
    .await?;
    // A reader that closed the pipe has no use for the key.
    let _ = writeln!(std::io::stdout(), "{}", token.reveal());
    Ok(())
}
