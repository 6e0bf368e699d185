import contact from 'virtual:operator/contact';
import details, { type OperatorDetails } from 'virtual:operator/details';
import { isolatedName } from '#i18n/isolate.ts';
import type { LanguageCode } from '#i18n/languages.ts';

type OperatorValues = OperatorDetails & { mail: string };

/**
 * What the legal texts say about the operator. Each text runs in the direction of its own letters; the email address has no
 * marks for that in it, since people copy it.
 */
export function operatorValues(language: LanguageCode): OperatorValues {
  const { name, address, registration, country, court, region } = details[language];
  return {
    name: isolatedName(name),
    address: isolatedName(address),
    registration: isolatedName(registration),
    country: isolatedName(country),
    court: isolatedName(court),
    region: isolatedName(region),
    mail: contact.mail,
  };
}
