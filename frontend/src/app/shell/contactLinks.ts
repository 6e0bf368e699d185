/** A way to reach the operator, by the key of its words in `common:contact`. */
export interface ContactLink {
  kind: 'mail' | 'messaging' | 'social';
  href: string;
}

/** The ways to reach the operator that the build was told of. */
export function contactLinks(env: ImportMetaEnv): ContactLink[] {
  const mail = env.VITE_CONTACT_MAIL;
  const links: { kind: ContactLink['kind']; href: string | undefined }[] = [
    { kind: 'mail', href: mail && `mailto:${mail}` },
    { kind: 'messaging', href: env.VITE_CONTACT_MESSAGING },
    { kind: 'social', href: env.VITE_CONTACT_SOCIAL },
  ];
  return links.flatMap(({ kind, href }) => (href ? [{ kind, href }] : []));
}
