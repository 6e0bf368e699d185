/** The links in the footer, by the variables that they are made of. Not set, or empty: no link. */
const checks: Record<string, { is: (value: string) => boolean; expected: string }> = {
  VITE_CONTACT_MAIL: { is: isMailAddress, expected: 'an email address' },
  VITE_CONTACT_MESSAGING: { is: isWebAddress, expected: 'an https address' },
  VITE_CONTACT_SOCIAL: { is: isWebAddress, expected: 'an https address' },
};

/** Refuses contact links that lead nowhere; one line names the variable. */
export function checkContact(env: Record<string, string>): void {
  for (const [name, { is, expected }] of Object.entries(checks)) {
    const value = env[name];
    if (value && !is(value)) {
      throw new Error(`${name} must be ${expected}, but is "${value}".`);
    }
  }
}

function isMailAddress(value: string): boolean {
  return /^[^\s@?]+@[^\s@?]+\.[^\s@?]+$/.test(value);
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'https:';
}
