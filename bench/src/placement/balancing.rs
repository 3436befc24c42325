//! How balancers send a credential to a node: the hashes of those that `docs/hosting.md` shows.

use rand::Rng;
use rand::rngs::SmallRng;

/// Which balancer, with the settings that the documents show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Balancer {
    /// `hash-type consistent sdbm avalanche`, with this `weight` of every server.
    Haproxy {
        /// From 1, which is the default, to 256.
        weight: u32,
    },
    /// `hash … consistent`.
    Nginx,
    /// `lb_policy header` of Caddy: rendezvous. Its hash is xxHash, in whose place another one stands here that spreads as well.
    Caddy,
    /// Any node for every request, as without a hash.
    Random,
}

/// What is hashed of a credential, once.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    sdbm: u32,
    crc: u32,
    wide: u64,
}

impl Key {
    /// The key of what a header holds.
    pub fn of(header: &str) -> Self {
        let bytes = header.as_bytes();
        Self {
            sdbm: avalanche(sdbm(bytes)),
            crc: !crc32(!0, bytes),
            wide: bytes
                .chunks(8)
                .fold(0, |hash, chunk| mixed(hash ^ word(chunk))),
        }
    }
}

/// A balancer before nodes, of which it knows which are up.
#[derive(Debug, Clone)]
pub struct Balance {
    balancer: Balancer,
    is_up: Vec<bool>,
    /// The ring of those that are up: points in their order, each with its node.
    points: Vec<(u32, usize)>,
}

impl Balance {
    /// Before nodes of which these are up.
    pub fn new(balancer: Balancer, is_up: &[bool]) -> Self {
        let up = (0..is_up.len()).filter(|&node| is_up[node]);
        let mut points: Vec<(u32, usize)> = match balancer {
            Balancer::Haproxy { weight } => up
                .flat_map(|node| haproxy_points(node, weight).map(move |point| (point, node)))
                .collect(),
            Balancer::Nginx => up
                .flat_map(|node| {
                    nginx_points(node)
                        .into_iter()
                        .map(move |point| (point, node))
                })
                .collect(),
            Balancer::Caddy | Balancer::Random => Vec::new(),
        };
        points.sort_unstable();
        Self {
            balancer,
            is_up: is_up.to_vec(),
            points,
        }
    }

    /// The node that a request goes to; some node must be up.
    pub fn node_of(&self, key: Key, dice: &mut SmallRng) -> usize {
        match self.balancer {
            Balancer::Haproxy { .. } => self.nearest(key.sdbm),
            Balancer::Nginx => self.next(key.crc).1,
            Balancer::Caddy => {
                let up = (0..self.is_up.len()).filter(|&node| self.is_up[node]);
                let weight = |node: &usize| mixed(key.wide ^ mixed(*node as u64 + 1));
                up.max_by_key(weight).unwrap_or_default()
            }
            Balancer::Random => loop {
                let node = dice.random_range(0..self.is_up.len());
                if self.is_up[node] {
                    return node;
                }
            },
        }
    }

    /// The first point from a hash on, around the ring.
    fn next(&self, hash: u32) -> (u32, usize) {
        let place = self.points.partition_point(|(point, _)| *point < hash);
        self.points[place % self.points.len()]
    }

    /// The node of the point that is nearest to a hash: the one before it, of equals.
    fn nearest(&self, hash: u32) -> usize {
        let place = self.points.partition_point(|(point, _)| *point < hash);
        let before = self.points[(place + self.points.len() - 1) % self.points.len()];
        let after = self.next(hash);
        if hash.wrapping_sub(before.0) <= after.0.wrapping_sub(hash) {
            before.1
        } else {
            after.1
        }
    }
}

/// Sixteen points for each unit of weight, by the place of the server in the configuration (`lb_chash.c`).
fn haproxy_points(node: usize, weight: u32) -> impl Iterator<Item = u32> {
    let server = (node as u32 + 1) * 4_096;
    (0..16 * weight).map(move |point| avalanche(server + point))
}

/// 160 points by the address of the server (`ngx_http_upstream_hash_module.c`): here 127.0.0.1, from port 28401 on.
fn nginx_points(node: usize) -> Vec<u32> {
    let port = (28_401 + node).to_string();
    let base = crc32(crc32(crc32(!0, b"127.0.0.1"), b"\0"), port.as_bytes());
    let mut points = Vec::with_capacity(160);
    let mut previous = 0_u32;
    for _ in 0..160 {
        previous = !crc32(base, &previous.to_le_bytes());
        points.push(previous);
    }
    points
}

fn sdbm(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0_u32, |hash, byte| {
        let shifted = (hash << 6).wrapping_add(hash << 16);
        u32::from(*byte).wrapping_add(shifted).wrapping_sub(hash)
    })
}

/// What haproxy calls so, `full_hash`: Bob Jenkins' integer hash, times a prime.
fn avalanche(hash: u32) -> u32 {
    let mut a = hash;
    a = a.wrapping_add(0x7ed5_5d16).wrapping_add(a << 12);
    a = (a ^ 0xc761_c23c) ^ (a >> 19);
    a = a.wrapping_add(0x1656_67b1).wrapping_add(a << 5);
    a = a.wrapping_add(0xd3a2_646c) ^ (a << 9);
    a = a.wrapping_add(0xfd70_46c5).wrapping_add(a << 3);
    a = (a ^ 0xb55a_4f09) ^ (a >> 16);
    a.wrapping_mul(3_221_225_473)
}

/// The checksum of Ethernet, continued over further bytes; neither begun nor ended here.
fn crc32(begun: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(begun, |checksum, byte| {
        (0..8).fold(checksum ^ u32::from(*byte), |rest, _| {
            (rest >> 1) ^ (0xedb8_8320 & 0_u32.wrapping_sub(rest & 1))
        })
    })
}

fn word(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// A number that looks like a random one, another for each: `SplitMix64`.
pub(super) fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
