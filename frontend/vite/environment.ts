/** The configuration of `vite dev` and `vite preview`, from environment variables that nothing else reads. */
export interface ServerEnvironment {
  /** Port of the site, from `PORT_SITE`. */
  sitePort: number;
  /** URL of the API, from `API_ADDRESS`, without the `/api` of the site. */
  apiUrl: string;
  /** URL of the list of emails that the local AWS received, from `MAIL_ADDRESS`. Without it there is no inbox. */
  emailsUrl: string | undefined;
  /** URL of a CDN with the built site and the API, from `CDN_ADDRESS`. Without it, `vite preview` replaces the CDN. */
  cdnUrl: string | undefined;
}

/** Reads the environment. Throws an error that names the variable when one is missing or malformed. */
export function readServerEnvironment(env: NodeJS.ProcessEnv): ServerEnvironment {
  const sitePort = Number(env['PORT_SITE'] || 5173);
  if (!Number.isInteger(sitePort) || sitePort < 1 || sitePort > 65_535) {
    throw new Error(`PORT_SITE must be a port number, but is "${env['PORT_SITE']}".`);
  }
  const apiUrl = env['API_ADDRESS'];
  if (!apiUrl) {
    throw new Error('API_ADDRESS is not set. Example: API_ADDRESS=http://127.0.0.1:4566');
  }
  const emailsUrl = env['MAIL_ADDRESS'] || undefined;
  const cdnUrl = env['CDN_ADDRESS'] || undefined;
  for (const [name, url] of Object.entries({
    API_ADDRESS: apiUrl,
    MAIL_ADDRESS: emailsUrl,
    CDN_ADDRESS: cdnUrl,
  })) {
    if (url && !URL.canParse(url)) {
      throw new Error(`${name} must be a URL, but is "${url}".`);
    }
  }
  return { sitePort, apiUrl, emailsUrl, cdnUrl };
}
