import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';
import { apiProxy } from './vite/apiProxy.ts';
import { readServerEnvironment, type ServerEnvironment } from './vite/environment.ts';
import { firstPaint } from './vite/firstPaint.ts';
import { inbox } from './vite/inbox/plugin.ts';
import { themeCss } from './vite/themeCss.ts';

const shared = fileURLToPath(new URL('../shared', import.meta.url));

/** What every screen needs and no release of ours changes: browsers keep it across deployments. */
const vendor =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next)\//;

export default defineConfig(({ command }) => {
  const environment = command === 'serve' ? serverEnvironment() : undefined;
  return {
    plugins: [
      react(),
      themeCss(),
      firstPaint(),
      environment?.mailAddress ? inbox(environment.mailAddress) : undefined,
    ],
    resolve: { alias: { '@shared': shared } },
    build: {
      manifest: true,
      rolldownOptions: {
        output: { codeSplitting: { groups: [{ name: 'vendor', test: vendor }] } },
      },
    },
    ...(environment && servers(environment)),
  };
});

/** Dev server and preview alike: the site on one port, the API behind it. */
function servers(environment: ServerEnvironment): Pick<UserConfig, 'server' | 'preview'> {
  const common = {
    // The IPv4 loopback by name of address: `localhost` may mean ::1 only, which not every client tries.
    host: '127.0.0.1',
    port: environment.sitePort,
    strictPort: true,
    proxy: apiProxy(environment),
  };
  return { server: { ...common, fs: { allow: ['.', shared] } }, preview: common };
}

function serverEnvironment(): ServerEnvironment {
  try {
    return readServerEnvironment(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
