//! The JSON schemas of the records, made from their types.

use schemars::{JsonSchema, schema_for};
use serde_json::Value;

use super::{
    CheckedRecord, ErrorRecord, HistoriesRecord, Placed, SolveRecord, TouchRecord, VerifyRecord,
};

/// The schema of every record by the name of the command that prints it; `error` is what stands for a problem that
/// could not be read or solved, `check` what `histories --check` prints.
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("solve", schema::<Placed<'static, SolveRecord<'static>>>()),
        (
            "histories",
            schema::<Placed<'static, HistoriesRecord<'static>>>(),
        ),
        ("verify", schema::<Placed<'static, VerifyRecord<'static>>>()),
        ("touch", schema::<TouchRecord>()),
        ("check", schema::<CheckedRecord>()),
        ("error", schema::<ErrorRecord>()),
    ]
}

fn schema<T: JsonSchema>() -> Value {
    schema_for!(T).to_value()
}
