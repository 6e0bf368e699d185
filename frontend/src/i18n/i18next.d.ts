import 'i18next';

declare module 'i18next' {
  /** The types come from English: a missing key is a type error. A test compares the other languages. */
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      common: typeof import('#locales/en/common.json');
      about: typeof import('#locales/en/about.json');
      checkEmail: typeof import('#locales/en/checkEmail.json');
      consent: typeof import('#locales/en/consent.json');
      contact: typeof import('#locales/en/contact.json');
      country: typeof import('#locales/en/country.json');
      coursePage: typeof import('#locales/en/coursePage.json');
      coursePrices: typeof import('#locales/en/coursePrices.json');
      courses: typeof import('#locales/en/courses.json');
      courseSearch: typeof import('#locales/en/courseSearch.json');
      deleteInfo: typeof import('#locales/en/deleteInfo.json');
      faq: typeof import('#locales/en/faq.json');
      home: typeof import('#locales/en/home.json');
      legal: typeof import('#locales/en/legal.json');
      logout: typeof import('#locales/en/logout.json');
      myCourses: typeof import('#locales/en/myCourses.json');
      myPlace: typeof import('#locales/en/myPlace.json');
      passwordReset: typeof import('#locales/en/passwordReset.json');
      placeRequest: typeof import('#locales/en/placeRequest.json');
      profile: typeof import('#locales/en/profile.json');
      profileFiles: typeof import('#locales/en/profileFiles.json');
      services: typeof import('#locales/en/services.json');
      settings: typeof import('#locales/en/settings.json');
      signIn: typeof import('#locales/en/signIn.json');
      signup: typeof import('#locales/en/signup.json');
      signupSteps: typeof import('#locales/en/signupSteps.json');
      staff: typeof import('#locales/en/staff.json');
      staffPlaces: typeof import('#locales/en/staffPlaces.json');
      staffRuns: typeof import('#locales/en/staffRuns.json');
      staffApplications: typeof import('#locales/en/staffApplications.json');
      staffAnnouncements: typeof import('#locales/en/staffAnnouncements.json');
      staffClosedDays: typeof import('#locales/en/staffClosedDays.json');
      staffPaymentInstructions: typeof import('#locales/en/staffPaymentInstructions.json');
      staffPeople: typeof import('#locales/en/staffPeople.json');
      unsaved: typeof import('#locales/en/unsaved.json');
      upload: typeof import('#locales/en/upload.json');
      userFields: typeof import('#locales/en/userFields.json');
      verifyEmail: typeof import('#locales/en/verifyEmail.json');
      errors: typeof import('@shared/locales/en/errors.json');
      staffErrors: typeof import('@shared/locales/en/staffErrors.json');
    };
  }
}
