import { describe, expect, it } from 'vitest';
import { contactLinks } from './contactLinks.ts';

describe('contactLinks', () => {
  it('are those that are configured, in their order', () => {
    const links = contactLinks({
      VITE_CONTACT_MAIL: 'hello@masar.example',
      VITE_CONTACT_MESSAGING: 'https://messages.example/masar',
      VITE_CONTACT_SOCIAL: 'https://social.example/masar',
    } as ImportMetaEnv);
    expect(links).toEqual([
      { kind: 'mail', href: 'mailto:hello@masar.example' },
      { kind: 'messaging', href: 'https://messages.example/masar' },
      { kind: 'social', href: 'https://social.example/masar' },
    ]);
  });

  it('leave out what is not, or is empty', () => {
    const env = { VITE_CONTACT_MAIL: '', VITE_CONTACT_SOCIAL: 'https://social.example/masar' };
    expect(contactLinks(env as ImportMetaEnv)).toEqual([
      { kind: 'social', href: 'https://social.example/masar' },
    ]);
  });
});
