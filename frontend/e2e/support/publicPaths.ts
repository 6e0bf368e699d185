import { pagePaths } from '../../src/app/paths.ts';

/** The paths that are prerendered. */
export const prerenderedPaths = pagePaths;

/** The paths of all public screens, and one path that does not exist. */
export const publicPaths = [...pagePaths, '/check-email', '/verify-email', '/no/such/page'];
