import { useTranslation } from 'react-i18next';
import { courseTypes } from '#entities/course/api/listCourses.ts';
import { languageNames } from '#entities/course/languageNames.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import type { Criteria } from './criteria.ts';

/** A criterion that is chosen from a list. */
export type ChosenName = Exclude<keyof Criteria, 'q'>;

/** The values to choose from. `start` is in months from today. */
export const optionsOf = {
  group: courseTypes,
  level: ['beginner', 'intermediate', 'advanced'],
  language: languages.map(({ code }): LanguageCode => code),
  start: ['1', '3', '6'],
  sort: ['start', 'price'],
} as const satisfies Record<ChosenName, readonly string[]>;

type OptionOf<Name extends ChosenName> = (typeof optionsOf)[Name][number];

/** Returns whether a value, which may come from a URL, is one of the options. */
export function isOption<Name extends ChosenName>(
  name: Name,
  value: string,
): value is OptionOf<Name> {
  return (optionsOf[name] as readonly string[]).includes(value);
}

/** Returns a function that puts a criterion into words. */
export function useCriterionText(): (name: keyof Criteria, value: string) => string {
  const { t } = useTranslation(['courseSearch', 'courses']);
  const language = useLanguage();
  return (name, value) => {
    if (name === 'group' && isOption(name, value)) {
      return t(`courses:groups.${value}`);
    }
    if (name === 'level' && isOption(name, value)) {
      return t(`courses:levels.${value}`);
    }
    if (name === 'language' && isOption(name, value)) {
      return languageNames([value], language);
    }
    if (name === 'start' && isOption(name, value)) {
      return t(`startsWithin.${value}`);
    }
    if (name === 'sort' && isOption(name, value)) {
      return t(`sorts.${value}`);
    }
    return value;
  };
}
