import 'i18next';
import type errors from '@shared/locales/en/errors.json';
import type about from '#locales/en/about.json';
import type account from '#locales/en/account.json';
import type common from '#locales/en/common.json';
import type country from '#locales/en/country.json';
import type courses from '#locales/en/courses.json';
import type deleteInfo from '#locales/en/deleteInfo.json';
import type home from '#locales/en/home.json';
import type legal from '#locales/en/legal.json';
import type person from '#locales/en/person.json';
import type profile from '#locales/en/profile.json';
import type profileFiles from '#locales/en/profileFiles.json';
import type signup from '#locales/en/signup.json';
import type signupSteps from '#locales/en/signupSteps.json';
import type upload from '#locales/en/upload.json';

declare module 'i18next' {
  /** The types come from English: a missing key is a type error. A test compares the other languages. */
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      account: typeof account;
      common: typeof common;
      about: typeof about;
      country: typeof country;
      courses: typeof courses;
      deleteInfo: typeof deleteInfo;
      home: typeof home;
      legal: typeof legal;
      person: typeof person;
      profile: typeof profile;
      profileFiles: typeof profileFiles;
      signup: typeof signup;
      signupSteps: typeof signupSteps;
      upload: typeof upload;
      errors: typeof errors;
    };
  }
}
