import type { Course } from '#entities/course/api/listCourses.ts';
import { normalizeForSearch } from '#lib/normalizeForSearch.ts';
import type { CoursePrices } from '../api/listCoursePrices.ts';
import type { Criteria } from './criteria.ts';
import { isOption } from './options.ts';

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
