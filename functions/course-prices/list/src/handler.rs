//! `GET /coursePrices`: lists the price of every course for a country (contract, call 10).

use std::{collections::BTreeMap, sync::Arc};

use api::{ApiRequest, ApiResponse, ApiResult, CachePolicy, Endpoint};
use domain::{Country, CourseId, CoursePrice, PriceList};
use serde::Serialize;
use store::StoreError;

use crate::wiring::ListCoursePrices;

impl Endpoint for ListCoursePrices {
    /// The country's own prices, with the default list behind them: an unknown country has that alone.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let country = request.query("country").and_then(Country::by_english_name);
        let (default, own) = tokio::try_join!(self.prices(PriceList::Default), self.own_prices(country))?;

        let by_course: BTreeMap<&CourseId, &CoursePrice> = default
            .iter()
            .chain(own.iter().flat_map(|list| list.iter()))
            .map(|price| (&price.course, price))
            .collect();
        let data: Vec<CoursePriceView> = by_course.into_values().map(CoursePriceView::new).collect();
        ApiResponse::public(
            request,
            data,
            CachePolicy {
                max_age: self.max_age,
                is_translated: false,
            },
        )
    }

    async fn warm_up(&self) {
        self.prices(PriceList::Default).await.ok();
    }
}

impl ListCoursePrices {
    async fn own_prices(&self, country: Option<&'static Country>) -> Result<Option<Arc<Vec<CoursePrice>>>, StoreError> {
        match country {
            Some(country) => self.prices(PriceList::of(country)).await.map(Some),
            None => Ok(None),
        }
    }

    async fn prices(&self, list: PriceList) -> Result<Arc<Vec<CoursePrice>>, StoreError> {
        self.copies.get_or_fetch(list, self.table.list(list)).await
    }
}

/// A price on the wire.
#[derive(Serialize)]
struct CoursePriceView<'a> {
    id: String,
    course: &'a CourseId,
    /// Text: a JSON number would be read as a binary fraction.
    amount: String,
    currency: &'static str,
}

impl<'a> CoursePriceView<'a> {
    fn new(price: &'a CoursePrice) -> Self {
        Self {
            id: price.id(),
            course: &price.course,
            amount: price.money.amount(),
            currency: price.money.currency(),
        }
    }
}
