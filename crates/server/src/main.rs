//! The `recollect` binary.

use std::process::ExitCode;

/// The library's: what is compiled there is not compiled here once more.
fn main() -> ExitCode {
    recollect_server::commands::main()
}
