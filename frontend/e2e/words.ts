import arCommon from '../src/locales/ar/common.json' with { type: 'json' };
import arCourses from '../src/locales/ar/courses.json' with { type: 'json' };
import arLegal from '../src/locales/ar/legal.json' with { type: 'json' };
import enCommon from '../src/locales/en/common.json' with { type: 'json' };
import enCourses from '../src/locales/en/courses.json' with { type: 'json' };
import enLegal from '../src/locales/en/legal.json' with { type: 'json' };
import frCommon from '../src/locales/fr/common.json' with { type: 'json' };
import frCourses from '../src/locales/fr/courses.json' with { type: 'json' };
import frLegal from '../src/locales/fr/legal.json' with { type: 'json' };

/** The words that the journeys look for, from where the app has them. */
export const words = {
  en: { common: enCommon, courses: enCourses, legal: enLegal },
  fr: { common: frCommon, courses: frCourses, legal: frLegal },
  ar: { common: arCommon, courses: arCourses, legal: arLegal },
};

export const languages = ['en', 'fr', 'ar'] as const;
