import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const PLACEHOLDER = '<!-- start -->';

const ID = 'virtual:inline-script';

const entry = fileURLToPath(new URL('../src/app/start/start.ts', import.meta.url));

/** Bundles the inline script, for the page of `index.html`, and as `virtual:inline-script` for prerendered ones. */
export function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: async (id) =>
      id === `\0${ID}` ? `export default ${JSON.stringify(await bundle())};` : undefined,
    transformIndexHtml: async (html) => {
      const script = `<script>${await bundle()}</script>`;
      return html.replace(PLACEHOLDER, () => script);
    },
  };
}

async function bundle(): Promise<string> {
  const results = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      lib: { entry, formats: ['iife'], name: 'start' },
      // React is imported by what the script does not use.
      rolldownOptions: { treeshake: { moduleSideEffects: false } },
    },
  });
  const [output] = Array.isArray(results) ? results.flatMap((result) => result.output) : [];
  if (output?.type !== 'chunk') {
    throw new Error('The inline script was not bundled.');
  }
  return output.code.trim();
}
