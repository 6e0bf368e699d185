import { useQuery } from '@tanstack/react-query';
import countries from 'virtual:operator/countries';
import priceSettings from 'virtual:operator/prices';
import { useTranslation } from 'react-i18next';
import { client, dataOf } from '#api/client.ts';
import { queryClient } from '#api/queryClient.ts';
import type { components } from '#api/schema.d.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { browserCountries, COUNTRY_KEY, writeDatesForVisitor } from '#i18n/readerCountry.ts';
import { readStored, writeStored } from '#lib/storage.ts';
import { formatPrice } from '#entities/course/formatPrice.ts';
import styles from './components/CourseCard.module.css';

export type CoursePrice = components['schemas']['CoursePrice'];

export type CoursePrices = ReadonlyMap<string, CoursePrice>;

/**
 * The prices of a country, by its English name. An empty one has the default price list, in another currency, and so nothing is fetched
 * while the country is unknown (contract, call 10).
 *
 * @param key the beginning of the key of the query.
 */
export function useCoursePrices(country: string | undefined, key: readonly unknown[]) {
  const lang = useLanguage().code;
  return useQuery(
    {
      queryKey: [...key, 'coursePrices', lang, country],
      queryFn: ({ signal }) => {
        const query = { lang, country: country ?? '' };
        return dataOf(client.GET('/coursePrices', { params: { query }, signal }));
      },
      enabled: country !== undefined,
      select: byCourse,
    },
    queryClient,
  );
}

function byCourse(prices: CoursePrice[]): CoursePrices {
  return new Map(prices.map((price) => [price.course, price]));
}

/** Any country without a price list of its own. */
export const OTHER = '';

/** The code of the country that the visitor has chosen, or else that of the browser's languages, if it has a price list of its own. */
export function visitorCountry(): string {
  const chosen = readStored(COUNTRY_KEY);
  const candidates = chosen === null ? browserCountries() : [chosen];
  return countries.find(({ code }) => candidates.includes(code))?.code ?? OTHER;
}

export function rememberCountry(code: string): void {
  writeStored(COUNTRY_KEY, code);
  writeDatesForVisitor();
}

/** The English name of a country with a price list, by which the API knows it. Empty for any other. */
export function countryNameOf(code: string): string {
  return countries.find((each) => each.code === code)?.names.en ?? OTHER;
}

/** Whether prices include tax, where the operator has said so. */
export function useTaxNote(): string | undefined {
  const { t } = useTranslation('coursePrices');
  return priceSettings.tax === 'none' ? undefined : t(`tax.${priceSettings.tax}`);
}

/** It keeps the room of a price that loads. */
const NO_BREAK_SPACE = '\u00a0';

interface PriceProps {
  price: CoursePrice | undefined;
  /** The English name of the country whose price it is. */
  country: string;
  className?: string | undefined;
}

/** A price, left-to-right in Arabic too, or "US$" would be reordered. */
export function Price({ price, country, className }: PriceProps) {
  const { code: language } = useLanguage();
  return (
    <bdi className={className} dir="ltr">
      {price ? formatPrice(price, language, country) : NO_BREAK_SPACE}
    </bdi>
  );
}

export function CardPrice(price: Omit<PriceProps, 'className'>) {
  const { t } = useTranslation('coursePrices');
  return (
    <span className={styles.price}>
      {price.price && <span className="visually-hidden">{`${t('price')} `}</span>}
      <Price {...price} />
    </span>
  );
}
