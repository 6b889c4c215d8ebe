//! LaTeX for the package `diagram` of Brand and Höning; always German letters.
//!
//! Read is every environment `diagram` of a document, whatever stands around it. Line breaks `\\` and blanks `~` of a
//! solution are kept; other commands of TeX are taken for what they print.

mod read;
mod tex;
mod write;

pub(super) use read::read;
pub(super) use write::export;
