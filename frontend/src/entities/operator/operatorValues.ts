import contact from 'virtual:operator/contact';
import details, { type OperatorDetails } from 'virtual:operator/details';
import { isolatedName } from '#i18n/isolate.ts';
import type { LanguageCode } from '#i18n/languages.ts';

type OperatorValues = OperatorDetails & { mail: string };

/**
 * The operator's details in the legal texts. Each is isolated in its own direction, except the email address,
 * because people copy it.
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
