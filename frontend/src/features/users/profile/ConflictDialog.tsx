import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Country } from '#entities/country/country.ts';
import { useCourses } from '#entities/course/api.ts';
import { profileFieldsOf, type ProfileFields } from '#entities/user/api.ts';
import { formatDate } from '#i18n/formatDate.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { Button } from '#ui/Button.tsx';
import { AppDialog } from '#ui/dialog/AppDialog.tsx';
import { isSameValue, type ProfileField, type Conflict } from './api.ts';
import styles from './ConflictDialog.module.css';

interface ConflictDialogProps {
  conflict: Conflict;
  countries: Country[];
  onResolve: (chosen: ProfileFields) => void;
  /** Back to editing; nothing is saved, and nothing is lost. */
  onCancel: () => void;
}

/** Lists the fields that were changed here and elsewhere, and lets the user choose a version of each. */
export function ConflictDialog({ conflict, countries, onResolve, onCancel }: ConflictDialogProps) {
  const { t } = useTranslation(['profile', 'userFields']);
  const theirs = profileFieldsOf(conflict.theirs.user);
  const [chosen, setChosen] = useState(conflict.mine);
  const displayValue = useDisplayValue(countries);

  return (
    <AppDialog
      maxWidth="sm"
      onClose={onCancel}
      open
      paper={styles.paper}
      title={t('conflict.title')}
    >
      <p className={styles.text}>{t('conflict.text')}</p>
      {conflict.fields.map((field) => (
        <fieldset className={styles.field} key={field}>
          <legend className={styles.name}>{t(`userFields:${field}`)}</legend>
          {([conflict.mine, theirs] as const).map((version) => (
            <label className={styles.version} key={version === theirs ? 'theirs' : 'mine'}>
              <input
                checked={isSameValue(chosen[field], version[field])}
                className={styles.radio}
                name={field}
                onChange={() => {
                  setChosen({ ...chosen, [field]: version[field] });
                }}
                type="radio"
              />
              <span>
                <span className={styles.source}>
                  {t(version === theirs ? 'conflict.theirs' : 'conflict.mine')}
                </span>{' '}
                <span>
                  {field === 'courses' ? (
                    <CourseNames ids={version.courses ?? []} />
                  ) : (
                    <bdi>{displayValue(field, version) || t('conflict.empty')}</bdi>
                  )}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div className={styles.actions}>
        <Button variant="outlined" onClick={onCancel}>
          {t('conflict.cancel')}
        </Button>
        <Button
          onClick={() => {
            onResolve(chosen);
          }}
        >
          {t('conflict.save')}
        </Button>
      </div>
    </AppDialog>
  );
}

function useDisplayValue(countries: Country[]) {
  const { code: language, dates } = useLanguage();
  return (field: Exclude<ProfileField, 'courses'>, version: ProfileFields): string => {
    const value = version[field];
    if (field === 'country') {
      return countries.find(({ names }) => names.en === value)?.names[language] ?? value;
    }
    if (field === 'birthdate' && value) {
      return formatDate(dates, new Date(value), { timeZone: 'UTC' });
    }
    return value;
  };
}

function CourseNames({ ids }: { ids: readonly string[] }) {
  const { dates } = useLanguage();
  const { data: courses } = useCourses();
  const names = ids.map((id) => courses?.find(({ _id }) => _id === id)?.name ?? id);
  return <bdi>{intlFormat('ListFormat', dates, {}).format(names)}</bdi>;
}
