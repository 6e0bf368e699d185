//! `GET /coursePrices`: lists the price of every course for a country (contract, call 10).

mod view;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use api::{ApiRequest, ApiResponse, ApiResult, CachePolicy, Endpoint, WarmUp};
use app::wired;
use domain::{Country, CourseId, CoursePrice, PriceList};
use platform::{cache::TimedCache, warm_up};
use store::{StoreError, course_prices::CoursePricesTable};

use view::CoursePriceView;

wired! {
    pub struct ListCoursePrices(wiring) {
        table: CoursePricesTable = wiring.course_prices()?,
        /// One entry per price list. There are no more price lists than countries.
        cache: TimedCache<PriceList, Vec<CoursePrice>> = TimedCache::new(wiring.environment().catalogue_max_age()?),
        max_age: Duration = wiring.environment().catalogue_max_age()?,
    }
}

impl Endpoint for ListCoursePrices {
    /// A country's own prices take precedence over the default prices. An unknown country has only the default ones.
    async fn handle(&self, request: &ApiRequest) -> ApiResult<ApiResponse> {
        let country = request.query("country").and_then(Country::by_english_name);
        let (default_prices, own_prices) = tokio::try_join!(self.prices(PriceList::Default), self.own_prices(country))?;

        let by_course: BTreeMap<&CourseId, &CoursePrice> = default_prices
            .iter()
            // Later entries replace earlier ones.
            .chain(own_prices.iter().flat_map(|list| list.iter()))
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
}

impl WarmUp for ListCoursePrices {
    async fn warm_up(&self) {
        warm_up::finish(self.prices(PriceList::Default).await);
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
        self.cache.get_or_last(list, self.table.list(list)).await
    }
}
