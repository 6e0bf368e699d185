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
export const EFFECTIVE_DATE = new Date(2025, 8, 17);

/** The date of the last change of the texts. */
export const UPDATE_DATE = new Date(2026, 10, 22);
