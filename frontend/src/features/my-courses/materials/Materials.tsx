import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '#api/schema.d.ts';
import { Notice } from '#ui/Notice.tsx';
import { useQueryFailure } from '#ui/useQueryFailure.ts';
import styles from '../PlacePage.module.css';
import { useMaterials } from './api.ts';

type Material = components['schemas']['Material'];

interface MaterialsProps {
  courseId: string;
  runId: string;
}

/** The links of a run for those who take part. Nothing when there are none. */
export function Materials({ courseId, runId }: MaterialsProps) {
  const { t } = useTranslation('myPlace');
  const id = useId();
  const query = useMaterials(courseId, runId);
  const failure = useQueryFailure(query);
  const materials = query.data ?? [];
  if (failure && materials.length === 0) {
    return <Notice {...failure} title={t('materials.failed')} />;
  }
  return (
    materials.length > 0 && (
      <section aria-labelledby={id} className={styles.part}>
        <h2 className={styles.title} id={id}>
          {t('materials.title')}
        </h2>
        <ul className={styles.materials}>
          {materials.map((material) => (
            <MaterialLink key={material.url} {...material} />
          ))}
        </ul>
      </section>
    )
  );
}

/** The title is in one language, which can differ from that of the page. */
function MaterialLink({ session, title, url }: Material) {
  const { t } = useTranslation('myPlace');
  return (
    <li>
      <a href={url} rel="noreferrer" target="_blank">
        <bdi>{title}</bdi>
      </a>
      {session !== undefined && <span>{t('materials.session', { number: session })}</span>}
    </li>
  );
}
