//! Where indexes are on many nodes, how long texts wait in their queue, and what failures do to both: the simulations'
//! tables.

use clap::Args;
use recollect_bench::placement::balancing::Balancer;
use recollect_bench::placement::persons::Persons;
use recollect_bench::placement::{Figures, Plan, simulate};
use recollect_bench::queue;

use crate::failure::Failure;

/// Passages of one text, as `docs/scale.md` has them.
const PASSAGES_A_TEXT: f64 = 1.3;

/// Options of the simulation.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Persons with a memory
    #[arg(long, default_value_t = 1_000_000)]
    persons: u32,
    /// Texts of each on average; few have much
    #[arg(long, default_value_t = 11_000.0)]
    texts: f64,
    /// The part of them who search within an hour
    #[arg(long, default_value_t = 0.05)]
    active: f64,
    /// Programs of each person, with a credential each
    #[arg(long, default_value_t = 1)]
    credentials: u32,
    /// Nodes at first
    #[arg(long, default_value_t = 100)]
    nodes: usize,
    /// Cores of a node
    #[arg(long, default_value_t = 4.0)]
    cores: f64,
    /// Memory for indexes of a node, in GiB
    #[arg(long, default_value_t = 10.0)]
    memory: f64,
    /// Only the balancers whose name begins so: haproxy, nginx, Caddy, any
    #[arg(long)]
    only: Option<String>,
    /// The queue in the place of indexes: so many persons send so many texts a second, `--persons 400 --nodes 4 --cores 1`
    #[arg(long)]
    queue: Option<f64>,
    /// Other persons, who come at other times
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The balancers, by the settings of `docs/hosting.md`.
const BALANCERS: [(&str, Balancer); 5] = [
    ("haproxy", Balancer::Haproxy { weight: 1 }),
    ("haproxy, `weight 16`", Balancer::Haproxy { weight: 16 }),
    ("nginx", Balancer::Nginx),
    ("Caddy", Balancer::Caddy),
    ("any node", Balancer::Random),
];

#[expect(clippy::print_stdout, reason = "the figures are the output")]
pub(crate) async fn run(options: Options) -> Result<(), Failure> {
    if options.nodes < 2 || options.persons == 0 {
        return Err("there are to be two nodes or more, since one fails, and somebody".into());
    }
    if let Some(texts_per_second) = options.queue {
        return run_queue(&options, texts_per_second).await;
    }
    let wanted = BALANCERS.iter().filter(|(name, _)| {
        let only = options.only.as_deref().unwrap_or_default();
        name.starts_with(only)
    });
    let mut figures = Vec::new();
    for (name, balancer) in wanted {
        figures.push((*name, simulate(&plan(&options, *balancer))));
    }
    let stretches = figures.first().map(|(_, all)| all.iter());
    let stretches = stretches.into_iter().flatten().map(|of| of.stretch.name);
    println!(
        "Four figures are of: {}.",
        stretches.collect::<Vec<_>>().join("; ")
    );
    println!("\n{HEAD}");
    for (name, all) in &figures {
        println!("| {name} | {} |", cells(all).join(" | "));
    }
    Ok(())
}

/// What a text takes of a core: 118 a second on two.
const TEXT_S: f64 = 2.0 / 118.0;
/// How long each of the queue's stretches is.
const STRETCH_S: f64 = 40.0;

#[expect(clippy::print_stdout, reason = "the figures are the output")]
async fn run_queue(options: &Options, texts_per_second: f64) -> Result<(), Failure> {
    let plan = queue::Plan {
        persons: options.persons,
        nodes: options.nodes,
        cores: options.cores,
        texts_per_second,
        text_s: TEXT_S,
        stretch_s: STRETCH_S,
        seed: options.seed,
    };
    println!(
        "| | texts | p50, s | p99, s | longest, s | longer than 5 s |\n|---|---|---|---|---|---|"
    );
    for of in queue::simulate(&plan).await? {
        println!(
            "| {} | {} | {:.2} | {:.2} | {:.1} | {} |",
            of.name,
            of.texts(),
            of.quantile_s(0.5),
            of.quantile_s(0.99),
            of.quantile_s(1.0),
            of.longer_than(5.0)
        );
    }
    Ok(())
}

const HEAD: &str = "| to | index there, % | wait longer than 1 s, % | wait, p99 of all searches, s | have another node, % | the busiest node: times the mean, cores | PostgreSQL, cores | broken off |
|---|---|---|---|---|---|---|---|";

fn cells(all: &[Figures]) -> Vec<String> {
    let each = |of: &dyn Fn(&Figures) -> String| all.iter().map(of).collect::<Vec<_>>().join(", ");
    let always = &all[0];
    let busiest = all.iter().map(Figures::busiest_cores);
    let database = all.iter().map(Figures::database_cores);
    let broken_off: u64 = all.iter().map(|of| of.broken_off).sum();
    vec![
        each(&|of| format!("{:.1}", of.hit_rate() * 100.0)),
        each(&|of| format!("{:.1}", of.waited_longer_than(1.0) * 100.0)),
        each(&|of| format!("{:.1}", of.wait_s(0.99))),
        each(&|of| format!("{:.0}", of.moved * 100.0)),
        format!(
            "{:.2}, {:.1}",
            always.busiest_by_mean(),
            busiest.fold(0.0, f64::max)
        ),
        format!("{:.1}", database.fold(0.0, f64::max)),
        broken_off.to_string(),
    ]
}

fn plan(options: &Options, balancer: Balancer) -> Plan {
    Plan {
        persons: Persons {
            count: options.persons,
            mean_passages: options.texts * PASSAGES_A_TEXT,
            active_in_an_hour: options.active,
            credentials: options.credentials,
            seed: options.seed,
        },
        nodes: options.nodes,
        cores: options.cores,
        budget_bytes: (options.memory * f64::from(1 << 30)) as usize,
        balancer,
    }
}
