import contact from 'virtual:operator/contact';
import words, { type OperatorWords } from 'virtual:operator/words';
import { isolatedName } from '#i18n/isolate.ts';
import type { LanguageCode } from '#i18n/languages.ts';

type OperatorValues = OperatorWords & { mail: string };

/**
 * What the legal texts say about the operator. Each text runs in the direction of its own letters; the email address has no
 * marks for that in it, since people copy it.
 */
export function operatorValues(language: LanguageCode): OperatorValues {
  const { name, address, registration, country, court, region } = words[language];
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
