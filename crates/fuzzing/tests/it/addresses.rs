//! Addresses of the network, of mail, and of where a browser is sent back to.

use std::net::IpAddr;

use recollect_fuzzing::Inputs;
use recollect_model::{EmailAddress, Scopes};
use recollect_outbound::{MAX_URL_BYTES, Target, is_public};
use url::{Host, Url};

use crate::text;

const URLS: [&str; 16] = [
    "https://example.com/hook?a=b",
    "http://93.184.216.34:8080/",
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://[64:ff9b::a00:1]/",
    "http://[2002:7f00:1::]:443/",
    "http://[fe80::1%25eth0]/",
    "https://user:secret@example.com/",
    "https://EXAMPLE.com:443/../a%2e/",
    "https://xn--bcher-kva.example/",
    "http://①②⑦.0.0.1/",
    "http:\\\\localhost\\",
];

#[test]
fn no_url_names_an_address_that_is_not_public() {
    let words = [
        "http://",
        "https://",
        "[",
        "]",
        "::",
        "@",
        "127.1",
        "10.",
        "192.168.",
        "169.254.169.254",
        "0x",
        "%",
        "。",
        "．",
        "localhost",
        ":80",
        "//",
        "\\",
        "#",
        "?",
        "ffff:",
        "fc00::",
        "[::]",
        "0",
    ];
    let inputs = Inputs::of("addresses of webhooks", URLS).with_words(words);
    inputs.of_at_most(MAX_URL_BYTES + 100).feed(|input| {
        let text = text(input);
        let target = match Target::parse(&text, false) {
            Ok(target) => target,
            Err(error) => return error.to_string().chars().take(30).collect(),
        };
        assert!(target.as_str().len() <= MAX_URL_BYTES);
        // As a browser reads what is kept, and not as it was written.
        let url = Url::parse(target.as_str()).unwrap();
        assert!(["http", "https"].contains(&url.scheme()), "{url}");
        assert!(
            url.username().is_empty() && url.password().is_none(),
            "{url}"
        );
        let address = match url.host().unwrap() {
            Host::Ipv4(address) => Some(IpAddr::V4(address)),
            Host::Ipv6(address) => Some(IpAddr::V6(address)),
            Host::Domain(_) => None,
        };
        assert!(address.is_none_or(is_public), "{url}");
        let named = url
            .host_str()
            .unwrap()
            .trim_matches(['[', ']'])
            .parse::<IpAddr>();
        assert!(named.is_ok_and(is_public) || address.is_none(), "{url}");
        assert_eq!(Target::parse(target.as_str(), false).as_ref(), Ok(&target));
        format!("{} {}", url.scheme(), address.is_some())
    });
}

#[test]
fn an_address_of_mail_is_one_address() {
    let seeds = [
        "anna@example.com",
        "Anna.Bee+notes@mail.example.co.uk",
        "a@b",
        "\"a b\"@example.com",
        "anna@[127.0.0.1]",
    ];
    let words = [
        "@", "<", ">", ",", "\r\n", "Bcc: ", "\"", " ", "(", ")", "..", "xn--",
    ];
    let inputs = Inputs::of("addresses of mail, scopes", seeds).with_words(words);
    inputs.of_at_most(400).feed(|input| {
        let text = text(input);
        let scopes = text.parse::<Scopes>().is_ok();
        let address = text.parse::<EmailAddress>();
        if let Ok(address) = &address {
            let same = |c: char| c.is_whitespace() || c.is_control() || "<>,".contains(c);
            assert!(!address.as_str().contains(same), "{address:?}");
            assert_eq!(
                address.as_str(),
                format!("{}@{}", address.local_part(), address.domain())
            );
            assert_eq!(
                address.as_str().parse::<EmailAddress>().as_ref(),
                Ok(address)
            );
        }
        (
            scopes,
            address.map(|address| address.as_str().len() / 8).ok(),
        )
    });
}
