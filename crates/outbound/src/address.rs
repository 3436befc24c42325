//! Which addresses are public, by IANA's registries of special-purpose addresses
//! (<https://www.iana.org/assignments/iana-ipv4-special-registry>, `iana-ipv6-special-registry`).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// IPv4 networks that are not public: the address and the length of the prefix.
const SPECIAL_V4: [(Ipv4Addr, u32); 16] = [
    // This network.
    (Ipv4Addr::new(0, 0, 0, 0), 8),
    // Private use.
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    // Shared by a carrier's customers.
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    // Loopback.
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    // Link-local; clouds tell their machines' secrets here.
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    // Private use.
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    // IETF protocol assignments.
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    // Documentation.
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    // Relays of 6to4, deprecated.
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    // Private use.
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    // Benchmarking.
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    // Documentation.
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    // Multicast.
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    // Reserved.
    (Ipv4Addr::new(240, 0, 0, 0), 4),
    // Broadcast.
    (Ipv4Addr::BROADCAST, 32),
];

/// The one IPv6 network that is public, except for what follows.
const GLOBAL_V6: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// Parts of it that are not.
const SPECIAL_V6: [(Ipv6Addr, u32); 4] = [
    // IETF protocol assignments: Teredo, benchmarking, ORCHID.
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    // Documentation.
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    // 6to4, which leads to the IPv4 address inside.
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    // Documentation.
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// NAT64: it leads to the IPv4 address in the last 32 bits (RFC 6052).
const NAT64: (Ipv6Addr, u32) = (Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96);

/// Whether an address belongs to the public internet: nothing private, local, shared, reserved, documented or multicast,
/// nor a form of IPv6 that leads to such an IPv4 address. IPv4 written as IPv6 (`::ffff:0:0/96`, `::/96`) is refused
/// whatever it says; NAT64 is judged by the address inside, because that is how an IPv6 network reaches IPv4.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) if is_in_v6(address, NAT64) => {
            let [.., high, low] = address.segments();
            is_public_v4(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)))
        }
        IpAddr::V6(address) => {
            is_in_v6(address, GLOBAL_V6)
                && !SPECIAL_V6.iter().any(|network| is_in_v6(address, *network))
        }
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    !SPECIAL_V4.iter().any(|(network, length)| {
        let differing = address.to_bits() ^ network.to_bits();
        differing.leading_zeros() >= *length
    })
}

fn is_in_v6(address: Ipv6Addr, (network, length): (Ipv6Addr, u32)) -> bool {
    (address.to_bits() ^ network.to_bits()).leading_zeros() >= length
}
