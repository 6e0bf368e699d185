/** What `vite dev` and `vite preview` are told by the environment. Nothing else reads it. */
export interface ServerEnvironment {
  /** Port of the site. */
  sitePort: number;
  /** Where the API answers, without the `/api` of the site. */
  apiAddress: string;
  /** Where the local AWS lists the mails that it took; without it there is no inbox. */
  mailAddress: string | undefined;
  /** A CDN that has the built site and the API; without it, `vite preview` stands in for one. */
  cdnAddress: string | undefined;
}

/** Reads the environment; a missing or malformed variable is one line that names it. */
export function readServerEnvironment(env: NodeJS.ProcessEnv): ServerEnvironment {
  const sitePort = Number(env['PORT_SITE'] || 5173);
  if (!Number.isInteger(sitePort) || sitePort < 1 || sitePort > 65_535) {
    throw new Error(`PORT_SITE must be a port number, but is "${env['PORT_SITE']}".`);
  }
  const apiAddress = env['API_ADDRESS'];
  if (!apiAddress) {
    throw new Error('API_ADDRESS is not set. Example: API_ADDRESS=http://127.0.0.1:4566');
  }
  const mailAddress = env['MAIL_ADDRESS'] || undefined;
  const cdnAddress = env['CDN_ADDRESS'] || undefined;
  for (const [name, address] of Object.entries({
    API_ADDRESS: apiAddress,
    MAIL_ADDRESS: mailAddress,
    CDN_ADDRESS: cdnAddress,
  })) {
    if (address && !URL.canParse(address)) {
      throw new Error(`${name} must be a URL, but is "${address}".`);
    }
  }
  return { sitePort, apiAddress, mailAddress, cdnAddress };
}
