import type { ServiceArea } from '#entities/service-area/serviceAreas.ts';

/** A group of features; the keys are those of `about:cards`. A named group has its own heading. */
interface FeatureGroup {
  name?: 'professionals' | 'companies';
  features: readonly Feature[];
}

/** The features of each service area (spec §1). */
export const featureGroups: Record<ServiceArea, readonly FeatureGroup[]> = {
  courses: [{ features: ['structuredPaths', 'handsOnProjects', 'expertCourses'] }],
  consulting: [
    { features: ['expertSessions', 'startupGuides', 'mentorship', 'academicSupervision'] },
  ],
  job: [
    { name: 'professionals', features: ['jobSuggestions', 'freelanceGigs', 'proofOfSkill'] },
    { name: 'companies', features: ['topTalent', 'jobPosting', 'streamlinedHiring'] },
  ],
  networking: [{ features: ['skillBartering', 'meetups', 'miniProjects'] }],
  psychology: [{ features: ['journaling', 'checkIns', 'groups'] }],
};

/** An icon for each feature, for `Drawing`. */
export const featureIcons = {
  structuredPaths:
    'M5 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM19 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM7 18h8.5a3 3 0 0 0 0-6h-7a3 3 0 0 1 0-6H17',
  handsOnProjects: 'm12 3-8 4.5v9l8 4.5 8-4.5v-9L12 3ZM4 7.5l8 4.5 8-4.5M12 12v9',
  expertCourses: 'M3 5h18v12H3V5Zm7 3.5v5l4.5-2.5L10 8.5ZM8 20.5h8',
  expertSessions: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21c.6-4.5 3.5-7 8-7s7.4 2.5 8 7',
  startupGuides: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm3.8-12.8-2.3 5.3-5.3 2.3 2.3-5.3 5.3-2.3Z',
  mentorship:
    'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm8.5 1a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM2.5 19.5c.4-3.6 2.3-5.5 5.5-5.5s5.1 1.9 5.5 5.5m2-4.4c3.3-.6 5.5 1 6 4.4',
  academicSupervision: 'm12 5 10 4.5L12 14 2 9.5 12 5Zm-6 6.5V16c3 3 9 3 12 0v-4.5m4-2V15',
  jobSuggestions: 'm11 3.5 2 5.5 5.5 2-5.5 2-2 5.5L9 13l-5.5-2L9 9l2-5.5Zm7.5 12.5v5M16 18.5h5',
  freelanceGigs: 'M5 5h14v10H5V5ZM2.5 19h19',
  proofOfSkill:
    'M12 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12Zm-3.5-1L7 21.5l5-2.5 5 2.5-1.5-7.5M9.5 9l1.8 1.8 3.2-3.3',
  topTalent: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8L12 3.5Z',
  jobPosting: 'M6 3h8l4 4v14H6V3Zm8 0v4h4m-6 4v6m-3-3h6',
  streamlinedHiring: 'M3 5h18l-7 8.5V20l-4-2v-4.5L3 5Z',
  skillBartering: 'M4 8h15m-4-4 4 4-4 4m5 4H5m4-4-4 4 4 4',
  meetups: 'M4 6h16v14H4V6Zm0 5h16M8 3.5V8m8-4.5V8',
  miniProjects: 'm12 3 9 4.5-9 4.5-9-4.5L12 3Zm-9 9 9 4.5 9-4.5m-18 4.5 9 4.5 9-4.5',
  journaling: 'm4 20 1-4.500L16 4.5 19.5 8 8.5 19 4 20Zm9.5-13 3.5 3.5',
  checkIns:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-3.5-7c1.8 2.4 5.2 2.4 7 0M9 9.500v.01m6-.01v.01',
  groups:
    'M12 6.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM5 18a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm14 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8.5 6A8 8 0 0 0 4.2 11.500m11.3-5.500a8 8 0 0 1 4.3 5.500M8.5 19.200a8 8 0 0 0 7 0',
} as const;

export type Feature = keyof typeof featureIcons;
