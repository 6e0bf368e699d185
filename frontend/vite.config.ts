import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';
import { apiProxy } from './vite/apiProxy.ts';
import { readServerEnvironment } from './vite/environment.ts';
import { firstPaint } from './vite/firstPaint.ts';
import { themeCss } from './vite/themeCss.ts';

const shared = fileURLToPath(new URL('../shared', import.meta.url));

/** What every screen needs and no release of ours changes: browsers keep it across deployments. */
const vendor =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next)\//;

export default defineConfig(({ command }) => ({
  plugins: [react(), themeCss(), firstPaint()],
  resolve: { alias: { '@shared': shared } },
  build: {
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'vendor', test: vendor }] } } },
  },
  ...(command === 'serve' && servers()),
}));

/** Dev server and preview alike: the site on one port, the API behind it. */
function servers(): Pick<UserConfig, 'server' | 'preview'> {
  try {
    const environment = readServerEnvironment(process.env);
    const common = {
      // The IPv4 loopback by name of address: `localhost` may mean ::1 only, which not every client tries.
      host: '127.0.0.1',
      port: environment.sitePort,
      strictPort: true,
      proxy: apiProxy(environment),
    };
    return { server: { ...common, fs: { allow: ['.', shared] } }, preview: common };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
