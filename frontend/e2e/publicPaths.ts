/** The screens that everybody can open (spec §2), and a path that is none. */
export const publicPaths = [
  ...['/', '/courses', '/signup', '/login', '/forgot-password', '/verify-email'],
  ...['/about/courses', '/about/consulting', '/about/job', '/about/networking'],
  ...['/about/psychology', '/privacy', '/delete-info', '/no/such/page'],
];
