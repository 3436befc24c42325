//! The outside issuer that the options name, if they name one.

use std::sync::Arc;
use std::time::Duration;

use recollect_engine::oauth::jose::Algorithm;
use recollect_engine::oauth::{KeySource, OutsideIssuer};

use super::super::CommandError;
use crate::configuration::OAuthOptions;
use crate::key_source::{KeyAddress, KeyFile};

/// The issuer, or what is missing or wrong.
pub(super) fn outside_issuer(
    options: &OAuthOptions,
) -> Result<Option<Arc<OutsideIssuer>>, CommandError> {
    let Some(name) = &options.jwt_issuer else {
        let stray = [
            ("--jwt-audience", options.jwt_audience.is_some()),
            ("--jwt-jwks-url", options.jwt_jwks_url.is_some()),
            ("--jwt-jwks-file", options.jwt_jwks_file.is_some()),
        ];
        return match stray.into_iter().find(|(_, is_set)| *is_set) {
            Some((flag, _)) => Err(wrong(flag, "it has no effect without --jwt-issuer")),
            None => Ok(None),
        };
    };
    let audience = options.jwt_audience.clone();
    let audience = audience.ok_or_else(|| {
        wrong(
            "--jwt-audience",
            "set it: only tokens for this service may be taken",
        )
    })?;
    let source: Box<dyn KeySource> = match (&options.jwt_jwks_url, &options.jwt_jwks_file) {
        (Some(address), None) => {
            let address = KeyAddress::new(address);
            Box::new(address.map_err(|reason| wrong("--jwt-jwks-url", &reason))?)
        }
        (None, Some(file)) => Box::new(KeyFile(file.clone())),
        _ => return Err(wrong("--jwt-jwks-url", "set either it or --jwt-jwks-file")),
    };
    let named = options.jwt_algorithms.iter().map(|name| {
        Algorithm::from_name(name.trim()).ok_or_else(|| {
            let known = Algorithm::ALL.map(Algorithm::as_str).join(", ");
            wrong("--jwt-algorithms", &format!("each must be one of {known}"))
        })
    });
    let algorithms = named.collect::<Result<Vec<_>, _>>()?;
    let skew = Duration::from_secs(options.jwt_skew_s);
    let issuer = OutsideIssuer::new(name.clone(), audience, algorithms, skew, source);
    Ok(Some(Arc::new(issuer)))
}

fn wrong(flag: &'static str, reason: &str) -> CommandError {
    CommandError::Setting {
        flag,
        reason: reason.to_owned(),
    }
}
