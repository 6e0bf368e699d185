import legal from '@shared/data/legal.json';

/** The sections of both texts, in order. Their texts are in `legal:sections`. */
export const legalSections = {
  privacy: [
    'operator',
    'accountData',
    'teacherFiles',
    'automaticData',
    'purposes',
    'security',
    'storage',
    'recipients',
    'retention',
    'browserStorage',
    'noTracking',
    'deletion',
    'rights',
    'children',
    'changes',
  ],
  terms: [
    'agreement',
    'service',
    'account',
    'teachers',
    'conduct',
    'prices',
    'ownership',
    'liability',
    'ending',
    'law',
  ],
} as const;

/** The two texts that a user agrees to when signing up (spec §2). */
export type LegalPart = keyof typeof legalSections;

export const legalParts = Object.keys(legalSections) as LegalPart[];

export type LegalSectionId = (typeof legalSections)[LegalPart][number];

/** The date from which the texts apply (spec §9). */
export const EFFECTIVE_DATE = localDate(legal.effective);

/** The versions to which a user agrees: the dates of the last changes of the texts. */
export const currentVersions: Record<LegalPart, string> = {
  terms: legal.terms.at(-1) ?? '',
  privacy: legal.privacy.at(-1) ?? '',
};

export function updateDate(part: LegalPart): Date {
  return localDate(currentVersions[part]);
}

function localDate(day: string): Date {
  return new Date(`${day}T00:00`);
}
