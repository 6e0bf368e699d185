import { prefix } from 'virtual:known-passwords';
import { bucketOf } from '#entities/password/knownPassword.ts';

/** A password that fulfils the rules of the specification, and that the server refuses as known. */
export const KNOWN_PASSWORD = 'Password1';

/** For `mockApi`: the file of the site that has the known password. */
export const knownPasswordFile = {
  [`GET ${prefix}${bucketOf('password1')}.txt`]: () =>
    new Response('passion\npassword\npwrd\n', {
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    }),
};
