import type { Contact } from 'virtual:operator/contact';

/** A way to reach the operator, by the key of its words in `common:contact`. */
export interface ContactLink {
  kind: keyof Contact;
  href: string;
}

/** The ways to reach the operator; those that are empty are left out. */
export function contactLinks({ mail, messaging, social }: Contact): ContactLink[] {
  const links: ContactLink[] = [
    { kind: 'mail', href: `mailto:${mail}` },
    { kind: 'messaging', href: messaging },
    { kind: 'social', href: social },
  ];
  return links.filter(({ href }) => href);
}
