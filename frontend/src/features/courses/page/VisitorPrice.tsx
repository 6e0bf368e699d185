import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import countries from 'virtual:operator/countries';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Notice, useQueryFailure } from '#ui/Notice.tsx';
import {
  useCoursePrices,
  countryNameOf,
  OTHER,
  rememberCountry,
  visitorCountry,
  Price,
  useTaxNote,
} from '../prices.tsx';
import memberStyles from './MemberEnrolment.module.css';
import styles from './VisitorPrice.module.css';

/** The price of a course for visitors, in their country, which they can change. */
export function VisitorPrice({ courseId }: { courseId: string }) {
  const { t } = useTranslation('coursePrices');
  const { code: language } = useLanguage();
  const id = useId();
  const tax = useTaxNote();
  const [code, setCode] = useState(visitorCountry);
  const country = countryNameOf(code);
  const query = useCoursePrices(country, []);
  const failure = useQueryFailure(query, country);
  const price = query.data?.get(courseId);
  const { compare } = new Intl.Collator(language);

  if (query.data && !price) {
    return null;
  }
  return (
    <div className={styles.visitor}>
      {failure ? (
        <Notice {...failure} title={t('failed')} />
      ) : (
        <p className={memberStyles.price} role="status">
          <span className={memberStyles.secondary}>{t('price')}</span>
          <Price className={memberStyles.amount} country={country} price={price} />
        </p>
      )}
      <label className={styles.country} htmlFor={id}>
        <span className={memberStyles.secondary}>{t('country')}</span>
        <select
          id={id}
          onChange={({ target }) => {
            setCode(target.value);
            rememberCountry(target.value);
          }}
          value={code}
        >
          {countries
            .toSorted((one, other) => compare(one.names[language], other.names[language]))
            .map(({ code, names }) => (
              <option key={code} value={code}>
                {names[language]}
              </option>
            ))}
          <option value={OTHER}>{t('otherCountry')}</option>
        </select>
      </label>
      {tax && <p className={memberStyles.secondary}>{tax}</p>}
    </div>
  );
}
