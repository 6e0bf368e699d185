import { describe, expect, it } from 'vitest';
import { readServerEnvironment } from './environment.ts';

const API_ADDRESS = 'http://127.0.0.1:4566';
const MAIL_ADDRESS = 'http://127.0.0.1:4566/mails';
const CDN_ADDRESS = 'http://label.cloudfront.localhost:4566';

describe('readServerEnvironment', () => {
  it('requires only the URL of the API', () => {
    expect(readServerEnvironment({ API_ADDRESS })).toEqual({
      sitePort: 5173,
      apiUrl: API_ADDRESS,
      emailsUrl: undefined,
      cdnUrl: undefined,
    });
  });

  it('reads every variable', () => {
    const env = { API_ADDRESS, MAIL_ADDRESS, CDN_ADDRESS, PORT_SITE: '8080' };
    expect(readServerEnvironment(env)).toEqual({
      sitePort: 8080,
      apiUrl: API_ADDRESS,
      emailsUrl: MAIL_ADDRESS,
      cdnUrl: CDN_ADDRESS,
    });
  });

  it.each([
    [{}, 'API_ADDRESS'],
    [{ API_ADDRESS: 'not a url' }, 'API_ADDRESS'],
    [{ API_ADDRESS, MAIL_ADDRESS: 'not a url' }, 'MAIL_ADDRESS'],
    [{ API_ADDRESS, CDN_ADDRESS: 'not a url' }, 'CDN_ADDRESS'],
    [{ API_ADDRESS, PORT_SITE: '80a' }, 'PORT_SITE'],
    [{ API_ADDRESS, PORT_SITE: '70000' }, 'PORT_SITE'],
  ])('names the missing or malformed variable in %j', (env, name) => {
    expect(() => readServerEnvironment(env)).toThrow(name);
  });
});
