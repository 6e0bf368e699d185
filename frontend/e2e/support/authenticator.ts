import type { CDPSession, Page } from '@playwright/test';

interface Authenticator {
  session: CDPSession;
  authenticatorId: string;
}

/** Gives the browser an authenticator that keeps passkeys, and whose user approves whatever it asks, a suggestion too. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

export async function storedPasskeys({ session, authenticatorId }: Authenticator): Promise<number> {
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
  return credentials.length;
}
