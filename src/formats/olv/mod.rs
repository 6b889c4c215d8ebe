//! olv, the YAML of YACPDB: one document per problem.
//!
//! Positions have the letters of English problemists (S is the knight), options and conditions stand in one list
//! and are told apart by Popeye's words, twins are Popeye's. What our own problems have beyond that stands in
//! comments that begin with `beruehrt:`; it is read back.

mod document;
mod kept;
mod read;
mod write;

pub(super) use kept::export;
pub(super) use read::read;
