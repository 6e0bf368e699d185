import { describe, expect, it } from 'vitest';
import { checkContact } from './contact.ts';

describe('checkContact', () => {
  it.each([
    {},
    { VITE_CONTACT_MAIL: '', VITE_CONTACT_MESSAGING: '', VITE_CONTACT_SOCIAL: '' },
    {
      VITE_CONTACT_MAIL: 'hello+web@masar.example',
      VITE_CONTACT_MESSAGING: 'https://messages.example/213550123456',
      VITE_CONTACT_SOCIAL: 'https://social.example/@masar',
    },
  ])('takes %j', (env) => {
    expect(() => {
      checkContact(env);
    }).not.toThrow();
  });

  it.each([
    ['VITE_CONTACT_MAIL', 'mailto:hello@masar.example?subject=Hi'],
    ['VITE_CONTACT_MAIL', 'https://masar.example'],
    ['VITE_CONTACT_MESSAGING', '+213 550 12 34 56'],
    ['VITE_CONTACT_SOCIAL', 'http://social.example/@masar'],
    ['VITE_CONTACT_SOCIAL', 'javascript:alert(1)'],
  ])('names %s when it is %j', (name, value) => {
    expect(() => {
      checkContact({ [name]: value });
    }).toThrow(name);
  });
});
