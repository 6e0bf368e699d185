import { describe, expect, it } from 'vitest';
import { contactLinks } from './contactLinks.ts';

const mail = 'hello@masar.example';

describe('contactLinks', () => {
  it("returns the operator's links in order", () => {
    const messaging = 'https://messages.example/masar';
    const social = 'https://social.example/masar';
    expect(contactLinks({ mail, phone: '+213 21 00', messaging, social })).toEqual([
      { kind: 'mail', href: 'mailto:hello@masar.example', icon: 'mail' },
      { kind: 'phone', href: 'tel:+2132100', icon: 'phone' },
      { kind: 'messaging', href: messaging, icon: 'message' },
      { kind: 'social', href: social, icon: 'share' },
    ]);
  });

  it('leaves out empty settings', () => {
    expect(contactLinks({ mail, phone: '', messaging: '', social: '' })).toEqual([
      { kind: 'mail', href: 'mailto:hello@masar.example', icon: 'mail' },
    ]);
  });
});
