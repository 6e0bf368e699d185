import contact from 'virtual:operator/contact';
import details from 'virtual:operator/details';
import { faqGroups } from '#features/help/faq.ts';
import { languages, type Language } from '#i18n/languages.ts';
import type { PageTranslations } from './pages.ts';

interface PageLocation {
  language: Language;
  url: string;
}

/** Describes a page to search engines, in the vocabulary of schema.org. */
export type StructuredData = (t: PageTranslations, page: PageLocation) => object;

/** Only the page of questions is a `FAQPage`: search engines want each question described once. */
export const faqPage: StructuredData = (t, { language, url }) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  url,
  name: t('faq:title'),
  inLanguage: language.code,
  mainEntity: Object.values(faqGroups)
    .flat()
    .map((id) => ({
      '@type': 'Question',
      name: t(`faq:questions.${id}.question`),
      acceptedAnswer: { '@type': 'Answer', text: t(`faq:questions.${id}.answer`) },
    })),
});

/** The operator, as the contact page names it. */
export const contactPage: StructuredData = (t, { language, url }) => {
  const { name, address } = details[language.code];
  return {
    '@context': 'https://schema.org',
    '@type': 'ContactPage',
    url,
    name: t('common:pages.contact'),
    inLanguage: language.code,
    mainEntity: {
      '@type': 'Organization',
      name: t('common:brand'),
      legalName: name,
      address,
      email: contact.mail,
      ...(contact.social && { sameAs: [contact.social] }),
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer support',
        email: contact.mail,
        availableLanguage: languages.map(({ code }) => code),
      },
    },
  };
};
