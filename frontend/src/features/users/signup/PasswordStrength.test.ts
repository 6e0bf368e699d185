import { describe, expect, it } from 'vitest';
import { strengthOf } from './PasswordStrength.tsx';

const amina = ['Amina Benali', 'amina.benali@example.org'];

describe('strengthOf', () => {
  it.each([
    ['', 'weak'],
    ['short 1A', 'fair'],
    // Breaks a rule, however long it is.
    ['correct horse battery staple', 'weak'],
    // What everybody tries first.
    ['Password1', 'weak'],
    ['P@ssw0rd2026', 'weak'],
    ['Motdepasse1', 'weak'],
    ['Azerty123', 'weak'],
    ['Aaaaaaa1', 'weak'],
    ['Abcdefgh1', 'weak'],
    ['Aa12345678', 'weak'],
    // What others know.
    ['Amina2001', 'weak'],
    ['BenaliAmina7', 'fair'],
    ['4mina.Benali1', 'weak'],
    ['xK7p2mQw', 'fair'],
    ['xK7-p2mQw9', 'good'],
    ['xK7-p2mQw9_Rt', 'strong'],
    ['Correct horse battery 7', 'strong'],
    ['نخلة طويلة عند Bab 7', 'strong'],
  ])('of %j is %s', (password, strength) => {
    expect(strengthOf(password, amina)).toBe(strength);
  });
});
