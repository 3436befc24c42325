//! Nothing leaves the machine: the tests of the service pass where there is no network but loopback.

use std::process::Command;

/// Brings the loopback device of a new network namespace up, and becomes the program it is given.
const IN_A_NAMESPACE: &str = "
import fcntl, os, socket, struct, sys
device = struct.pack('16sh', b'lo', 0x41)  # IFF_UP | IFF_RUNNING
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
    fcntl.ioctl(control, 0x8914, device)  # SIOCSIFFLAGS
try:
    socket.create_connection(('192.0.2.1', 443), 2)
except OSError:
    os.execv(sys.argv[1], sys.argv[1:])
sys.exit('there is a network')
";

/// What needs PostgreSQL, clients that others wrote or a browser, what has nothing to do with the service, what takes long
/// and asks nothing else of it, and what would come back here.
const SKIPPED: [&str; 17] = [
    "postgres",
    "on_both_engines",
    "failover",
    "trouble::a",
    "limits::nodes",
    "doctor::a_schema",
    "lost_commits",
    "logs::a_text_that_failed",
    "clients",
    "official_libraries",
    "pages",
    "architecture",
    "hosting",
    "crash",
    "full_disk",
    "histories",
    "no_network",
];

#[test]
fn the_service_passes_its_tests_where_there_is_no_network() {
    let tests = std::env::current_exe().unwrap();
    let output = Command::new("unshare")
        .args(["--map-root-user", "--net", "python3", "-c", IN_A_NAMESPACE])
        .arg(tests)
        .args(SKIPPED.iter().flat_map(|name| ["--skip", name]))
        .env_remove("RECOLLECT_UPDATE_DOCS")
        .output()
        .expect("unshare is part of every Debian (util-linux)");
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{complained}");
    assert!(said.contains("journey::"), "{said}");
}
