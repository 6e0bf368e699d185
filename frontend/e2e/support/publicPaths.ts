/** The screens that everybody can open (spec §2), and a path that is none. */
export const publicPaths = [
  ...['/', '/courses', '/signup', '/login', '/forgot-password', '/verify-email'],
  ...['/about/courses', '/about/consulting', '/about/job', '/about/networking'],
  ...['/about/psychology', '/privacy', '/delete-info', '/no/such/page'],
];

/** Those that are rendered when the site is built. */
export const prerenderedPaths = [
  ...['/', '/courses', '/signup', '/login', '/forgot-password', '/privacy', '/delete-info'],
  ...['/about/courses', '/about/consulting', '/about/job', '/about/networking'],
  '/about/psychology',
];
