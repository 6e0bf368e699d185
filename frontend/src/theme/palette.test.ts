import { getContrastRatio } from '@mui/material/styles';
import { describe, expect, test } from 'vitest';
import { createAppTheme } from './theme.ts';

const { colorSchemes } = createAppTheme('ltr');

// The journeys check what is on the screen, which is seldom hovered.
describe.each(['dark', 'light'] as const)('in the %s scheme', (scheme) => {
  const { palette } = colorSchemes[scheme] ?? expect.fail(scheme);
  const { primary, secondary, error, warning, info, success, background, text, surface } = palette;
  const plain = [background.default, background.paper, surface.raised, surface.hovered];

  test.each([
    ['text', text.primary, [...plain, surface.field, surface.primaryTint]],
    ['secondary text', text.secondary, [...plain, surface.field, surface.disabled]],
    ['a link', primary.main, plain],
    ['an error', error.main, plain],
    ['a warning', warning.main, plain],
    ['information', info.main, plain],
    ['a success', success.main, plain],
    ['a button', primary.contrastText, [primary.main, primary.dark]],
    ['a destructive button', '#fff', [surface.danger, surface.dangerHovered]],
    ['text in the secondary color', secondary.contrastText, [secondary.main]],
    ['a primary label', surface.onPrimaryTint, [surface.primaryTint]],
    ['a secondary label', surface.onSecondaryTint, [surface.secondaryTint]],
    ['an error message', surface.onErrorTint, [surface.errorTint]],
    ['a success message', surface.onSuccessTint, [surface.successTint]],
  ])('%s has a contrast of at least 4.5', (_name, color, surfaces) => {
    const ratios = surfaces.map((it) => [it, getContrastRatio(color, it)] as const);
    expect(ratios.filter(([, ratio]) => ratio < 4.5)).toEqual([]);
  });

  test('the border of a field has a contrast of at least 3', () => {
    expect(getContrastRatio(surface.fieldBorder, surface.field)).toBeGreaterThanOrEqual(3);
  });
});
