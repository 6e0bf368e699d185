import { pagePaths } from '../../src/app/screenLists.ts';

/** The page of a course. The pages of the others have the same screen. */
export const coursePath = '/courses/project-management';

/** The paths that are prerendered, with one page of a course. */
export const prerenderedPaths = [...pagePaths, coursePath] as const;

/** The paths of all public screens, and one path that does not exist. */
export const publicPaths = [...prerenderedPaths, '/check-email', '/verify-email', '/no/such/page'];
