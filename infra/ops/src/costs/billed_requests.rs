//! The requests to AWS of one API request, in the units that AWS bills.

use super::data::{Call, Calls};

const BYTES_PER_WRITE_UNIT: u32 = 1024;
const BYTES_PER_READ_UNIT: u32 = 4096;

/// The billed requests to AWS of one API request.
#[derive(Debug, Default, PartialEq)]
pub(super) struct BilledRequests {
    pub(super) reads: f64,
    pub(super) writes: f64,
    pub(super) s3_reads: f64,
    pub(super) s3_writes: f64,
    pub(super) mails: f64,
}

/// Converts the requests of `calls.toml` to billed units. An unknown request is an error, so that its costs are not missed.
pub(super) fn billed_requests(calls: &Calls, call: &Call) -> Result<BilledRequests, String> {
    let mut billed = BilledRequests {
        writes: call.index_writes,
        s3_writes: call.s3_writes,
        ..BilledRequests::default()
    };
    for request in &call.asks {
        let mut parts = request.split(' ');
        match (parts.next(), parts.next()) {
            (Some("dynamodb"), Some("GetItem" | "Query")) => {
                billed.reads += calls.units(item_of(parts.next())?, BYTES_PER_READ_UNIT)?;
            }
            (Some("dynamodb"), Some("Scan")) => {
                let bytes = call.scanned * f64::from(calls.bytes(item_of(parts.next())?)?);
                billed.reads += (bytes / f64::from(BYTES_PER_READ_UNIT)).ceil();
            }
            (Some("dynamodb"), Some("UpdateItem" | "PutItem" | "DeleteItem")) => {
                billed.writes += calls.units(item_of(parts.next())?, BYTES_PER_WRITE_UNIT)?;
            }
            // Its items are added below.
            (Some("dynamodb"), Some("TransactWriteItems")) if !call.transaction.is_empty() => {}
            (Some("s3"), Some("GetObject")) => billed.s3_reads += 1.0,
            // S3 deletes are free, and SES bills only emails.
            (Some("s3"), Some("DeleteObject" | "DeleteObjectTagging" | "AbortMultipartUpload"))
            | (Some("ses"), Some("GetSuppressedDestination"))
            // The function that it invokes is a call of its own.
            | (Some("lambda"), Some("Invoke")) => {}
            (Some("s3"), Some(_)) => billed.s3_writes += 1.0,
            (Some("ses"), Some("SendEmail")) => billed.mails += 1.0,
            _ => return Err(format!("{}: the price of {request:?} is unknown", call.name)),
        }
    }
    for item in &call.transaction {
        billed.writes += 2.0 * calls.units(item, BYTES_PER_WRITE_UNIT)?;
    }
    Ok(billed)
}

/// The key in `calls.toml` of a table's largest item.
fn item_of(table: Option<&str>) -> Result<&'static str, String> {
    match table {
        Some("users") => Ok("user"),
        Some("attempts") => Ok("attempt"),
        Some("passwordResets") => Ok("reset"),
        Some("files") => Ok("file"),
        Some("uploads") => Ok("upload"),
        Some("courses") => Ok("course"),
        Some("courseDetails") => Ok("course-details"),
        // Few users have records of operators, which are as small.
        Some("payments" | "audit") => Ok("payment"),
        Some("placeRequests") => Ok("place-request"),
        other => Err(format!("the item size of {other:?} is unknown")),
    }
}

impl Calls {
    pub(super) fn named(&self, name: &str) -> Result<&Call, String> {
        let call = self.all.iter().find(|call| call.name == name);
        call.ok_or_else(|| format!("infra/costs/calls.toml has no call {name:?}"))
    }

    pub(super) fn bytes(&self, item: &str) -> Result<u32, String> {
        let bytes = self.items.get(item).copied();
        bytes.ok_or_else(|| format!("infra/costs/calls.toml has no item {item:?}"))
    }

    fn units(&self, item: &str, bytes_per_unit: u32) -> Result<f64, String> {
        Ok(f64::from(self.bytes(item)?.div_ceil(bytes_per_unit)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test panics when it fails")]

    use super::*;

    fn billed(call: &str) -> Result<BilledRequests, String> {
        let source = format!(
            "[items]\nuser = 1200\nclaim = 128\nattempt = 128\n\n[[call]]\nname = \"call\"\nfunction = \"Function\"\nmilliseconds = 1\nstart = 1\n{call}"
        );
        let calls: Calls = toml::from_str(&source).unwrap();
        billed_requests(&calls, calls.named("call").unwrap())
    }

    #[test]
    fn bills_each_kilobyte_of_a_write_and_a_transaction_twice() {
        let call = r#"
            asks = ["dynamodb UpdateItem attempts", "dynamodb UpdateItem users", "dynamodb TransactWriteItems users", "ses SendEmail"]
            transaction = ["user", "claim"]
        "#;
        let expected = BilledRequests {
            writes: 1.0 + 2.0 + 2.0 * (2.0 + 1.0),
            mails: 1.0,
            ..BilledRequests::default()
        };
        assert_eq!(billed(call), Ok(expected));
    }

    #[test]
    fn bills_each_four_kilobytes_of_a_read() {
        let expected = BilledRequests {
            reads: 2.0,
            ..BilledRequests::default()
        };
        let call = r#"asks = ["dynamodb GetItem users", "dynamodb Query attempts"]"#;
        assert_eq!(billed(call), Ok(expected));
    }

    #[test]
    fn bills_the_items_of_a_scan_together() {
        let expected = BilledRequests {
            reads: 6.0,
            ..BilledRequests::default()
        };
        let call = r#"
            asks = ["dynamodb Scan users"]
            scanned = 20
        "#;
        assert_eq!(billed(call), Ok(expected));
    }

    #[test]
    fn refuses_a_request_without_a_price() {
        assert!(billed(r#"asks = ["sqs SendMessage"]"#).is_err());
    }
}
