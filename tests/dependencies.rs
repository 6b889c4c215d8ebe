//! Licences and advisories of everything in `Cargo.lock`, checked without a network.

use std::path::Path;
use std::process::Command;

use semver::{Version, VersionReq};
use serde_json::Value;

/// Licences that go together with GPL-3.0-or-later. Of `A OR B` one suffices, of `A AND B` all are needed.
const ALLOWED: [&str; 15] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "GPL-3.0",
    "GPL-3.0+",
    "GPL-3.0-or-later",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn is_allowed(expression: &str) -> bool {
    let plain = expression.replace(['(', ')'], " ").replace('/', " OR ");
    let normal = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    // Without nested alternatives, which no dependency has: each part of an AND needs one of its ORs.
    normal.split(" AND ").all(|part| {
        part.split(" OR ")
            .any(|licence| ALLOWED.contains(&licence.trim()))
    })
}

#[test]
fn expressions_are_read() {
    assert!(is_allowed("MIT OR Apache-2.0"));
    assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(is_allowed("MIT/Apache-2.0"));
    assert!(is_allowed("LGPL-2.1-or-later OR MIT"));
    assert!(!is_allowed("SSPL-1.0"));
    assert!(!is_allowed("MIT AND SSPL-1.0"));
}

#[test]
fn every_dependency_has_a_licence_that_fits() {
    let version = Command::new(env!("CARGO")).arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .unwrap();
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .args(["--filter-platform", host])
        .current_dir(root())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&metadata.stderr);
    assert!(metadata.status.success(), "{said}");
    let metadata: Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 50);
    let misfits: Vec<String> = packages
        .iter()
        .filter(|package| !package["license"].as_str().is_some_and(is_allowed))
        .map(|package| format!("{} {}", package["name"], package["license"]))
        .collect();
    assert!(misfits.is_empty(), "{misfits:?}");
}

/// Name and version of every package of `Cargo.lock` that comes from a registry.
fn locked() -> Vec<(String, Version)> {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let field = |package: &str, name: &str| {
        let line = package.lines().find_map(|line| {
            let value = line.strip_prefix(name)?.strip_prefix(" = \"")?;
            value.strip_suffix('"').map(str::to_owned)
        });
        line.unwrap_or_default()
    };
    let packages = lock.split("[[package]]").skip(1);
    packages
        .filter(|package| {
            let source = field(package, "source");
            assert!(
                source.is_empty() || source.starts_with("registry+"),
                "{package}"
            );
            !source.is_empty()
        })
        .map(|package| {
            assert_eq!(field(package, "checksum").len(), 64, "{package}");
            let version = field(package, "version").parse().unwrap();
            (field(package, "name"), version)
        })
        .collect()
}

/// Whether `version` is in one of the ranges, which are separated by `|`.
fn is_in(version: &Version, ranges: &str) -> bool {
    let ranges = ranges.split('|').map(str::trim);
    let mut ranges = ranges.filter(|range| !range.is_empty());
    ranges.any(|range| {
        let range = VersionReq::parse(range).unwrap_or_else(|error| panic!("{range}: {error}"));
        range.matches(version)
    })
}

/// The advisories of [RustSec](https://rustsec.org) as kept in `.ci/advisories.tsv` that concern a package.
fn advisories(name: &str, version: &Version) -> Vec<String> {
    let list = std::fs::read_to_string(root().join(".ci/advisories.tsv")).unwrap();
    let rows: Vec<Vec<&str>> = list
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    assert!(rows.len() > 1000);
    rows.iter()
        .filter(|row| row[0] == name && !is_in(version, row[3]) && !is_in(version, row[4]))
        .map(|row| format!("{name} {version}: {} ({})", row[1], row[2]))
        .collect()
}

#[test]
fn no_advisory_concerns_a_locked_version() {
    let packages = locked();
    assert!(packages.len() > 50);
    let found: Vec<String> = packages
        .iter()
        .flat_map(|(name, version)| advisories(name, version))
        .collect();
    assert!(found.is_empty(), "{found:?}");
    // The check can fail: smallvec before 1.6.1 overran a buffer (RUSTSEC-2021-0003).
    assert!(!advisories("smallvec", &Version::new(1, 6, 0)).is_empty());
    assert!(advisories("smallvec", &Version::new(1, 13, 2)).is_empty());
}
