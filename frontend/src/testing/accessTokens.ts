/** An access token of a user, which differs from session to session. As from the server, its payload names the user; nothing is signed. */
export function accessTokenOf(userId: string, session = 1): string {
  const part = (content: object) => btoa(JSON.stringify(content)).replaceAll('=', '');
  return [part({ alg: 'HS256', typ: 'JWT' }), part({ sub: userId, session }), 'signature'].join(
    '.',
  );
}
