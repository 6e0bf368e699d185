/** The paths of all public screens (spec §2), and one path that does not exist. */
export const publicPaths = [
  ...['/', '/courses', '/signup', '/login', '/forgot-password', '/verify-email'],
  ...['/about/courses', '/about/consulting', '/about/job', '/about/networking'],
  ...['/about/psychology', '/privacy', '/delete-info', '/no/such/page'],
];

/** The paths that are prerendered. */
export const prerenderedPaths = [
  ...['/', '/courses', '/signup', '/login', '/forgot-password', '/privacy', '/delete-info'],
  ...['/about/courses', '/about/consulting', '/about/job', '/about/networking'],
  '/about/psychology',
];
