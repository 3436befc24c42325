//! What can be set for the commands that look at a service or at its configuration.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use clap::Args;

use super::ServeOptions;

/// Options of `recollect doctor`: those of `recollect serve`.
#[derive(Debug, Clone, Args)]
pub struct DoctorOptions {
    /// The configuration to look at.
    #[command(flatten)]
    pub serve: ServeOptions,
}

/// Options of `recollect healthcheck`.
#[derive(Debug, Clone, Args)]
pub struct HealthcheckOptions {
    /// The service's address, such as `http://127.0.0.1:3033`; by default where `--listen` says, on this machine
    #[arg(long, env = "RECOLLECT_HEALTHCHECK_URL", value_name = "URL")]
    pub url: Option<String>,
    /// The address and port that the service listens on
    #[arg(
        long,
        env = "RECOLLECT_LISTEN",
        value_name = "ADDR:PORT",
        default_value = "127.0.0.1:3033"
    )]
    pub listen: SocketAddr,
    /// How long the service may take to answer, in milliseconds
    #[arg(
        long,
        env = "RECOLLECT_HEALTHCHECK_TIMEOUT_MS",
        value_name = "MS",
        default_value_t = 4_000
    )]
    pub timeout_ms: u64,
}

/// Where a service that listens on `address` is reached from its own machine.
pub fn local_url(address: SocketAddr) -> String {
    let mut address = address;
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    format!("http://{address}")
}
