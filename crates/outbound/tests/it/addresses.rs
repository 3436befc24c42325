//! Which addresses and URLs are public.

use std::net::IpAddr;

use recollect_outbound::{InvalidTarget, MAX_URL_BYTES, Target, is_public};

const PRIVATE: [&str; 55] = [
    "0.0.0.0",
    "0.255.255.255",
    "10.0.0.0",
    "10.255.255.255",
    "100.64.0.0",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.255",
    "169.254.169.254",
    "172.16.0.0",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.0.255",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.0",
    "192.168.255.255",
    "198.18.0.0",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.7",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.254",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::8.8.8.8",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::10.1.2.3",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::8.8.8.8",
    "100::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:2::1",
    "2001:20::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:808:808::1",
    "3fff::1",
    "3fff:fff:ffff::1",
    "5f00::1",
    "fc00::1",
    "fdff:ffff::1",
    "fe80::1",
    "febf::1",
    "fec0::1",
    "ff02::1",
];

const PUBLIC: [&str; 22] = [
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "169.253.255.255",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "64:ff9b::8.8.8.8",
    "2001:4860:4860::8888",
    "2001:db7:ffff::1",
    "2606:4700::1111",
    "3ffe::1",
];

#[test]
fn private_addresses_are_told_from_public_ones() {
    for (addresses, expected) in [(&PRIVATE[..], false), (&PUBLIC[..], true)] {
        for address in addresses {
            let parsed: IpAddr = address.parse().unwrap();
            assert_eq!(is_public(parsed), expected, "{address}");
        }
    }
}

#[test]
fn every_way_to_write_a_private_address_is_refused() {
    for url in [
        "http://127.0.0.1/",
        "http://127.1/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0x7f.0.0.1/",
        "http://017700000001/",
        "http://0177.0.0.1:8080/",
        "http://127.0.0.1./",
        "http://１２７.０.０.１/",
        "http://127.0.0.%31/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[fd00:ec2::254]/",
        "http://169.254.169.254/latest/meta-data",
        "http://0/",
    ] {
        let refused = Target::parse(url, false);
        assert!(
            matches!(refused, Err(InvalidTarget::NotPublic(_))),
            "{url}: {refused:?}"
        );
        assert!(Target::parse(url, true).is_ok(), "{url}");
    }
}

#[test]
fn only_plain_web_addresses_are_urls_to_send_to() {
    for (url, expected) in [
        ("ftp://example.com/", InvalidTarget::Scheme),
        ("file:///etc/passwd", InvalidTarget::Scheme),
        ("gopher://example.com/", InvalidTarget::Scheme),
        ("unix:/run/docker.sock", InvalidTarget::Scheme),
        ("https://user@example.com/", InvalidTarget::Credentials),
        ("https://:secret@example.com/", InvalidTarget::Credentials),
    ] {
        assert_eq!(Target::parse(url, true), Err(expected), "{url}");
    }
    for url in [
        "",
        "example.com/hook",
        "https://",
        "http://[::1",
        "https://exa mple.com",
    ] {
        let refused = Target::parse(url, true);
        assert!(
            matches!(refused, Err(InvalidTarget::Unreadable(_))),
            "{url}: {refused:?}"
        );
    }
    let long = format!("https://example.com/{}", "x".repeat(MAX_URL_BYTES));
    assert_eq!(Target::parse(&long, true), Err(InvalidTarget::TooLong));
    let good = Target::parse("HTTPS://Hooks.Example.COM:443/a?b=c#d", false).unwrap();
    assert_eq!(good.as_str(), "https://hooks.example.com/a?b=c#d");
    assert_eq!(good.host(), "hooks.example.com");
}
