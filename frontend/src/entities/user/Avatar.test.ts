import { describe, expect, it } from 'vitest';
import { avatarColor, avatarHue, avatarInitial } from './Avatar.tsx';

/** WCAG's relative luminance of a color as `avatarColor` writes it. */
function luminance(color: string): number {
  const [hue = 0, saturation = 0, lightness = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  const l = lightness / 100;
  const amplitude = (saturation / 100) * Math.min(l, 1 - l);
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    const value = l - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(4);
}

describe('the color of an avatar', () => {
  it('is the sum of the character codes of the id', () => {
    expect(avatarHue('a')).toBe(97);
    expect(avatarHue('ab')).toBe(97 + 98);
    expect(avatarHue('abcd')).toBe((97 + 98 + 99 + 100) % 360);
  });

  it('has enough contrast with white in every hue', () => {
    expect(avatarColor(97)).toMatch(/^hsl\(97 \d+% \d+%\)$/);
    for (let hue = 0; hue < 360; hue += 1) {
      expect(1.05 / (luminance(avatarColor(hue)) + 0.05), `hue ${hue}`).toBeGreaterThan(4.5);
    }
  });
});

describe('the letter of an avatar', () => {
  it.each([
    ['Amina Benali', 'A'],
    ['  élodie', 'É'],
    ['e\u0301lodie', 'E\u0301'],
    ['أمينة', 'أ'],
    ['مُحمد', 'مُ'],
    ['👩🏽‍🏫 Teacher', 'T'],
    ['(Amina)', 'A'],
    ['“أمينة”', 'أ'],
    ['👩🏽‍🏫 1', '👩🏽‍🏫'],
    ['  1', '1'],
    ['', ''],
  ])('is the first that people see of %j', (name, letter) => {
    expect(avatarInitial(name)).toBe(letter);
  });
});
