/** The operator's contact addresses, from `infra/operator.toml` (`vite/operator.ts`). */
declare module 'virtual:operator/contact' {
  export interface Contact {
    mail: string;
    /** Empty: there is none. */
    messaging: string;
    social: string;
  }

  const contact: Contact;
  export default contact;
}

/** What the legal texts say about the operator, in each language. */
declare module 'virtual:operator/details' {
  export type OperatorDetails = Record<
    'name' | 'address' | 'registration' | 'country' | 'court' | 'region',
    string
  >;

  const details: Record<'en' | 'fr' | 'ar', OperatorDetails>;
  export default details;
}

/** What stands beside prices. */
declare module 'virtual:operator/prices' {
  export interface Prices {
    /** Whether prices include tax. `none`: nothing is said of it. */
    tax: 'included' | 'excluded' | 'none';
  }

  const prices: Prices;
  export default prices;
}
