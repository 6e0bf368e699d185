import type { Contact } from 'virtual:operator/contact';

/** A way to contact the operator; `kind` is its key in `common:contact`. */
export interface ContactLink {
  kind: keyof Contact;
  href: string;
}

/** Returns the contact links; empty settings are left out. */
export function contactLinks({ mail, messaging, social }: Contact): ContactLink[] {
  const links: ContactLink[] = [
    { kind: 'mail', href: `mailto:${mail}` },
    { kind: 'messaging', href: messaging },
    { kind: 'social', href: social },
  ];
  return links.filter(({ href }) => href);
}
