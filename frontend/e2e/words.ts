import arAbout from '../src/locales/ar/about.json' with { type: 'json' };
import arAccount from '../src/locales/ar/account.json' with { type: 'json' };
import arCommon from '../src/locales/ar/common.json' with { type: 'json' };
import arCourses from '../src/locales/ar/courses.json' with { type: 'json' };
import arDeleteInfo from '../src/locales/ar/deleteInfo.json' with { type: 'json' };
import arLegal from '../src/locales/ar/legal.json' with { type: 'json' };
import enAbout from '../src/locales/en/about.json' with { type: 'json' };
import enAccount from '../src/locales/en/account.json' with { type: 'json' };
import enCommon from '../src/locales/en/common.json' with { type: 'json' };
import enCourses from '../src/locales/en/courses.json' with { type: 'json' };
import enDeleteInfo from '../src/locales/en/deleteInfo.json' with { type: 'json' };
import enLegal from '../src/locales/en/legal.json' with { type: 'json' };
import frAbout from '../src/locales/fr/about.json' with { type: 'json' };
import frAccount from '../src/locales/fr/account.json' with { type: 'json' };
import frCommon from '../src/locales/fr/common.json' with { type: 'json' };
import frCourses from '../src/locales/fr/courses.json' with { type: 'json' };
import frDeleteInfo from '../src/locales/fr/deleteInfo.json' with { type: 'json' };
import frLegal from '../src/locales/fr/legal.json' with { type: 'json' };

/** The words that the journeys look for, from where the app has them. */
export const words = {
  en: {
    about: enAbout,
    account: enAccount,
    common: enCommon,
    courses: enCourses,
    deleteInfo: enDeleteInfo,
    legal: enLegal,
  },
  fr: {
    about: frAbout,
    account: frAccount,
    common: frCommon,
    courses: frCourses,
    deleteInfo: frDeleteInfo,
    legal: frLegal,
  },
  ar: {
    about: arAbout,
    account: arAccount,
    common: arCommon,
    courses: arCourses,
    deleteInfo: arDeleteInfo,
    legal: arLegal,
  },
};

export const languages = ['en', 'fr', 'ar'] as const;
