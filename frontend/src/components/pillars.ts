/** The five service areas (spec §1), in the order in which the product always names them. */
export const pillars = ['courses', 'consulting', 'job', 'networking', 'psychology'] as const;

export type Pillar = (typeof pillars)[number];
