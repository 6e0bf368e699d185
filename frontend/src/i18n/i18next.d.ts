import 'i18next';
import type errors from '@shared/locales/en/errors.json';
import type about from '#locales/en/about.json';
import type checkEmail from '#locales/en/checkEmail.json';
import type common from '#locales/en/common.json';
import type consent from '#locales/en/consent.json';
import type contact from '#locales/en/contact.json';
import type coursePage from '#locales/en/coursePage.json';
import type coursePrices from '#locales/en/coursePrices.json';
import type country from '#locales/en/country.json';
import type courses from '#locales/en/courses.json';
import type courseSearch from '#locales/en/courseSearch.json';
import type deleteInfo from '#locales/en/deleteInfo.json';
import type faq from '#locales/en/faq.json';
import type home from '#locales/en/home.json';
import type legal from '#locales/en/legal.json';
import type logout from '#locales/en/logout.json';
import type myCourses from '#locales/en/myCourses.json';
import type myPlace from '#locales/en/myPlace.json';
import type passwordReset from '#locales/en/passwordReset.json';
import type placeRequest from '#locales/en/placeRequest.json';
import type profile from '#locales/en/profile.json';
import type profileFiles from '#locales/en/profileFiles.json';
import type services from '#locales/en/services.json';
import type settings from '#locales/en/settings.json';
import type signIn from '#locales/en/signIn.json';
import type signup from '#locales/en/signup.json';
import type signupSteps from '#locales/en/signupSteps.json';
import type staff from '#locales/en/staff.json';
import type staffPlaces from '#locales/en/staffPlaces.json';
import type unsaved from '#locales/en/unsaved.json';
import type upload from '#locales/en/upload.json';
import type userFields from '#locales/en/userFields.json';
import type verifyEmail from '#locales/en/verifyEmail.json';

declare module 'i18next' {
  /** The types come from English: a missing key is a type error. A test compares the other languages. */
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      common: typeof common;
      about: typeof about;
      checkEmail: typeof checkEmail;
      consent: typeof consent;
      contact: typeof contact;
      country: typeof country;
      coursePage: typeof coursePage;
      coursePrices: typeof coursePrices;
      courses: typeof courses;
      courseSearch: typeof courseSearch;
      deleteInfo: typeof deleteInfo;
      faq: typeof faq;
      home: typeof home;
      legal: typeof legal;
      logout: typeof logout;
      myCourses: typeof myCourses;
      myPlace: typeof myPlace;
      passwordReset: typeof passwordReset;
      placeRequest: typeof placeRequest;
      profile: typeof profile;
      profileFiles: typeof profileFiles;
      services: typeof services;
      settings: typeof settings;
      signIn: typeof signIn;
      signup: typeof signup;
      signupSteps: typeof signupSteps;
      staff: typeof staff;
      staffPlaces: typeof staffPlaces;
      unsaved: typeof unsaved;
      upload: typeof upload;
      userFields: typeof userFields;
      verifyEmail: typeof verifyEmail;
      errors: typeof errors;
    };
  }
}
