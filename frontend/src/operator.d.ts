/** The operator's contact addresses, from `infra/operator.toml` (`vite/operator.ts`). */
declare module 'virtual:operator/contact' {
  export interface Contact {
    mail: string;
    /** Empty if there is none. */
    messaging: string;
    social: string;
    phone: string;
  }

  const contact: Contact;
  export default contact;
}

/** The operator's details in the legal texts, in each language. */
declare module 'virtual:operator/details' {
  export type OperatorDetails = Record<
    'name' | 'address' | 'registration' | 'country' | 'court' | 'region',
    string
  > &
    // Empty if there is none.
    Record<'hours' | 'taxation' | 'officer' | 'declaration' | 'representative' | 'notice', string>;

  const details: Record<'en' | 'fr' | 'ar', OperatorDetails>;
  export default details;
}

/** The statement beside prices. */
declare module 'virtual:operator/prices' {
  export interface Prices {
    /** Whether prices include tax. `none`: no statement. */
    tax: 'included' | 'excluded' | 'none';
  }

  const prices: Prices;
  export default prices;
}

/** The countries with a price list of their own (`infra/catalogue/prices`). */
declare module 'virtual:operator/countries' {
  export interface PricedCountry {
    /** ISO 3166-1 alpha-2. */
    code: string;
    names: Record<'en' | 'fr' | 'ar', string>;
  }

  const countries: PricedCountry[];
  export default countries;
}
