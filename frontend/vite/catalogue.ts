import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'smol-toml';
import type { PricedCountry } from 'virtual:operator/countries';
import countries from '../../shared/data/countries.json' with { type: 'json' };
import type { CourseDetails, CourseRun } from '../src/entities/course/api.ts';
import type { TranslatedCourse } from '../src/entities/course/catalogue.ts';
import type { LanguageCode } from '../src/i18n/languages.ts';
import { COURSE_SUFFIX, COURSES_FOLDER, courseIds } from './courseIds.ts';

type Texts = Record<LanguageCode, string>;

/** A course in a file of the catalogue (`infra/catalogue/README.md`). `scripts/ops catalogue check` and its tests check the files. */
interface CourseFile extends Pick<
  CourseDetails,
  'type' | 'level' | 'languages' | 'hours' | 'sessions' | 'format' | 'recordings' | 'artwork'
> {
  position: number;
  session_minutes?: number;
  group_size?: number;
  name: Texts;
  description: Texts;
  audience?: Texts;
  prerequisites?: Texts;
  takeaway?: Texts;
  outcomes?: Texts[];
  syllabus?: Texts[];
  runs?: RunInFile[];
}

type RunInFile = Omit<CourseRun, 'timeZone'> & { time_zone: string };

/** Reads the courses of the catalogue's files, in the order of their positions. Runs that have ended by `today` (ISO 8601) are left out. */
export function readCatalogue(today = new Date().toISOString().slice(0, 10)): TranslatedCourse[] {
  return courseIds()
    .map((id) => {
      const text = readFileSync(join(COURSES_FOLDER, id + COURSE_SUFFIX), 'utf8');
      return { id, file: parse(text) as unknown as CourseFile };
    })
    .toSorted((one, other) => one.file.position - other.file.position)
    .map(({ id, file }) => {
      const translated = (code: LanguageCode) => inLanguage(id, file, code, today);
      return { en: translated('en'), fr: translated('fr'), ar: translated('ar') };
    });
}

function inLanguage(
  id: string,
  file: CourseFile,
  code: LanguageCode,
  today: string,
): CourseDetails {
  const { type, level, languages, hours, sessions, format, recordings, artwork } = file;
  const runs = file.runs ?? [];
  return withoutUndefined({
    _id: id,
    type,
    name: file.name[code],
    description: file.description[code],
    level,
    languages,
    hours,
    sessions,
    sessionMinutes: file.session_minutes,
    format,
    groupSize: file.group_size,
    recordings,
    artwork,
    audience: file.audience?.[code],
    prerequisites: file.prerequisites?.[code],
    takeaway: file.takeaway?.[code],
    outcomes: (file.outcomes ?? []).map((text) => text[code]),
    syllabus: (file.syllabus ?? []).map((text) => text[code]),
    runs: runs.filter(({ end }) => end >= today).map(runOf),
  });
}

function runOf(run: RunInFile): CourseRun {
  const { id, start, end, weekdays, time, time_zone: timeZone, places, language } = run;
  return withoutUndefined({ id, start, end, weekdays, time, timeZone, places, language });
}

type Defined<Value> = { [Key in keyof Value]: Exclude<Value[Key], undefined> };

/** Leaves out the properties without a value, as the API does. */
function withoutUndefined<Value extends object>(value: Value): Defined<Value> {
  return Object.fromEntries(
    Object.entries(value).filter(([, each]) => each !== undefined),
  ) as Defined<Value>;
}

const PRICES_FOLDER = resolve(import.meta.dirname, '../../infra/catalogue/prices');

/** The countries with a price list of their own in the catalogue's files, by their codes. */
export function readPricedCountries(): PricedCountry[] {
  const priced = readdirSync(PRICES_FOLDER).map(
    (file) => parse(readFileSync(join(PRICES_FOLDER, file), 'utf8'))['country'],
  );
  return countries
    .filter(({ names }) => priced.includes(names.en))
    .map(({ code, names }) => ({ code, names }));
}
