//! Access tokens: the keys they are signed with, and who else may issue them.

use std::path::PathBuf;

use clap::Args;

/// Access tokens of this service, and of an outside issuer.
#[derive(Debug, Clone, Args)]
pub struct OAuthOptions {
    /// How old a key becomes, in days, before access tokens are signed with a new one
    #[arg(
        long,
        env = "RECOLLECT_TOKEN_KEY_DAYS",
        value_name = "DAYS",
        default_value_t = 30,
        value_parser = clap::value_parser!(u64).range(1..=3_650)
    )]
    pub token_key_days: u64,
    /// Let applications be connected that are known by an https address, where they describe themselves, instead of
    /// registering: the service fetches it when somebody who is logged in connects one
    #[arg(
        long,
        env = "RECOLLECT_CLIENT_DOCUMENTS",
        value_name = "BOOL",
        num_args = 0..=1,
        default_value_t = true,
        default_missing_value = "true",
        action = clap::ArgAction::Set
    )]
    pub client_documents: bool,
    /// An outside issuer whose tokens are taken too, as its tokens name it (iss)
    #[arg(long, env = "RECOLLECT_JWT_ISSUER", value_name = "ISSUER")]
    pub jwt_issuer: Option<String>,
    /// Whom its tokens must be for (aud)
    #[arg(long, env = "RECOLLECT_JWT_AUDIENCE", value_name = "AUDIENCE")]
    pub jwt_audience: Option<String>,
    /// Where its public keys are, as a JSON Web Key Set: an https URL, or http on this machine
    #[arg(long, env = "RECOLLECT_JWT_JWKS_URL", value_name = "URL")]
    pub jwt_jwks_url: Option<String>,
    /// A file with its public keys, instead of the URL
    #[arg(long, env = "RECOLLECT_JWT_JWKS_FILE", value_name = "FILE")]
    pub jwt_jwks_file: Option<PathBuf>,
    /// How its tokens may be signed, separated by commas: EdDSA, ES256, ES384, RS256, RS384, RS512, PS256, PS384 or PS512
    #[arg(
        long,
        env = "RECOLLECT_JWT_ALGORITHMS",
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "EdDSA,ES256,RS256"
    )]
    pub jwt_algorithms: Vec<String>,
    /// By how many seconds its clock may differ from this one's
    #[arg(
        long,
        env = "RECOLLECT_JWT_SKEW_S",
        value_name = "S",
        default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(0..=600)
    )]
    pub jwt_skew_s: u64,
}
