import { useTranslation } from 'react-i18next';
import { type Course, courseTypes } from '#entities/course/api.ts';
import { languageNames } from '#entities/course/languageNames.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { normalizeForSearch } from '#lib/normalizeForSearch.ts';
import type { CoursePrices } from '../api.ts';
import type { Criteria } from './criteria.ts';

/** The searched text of each course. It is made once, not at each key press. */
const texts = new WeakMap<Course, string>();

function textOf(course: Course): string {
  const text = texts.get(course) ?? normalizeForSearch(`${course.name} ${course.description}`);
  texts.set(course, text);
  return text;
}

/**
 * The courses that match all criteria, in their order. A value that is no option, from a changed URL, is ignored. A
 * course without the fact that a filter asks for does not match, and stands last in an order by it.
 */
export function findCourses(
  courses: Course[],
  criteria: Criteria,
  prices: CoursePrices | undefined,
  today = new Date(),
): Course[] {
  const words = normalizeForSearch(criteria.q).split(' ');
  const { group, level, language, start, sort } = criteria;
  const lastStart = isOption('start', start) ? dayInMonths(today, Number(start)) : undefined;
  const found = courses.filter(
    (course) =>
      words.every((word) => textOf(course).includes(word)) &&
      (!isOption('group', group) || course.type === group) &&
      (!isOption('level', level) || course.level === level || course.level === 'all') &&
      (!isOption('language', language) || course.languages?.includes(language)) &&
      (!lastStart || (course.nextStart !== undefined && course.nextStart <= lastStart)),
  );
  if (sort === 'start') {
    return found.sort((one, other) => compare(one.nextStart, other.nextStart));
  }
  if (sort === 'price' && prices) {
    const amount = ({ _id }: Course) => {
      const price = prices.get(_id);
      return price && Number(price.amount);
    };
    return found.sort((one, other) => compare(amount(one), amount(other)));
  }
  return found;
}

function dayInMonths(today: Date, months: number): string {
  const day = new Date(today);
  day.setUTCMonth(day.getUTCMonth() + months);
  if (day.getUTCDate() !== today.getUTCDate()) {
    // A shorter month: its last day.
    day.setUTCDate(0);
  }
  return day.toISOString().slice(0, 10);
}

/** Ascending. What is missing comes last. */
function compare<Value extends string | number>(one?: Value, other?: Value): number {
  if (one === other) {
    return 0;
  }
  return other === undefined || (one !== undefined && one < other) ? -1 : 1;
}

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
function isOption<Name extends ChosenName>(name: Name, value: string): value is OptionOf<Name> {
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
