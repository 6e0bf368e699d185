import type { Contact } from 'virtual:operator/contact';
import type { IconName } from '#ui/Icon.tsx';

/** A way to contact the operator; `kind` is its key in `common:contact`. */
export interface ContactLink {
  kind: keyof Contact;
  href: string;
  icon: IconName;
}

/** Returns the contact links; empty settings are left out. */
export function contactLinks({ mail, phone, messaging, social }: Contact): ContactLink[] {
  const links: ContactLink[] = [
    { kind: 'mail', href: `mailto:${mail}`, icon: 'mail' },
    { kind: 'phone', href: phone && `tel:${phone.replaceAll(' ', '')}`, icon: 'phone' },
    { kind: 'messaging', href: messaging, icon: 'message' },
    { kind: 'social', href: social, icon: 'share' },
  ];
  return links.filter(({ href }) => href);
}
