/** What `vite dev` and `vite preview` are told by the environment. Nothing else reads it. */
export interface ServerEnvironment {
  /** Port of the site. */
  sitePort: number;
  /** Where the API answers, without the `/api` of the site. */
  apiAddress: string;
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
  if (!URL.canParse(apiAddress)) {
    throw new Error(`API_ADDRESS must be a URL, but is "${apiAddress}".`);
  }
  return { sitePort, apiAddress };
}
