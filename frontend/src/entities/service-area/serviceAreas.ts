/** The five service areas (spec §1), in the order in which the product always names them. */
export const pillars = ['courses', 'consulting', 'job', 'networking', 'psychology'] as const;

export type Pillar = (typeof pillars)[number];

/** The one that is open; the others are coming soon (spec §1). */
export const OPEN_PILLAR: Pillar = 'courses';
