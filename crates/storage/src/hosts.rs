//! The hosts that a PostgreSQL URL names.
//!
//! A URL may name several, as libpq's may: `postgres://user:password@first:5432,second:5433/database`, or as lists in
//! its parameters `host` and `port`. `target_session_attrs` may be given, and says nothing new: whichever host takes
//! writes is used. `connect_timeout` is in seconds.

use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::any::AnyConnectOptions;
use url::{Url, form_urlencoded};

use crate::StorageError;

/// What a URL says.
#[derive(Debug)]
pub(crate) struct Hosts {
    /// In the order of the URL; at least one.
    pub(crate) hosts: Vec<Host>,
    pub(crate) connect_timeout: Option<Duration>,
}

/// One of them.
pub(crate) struct Host {
    /// Its name and port as the URL has them.
    pub(crate) name: String,
    pub(crate) options: AnyConnectOptions,
}

impl std::fmt::Debug for Host {
    /// Without the options, which hold a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

impl Hosts {
    /// Reads a URL.
    ///
    /// # Errors
    ///
    /// [`StorageError::Misconfigured`], in words that do not repeat the URL, because it may hold a password.
    pub(crate) fn of(url: &str) -> Result<Self, StorageError> {
        let (scheme, rest) = url
            .split_once("://")
            .filter(|(scheme, _)| matches!(*scheme, "postgres" | "postgresql"))
            .ok_or_else(|| wrong("the URL must begin with postgres://"))?;
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(end);
        let (user, listed) = match authority.rsplit_once('@') {
            Some((user, hosts)) => (format!("{user}@"), hosts),
            None => (String::new(), authority),
        };
        let rest = rest.split_once('#').map_or(rest, |(rest, _)| rest);
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let parameters = Parameters::of(query)?;
        let names = match &parameters.hosts {
            Some(hosts) => with_ports(hosts, parameters.ports.as_deref())?,
            None => listed.split(',').map(str::to_owned).collect(),
        };
        if names.len() > 1 && names.iter().any(String::is_empty) {
            return Err(wrong("the list of hosts in the URL has an empty place"));
        }
        let hosts = names.into_iter().map(|name| -> Result<Host, StorageError> {
            let url = format!("{scheme}://{user}{name}{path}{}", parameters.rest);
            let url = Url::parse(&url)
                .map_err(|error| wrong(&format!("the URL cannot be read: {error}")))?;
            Ok(Host {
                options: AnyConnectOptions::from_url(&url)?,
                name,
            })
        });
        Ok(Self {
            hosts: hosts.collect::<Result<_, StorageError>>()?,
            connect_timeout: parameters.connect_timeout,
        })
    }
}

/// The parameters of the URL.
#[derive(Default)]
struct Parameters {
    hosts: Option<String>,
    ports: Option<String>,
    connect_timeout: Option<Duration>,
    /// Those that the driver reads, with the question mark before them.
    rest: String,
}

impl Parameters {
    fn of(query: &str) -> Result<Self, StorageError> {
        let mut parameters = Self::default();
        let mut rest = form_urlencoded::Serializer::new(String::new());
        // A socket's directory is left to the driver, as is a single port.
        let lists = form_urlencoded::parse(query.as_bytes())
            .any(|(name, value)| name == "host" && !value.starts_with('/'));
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "host" if lists => parameters.hosts = Some(value.into_owned()),
                "port" if lists => parameters.ports = Some(value.into_owned()),
                "target_session_attrs" => writes(&value)?,
                "connect_timeout" => parameters.connect_timeout = seconds(&value)?,
                _ => {
                    rest.append_pair(&name, &value);
                }
            }
        }
        let rest = rest.finish();
        if !rest.is_empty() {
            parameters.rest = format!("?{rest}");
        }
        Ok(parameters)
    }
}

fn writes(attributes: &str) -> Result<(), StorageError> {
    match attributes {
        "any" | "read-write" | "primary" => Ok(()),
        "read-only" | "standby" | "prefer-standby" => Err(wrong(&format!(
            "target_session_attrs={attributes} cannot be used, because the service writes: leave it out, or say \
             read-write"
        ))),
        _ => Err(wrong(
            "target_session_attrs must be read-write, primary or any",
        )),
    }
}

/// As libpq reads it: none when 0.
fn seconds(text: &str) -> Result<Option<Duration>, StorageError> {
    let seconds: u64 = text
        .parse()
        .map_err(|_| wrong("connect_timeout must be a whole number of seconds"))?;
    Ok((seconds > 0).then(|| Duration::from_secs(seconds)))
}

/// As libpq reads lists: as many ports as hosts, or one for all of them.
fn with_ports(hosts: &str, ports: Option<&str>) -> Result<Vec<String>, StorageError> {
    let hosts: Vec<&str> = hosts.split(',').collect();
    let ports: Vec<&str> = ports.map_or_else(Vec::new, |ports| ports.split(',').collect());
    let port_of = |number: usize| match ports.len() {
        0 | 1 => Ok(ports.first()),
        many if many == hosts.len() => Ok(ports.get(number)),
        _ => Err(wrong("the URL names as many ports as hosts, or one")),
    };
    let hosts = hosts.iter().enumerate();
    hosts
        .map(|(number, host)| -> Result<String, StorageError> {
            let host = match host.contains(':') {
                true => format!("[{host}]"),
                false => (*host).to_owned(),
            };
            Ok(match port_of(number)? {
                Some(port) => format!("{host}:{port}"),
                None => host,
            })
        })
        .collect()
}

fn wrong(reason: &str) -> StorageError {
    StorageError::misconfigured(std::io::Error::new(
        std::io::ErrorKind::InvalidInput,
        reason.to_owned(),
    ))
}
