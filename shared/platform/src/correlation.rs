//! The id by which the log lines of a request are found, in every function that the request reaches.

tokio::task_local! {
    static ID: String;
}

/// Runs a part of an invocation that has that id.
pub async fn scope<T>(id: &str, work: impl Future<Output = T>) -> T {
    ID.scope(id.to_owned(), work).await
}

/// The id of the current invocation. None outside of one, as in the operator's tool.
pub fn current() -> Option<String> {
    ID.try_with(Clone::clone).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn is_known_in_its_scope_only() {
        assert_eq!(scope("r1", async { current() }).await.as_deref(), Some("r1"));
        assert_eq!(current(), None);
    }
}
