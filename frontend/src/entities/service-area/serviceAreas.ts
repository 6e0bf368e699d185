/** The five service areas (spec §1), in the order in which the product always lists them. */
export const serviceAreas = ['courses', 'consulting', 'job', 'networking', 'psychology'] as const;

export type ServiceArea = (typeof serviceAreas)[number];

/** The only open one; the others are coming soon (spec §1). */
export const OPEN_SERVICE_AREA: ServiceArea = 'courses';
