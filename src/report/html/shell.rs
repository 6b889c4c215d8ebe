//! The file around the records: head, controls, style sheet, script.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use maud::{DOCTYPE, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::picture::PIECES;

const STYLE: &str = include_str!("page/page.css");

/// What draws a problem with its records: words, boards, steps of play, an article.
const ARTICLES: &str = concat!(
    include_str!("page/words.js"),
    "\n",
    include_str!("page/board.js"),
    "\n",
    include_str!("page/steps.js"),
    "\n",
    include_str!("page/phases.js"),
    "\n",
    include_str!("page/evidence.js"),
    include_str!("page/taken.js"),
    "\n",
    include_str!("page/article.js"),
    "\n",
);

/// The page around them.
const AROUND: &str = include_str!("page/page.js");

/// What a page of another kind needs to show an [`Entry`](super::Entry) as this one does.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Components {
    /// The style sheet.
    pub style: &'static str,
    /// Script without a scope of its own: `new Article(entry, number).element` draws an entry, given as JSON.
    pub script: &'static str,
    /// The men as symbols of an SVG, to be part of the page.
    pub symbols: String,
}

impl Components {
    /// The components as this version of the program has them.
    pub fn current() -> Components {
        Components {
            style: STYLE,
            script: ARTICLES,
            symbols: PIECES.replacen("<svg ", "<svg class=\"symbols\" aria-hidden=\"true\" ", 1),
        }
    }
}

/// The parts of a page between which its data stand.
pub(super) struct Shell {
    pub(super) before_outline: String,
    pub(super) before_records: String,
    pub(super) after_records: String,
}

/// Stands where data go; never part of a page.
const GAP: &str = "\u{0}";

/// The shell of a page in a language, with a title for readers without scripts.
pub(super) fn shell(language: &str, title: &str) -> Shell {
    let script = format!("\"use strict\";\n(() => {{\n{ARTICLES}\n{AROUND}\n}})();\n");
    let policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(&script)
    );
    let Components { symbols, .. } = Components::current();
    let gap = PreEscaped(GAP);
    let page = html! {
        (DOCTYPE)
        html lang=(language) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(concat!("beruehrt ", env!("CARGO_PKG_VERSION")));
                title { (title.replace(crate::report::sanitize::is_hostile, "\u{FFFD}")) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (PreEscaped(symbols))
                header class="page-head" {
                    h1 {}
                    button type="button" id="language" {}
                    label { span id="letters-name" {} " " select id="letters" {} }
                    button type="button" id="theme" {}
                    button type="button" id="print" {}
                }
                main {}
                footer class="page-foot" { p id="help" {} p { (concat!("beruehrt ", env!("CARGO_PKG_VERSION"))) } }
                noscript { p { "This page draws its boards with a script that is part of the file. / Diese Seite zeichnet ihre Bretter mit einem Skript, das in der Datei steht. / Cette page dessine ses échiquiers avec un script contenu dans le fichier." } }
                script type="application/json" id="outline" { (gap) }
                script type="application/jsonl" id="records" { (gap) }
                script { (PreEscaped(script)) }
            }
        }
    }
    .into_string();
    let mut parts = page.split(GAP).map(str::to_owned);
    let mut part = || parts.next().expect("two gaps make three parts");
    Shell {
        before_outline: part(),
        before_records: part(),
        after_records: part(),
    }
}

/// The source expression of a Content-Security-Policy that allows an element with this text.
fn hash(text: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(text)))
}
