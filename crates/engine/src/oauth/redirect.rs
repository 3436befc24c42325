//! Where a person's browser may be sent back to.

use url::{Host, Url};

/// The longest address.
const LONGEST: usize = 2_000;
/// Schemes of known applications that keep to no domain name. Any other without a dot may be a browser's or the operating
/// system's (`javascript:`, `ms-msdt:`), and open what no person asked for.
const KNOWN_WITHOUT_A_DOT: [&str; 1] = ["cursor"];

/// Whether a client may register this address: `https`; `http` on the person's own machine (RFC 8252, 7.3); or a
/// scheme of the application's own, a domain name turned round (RFC 8252, 7.1). It has no fragment (RFC 6749, 3.1.2).
pub(super) fn is_acceptable(uri: &str) -> bool {
    // What a browser would strip or encode could make it another address than the one that is compared.
    if uri.len() > LONGEST || !uri.bytes().all(|byte| byte.is_ascii_graphic()) || uri.contains('\\')
    {
        return false;
    }
    let Ok(url) = Url::parse(uri) else {
        return false;
    };
    if uri.contains('#') || !url.username().is_empty() || url.password().is_some() {
        return false;
    }
    match url.scheme() {
        "https" => has_plain_host(&url),
        "http" => is_loopback(&url),
        scheme => scheme.contains('.') || KNOWN_WITHOUT_A_DOT.contains(&scheme),
    }
}

/// Whether a requested address is the registered one: the very same text (RFC 6749, 3.1.2.3), save the port of an
/// application on the person's own machine, which cannot know it beforehand (RFC 8252, 7.3).
pub(super) fn matches(registered: &str, requested: &str) -> bool {
    if registered == requested {
        return true;
    }
    if !is_acceptable(requested) {
        return false;
    }
    let (Ok(mut registered), Ok(mut requested)) = (Url::parse(registered), Url::parse(requested))
    else {
        return false;
    };
    let are_local = [&registered, &requested]
        .into_iter()
        .all(|url| url.scheme() == "http" && is_loopback(url));
    are_local
        && registered.set_port(None).is_ok()
        && requested.set_port(None).is_ok()
        && registered == requested
}

/// Whether nobody but the application itself can answer at this address: a web address that is protected, not a port
/// or a scheme that any program on a machine may take (RFC 8252, 8.6).
pub(super) fn is_its_own(uri: &str) -> bool {
    uri.starts_with("https://")
}

/// The host of an address; of one with a scheme of an application's own there is none.
pub(super) fn host(uri: &str) -> Option<String> {
    let url = Url::parse(uri).ok()?;
    url.host().map(|host| host.to_string())
}

/// Whether an answer sent here goes to whatever program listens on the person's own computer.
pub(super) fn is_on_this_computer(uri: &str) -> bool {
    Url::parse(uri).is_ok_and(|url| is_loopback(&url))
}

/// Whether an address has a host that is written without signs that mean something.
pub(super) fn has_plain_host(url: &Url) -> bool {
    url.host().is_some_and(|host| is_plain(&host))
}

/// Whether a host has nothing that means something else where a page's policy names it.
fn is_plain(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_')),
        Host::Ipv4(_) | Host::Ipv6(_) => true,
    }
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

/// The address with these parameters, empty ones left out (RFC 6749, 4.1.2).
pub(super) fn with(uri: &str, parameters: &[(&str, &str)]) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in parameters.iter().filter(|(_, value)| !value.is_empty()) {
        query.append_pair(name, value);
    }
    let separator = if uri.contains('?') { '&' } else { '?' };
    format!("{uri}{separator}{}", query.finish())
}

/// Whom a person would be sent to, in words, and the source expression that lets a page's form lead there
/// (Content Security Policy, 2.3.1): the origin, or the scheme where there is no origin that can be written so.
pub fn redirect_target(uri: &str) -> (String, String) {
    let Ok(url) = Url::parse(uri) else {
        return (String::new(), "'none'".to_owned());
    };
    let scheme = format!("{}:", url.scheme());
    match (url.scheme(), url.host()) {
        ("https" | "http", Some(host)) => {
            let port = url
                .port()
                .map(|port| format!(":{port}"))
                .unwrap_or_default();
            let source = match &host {
                Host::Ipv6(_) => scheme,
                host if !is_plain(host) => "'none'".to_owned(),
                _ => format!("{}://{host}{port}", url.scheme()),
            };
            let words = if is_loopback(&url) {
                "a program on this computer".to_owned()
            } else {
                format!("{host}{port}")
            };
            (words, source)
        }
        _ => (format!("the program that opens {scheme} addresses"), scheme),
    }
}
