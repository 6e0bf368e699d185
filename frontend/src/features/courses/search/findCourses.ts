import { useTranslation } from 'react-i18next';
import { type Course, courseTypes } from '#entities/course/api.ts';
import { languageNames } from '#entities/course/facts.ts';
import { intlFormat } from '#i18n/intlFormat.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { normalizeForSearch } from '#lib/normalizeForSearch.ts';
import type { CoursePrices } from '../prices.tsx';
import type { Criteria } from './useCourseSearch.ts';

/** Courses in languages that are not shown, by their ids. */
export type Translations = ReadonlyMap<string, readonly Course[]>;

/** The searched text of each course. It is made once, not at each key press. */
const texts = new WeakMap<Course, string>();

function textOf(course: Course): string {
  const text = texts.get(course) ?? normalizeForSearch(`${course.name} ${course.description}`);
  texts.set(course, text);
  return text;
}

/**
 * The courses that match all criteria, in their order. A value that is no option, from a changed URL, is ignored. A
 * course without the fact that a filter asks for does not match, and stands last in an order by it. With translations, the words may be
 * those of another language.
 */
export function findCourses(
  courses: Course[],
  criteria: Criteria,
  prices: CoursePrices | undefined,
  translations?: Translations,
): Course[] {
  const words = normalizeForSearch(criteria.q).split(' ');
  const { group, level, language, start, sort } = criteria;
  const found = courses.filter(
    (course) =>
      [course, ...(translations?.get(course._id) ?? [])].some((text) =>
        words.every((word) => textOf(text).includes(word)),
      ) &&
      (!isOption('group', group) || course.type === group) &&
      (!isOption('level', level) || course.level === level || course.level === 'all') &&
      (!isOption('language', language) || course.languages?.includes(language)) &&
      (!isMonth(start) || course.nextStart?.startsWith(start)),
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

/** Ascending. What is missing comes last. */
function compare<Value extends string | number>(one?: Value, other?: Value): number {
  if (one === other) {
    return 0;
  }
  return other === undefined || (one !== undefined && one < other) ? -1 : 1;
}

/** A criterion that is chosen from a list, in the order of the filters. */
type ChosenName = Exclude<keyof Criteria, 'q'>;
export const chosenNames: readonly ChosenName[] = ['group', 'level', 'language', 'start', 'sort'];

const options = {
  group: courseTypes,
  level: ['beginner', 'intermediate', 'advanced'],
  language: languages.map(({ code }): LanguageCode => code),
  sort: ['start', 'price'],
} as const satisfies Record<Exclude<ChosenName, 'start'>, readonly string[]>;

type ListedName = keyof typeof options;
type OptionOf<Name extends ListedName> = (typeof options)[Name][number];

export function optionsOf(
  name: ChosenName,
  courses: readonly Course[],
  { start }: Criteria,
): readonly string[] {
  if (name !== 'start') {
    return options[name];
  }
  // The chosen month, from a URL, may have no course any more.
  const starts = [...courses.map(({ nextStart = '' }) => nextStart), start];
  const months = starts.map((day) => day.slice(0, '2027-03'.length)).filter(isMonth);
  return [...new Set(months)].sort();
}

/** Returns whether a value, which may come from a URL, is one of the options. */
function isOption<Name extends ListedName>(name: Name, value: string): value is OptionOf<Name> {
  return (options[name] as readonly string[]).includes(value);
}

/** Returns whether a value is a month: `2027-03`. */
function isMonth(value: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(value);
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
    if (name === 'start' && isMonth(value)) {
      const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
      return intlFormat('DateTimeFormat', language.dates, format).format(new Date(value));
    }
    if (name === 'sort' && isOption(name, value)) {
      return t(`sorts.${value}`);
    }
    return value;
  };
}
