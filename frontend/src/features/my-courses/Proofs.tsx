import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyCourse } from '#entities/my-courses/api.ts';
import { Quotation } from '#entities/my-courses/CourseState.tsx';
import { formatDate } from '#i18n/formatDate.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { SendProof } from './SendProof.tsx';
import styles from './PlacePage.module.css';

interface ProofsProps {
  courseId: string;
  place: NonNullable<MyCourse['place']>;
}

/** What the user has sent to show a payment, and what else they can send while the place waits for it. */
export function Proofs({ courseId, place: { proofs = [], proofsLeft } }: ProofsProps) {
  const { t } = useTranslation(['myPlace', 'myCourses']);
  const { dates } = useLanguage();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  return (
    <>
      {proofs.length > 0 && (
        <div className={styles.proofs} ref={list} tabIndex={-1}>
          <h3 className={styles.subtitle} id={id}>
            {t('proof.list')}
          </h3>
          <ul aria-labelledby={id}>
            {proofs.map(({ name, state, sentAt, reason }, index) => (
              <li key={index}>
                <p className={styles.receipt}>
                  <bdi>{name}</bdi>
                  <span>{t('proof.sentOn', { date: formatDate(dates, new Date(sentAt)) })}</span>
                  <span className={styles.strong}>{t(`proof.states.${state}`)}</span>
                </p>
                {reason && <Quotation label={t('myCourses:reason')} text={reason} />}
              </li>
            ))}
          </ul>
        </div>
      )}
      {proofsLeft === 0 && <p>{t('proof.noneLeft')}</p>}
      {proofsLeft !== undefined && proofsLeft > 0 && (
        <SendProof
          courseId={courseId}
          left={proofsLeft}
          onSent={() => {
            // The button that sent the file is gone.
            list.current?.focus();
          }}
        />
      )}
    </>
  );
}
