import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import { defineConfig, globalIgnores } from 'eslint/config';
import { readdirSync } from 'node:fs';
import tseslint from 'typescript-eslint';
import { textsInElements } from './eslint/textsInElements.mjs';

// Checks what oxlint (.oxlintrc.json) has no rule for: which folder may import which, and texts beside elements. `npm run lint:full` runs every rule in ESLint:
// eslint.full.config.js.

/** The folders of `src`, from top to bottom. A folder imports from the folders below it, except where `forbidden` says otherwise. */
const layers = ['app', 'features', 'entities', 'ui', 'api', 'theme', 'i18n', 'lib'];

/** @type {Record<string, string[]>} */
const forbidden = { ui: ['api'], api: ['theme'] };

/**
 * The entities that an entity may import.
 *
 * @type {Record<string, string[]>}
 */
const entityImports = {
  legal: ['operator'],
  'my-courses': ['action', 'course', 'user'],
  'service-area': ['action', 'user'],
  session: ['upload', 'user'],
  user: ['country'],
};

const foldersIn = (/** @type {string} */ folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const features = [
  ...foldersIn('src/features').filter((name) => name !== 'users'),
  ...foldersIn('src/features/users').map((name) => `users/${name}`),
];

export const boundaries = [
  ...layers.map((layer, index) => ({
    target: `./src/${layer}`,
    from: [...layers.slice(0, index), ...(forbidden[layer] ?? [])].map((name) => `./src/${name}`),
    message: `src/${layer} must not import from there. Who may import whom: eslint.config.js.`,
  })),
  ...features.map((feature) => ({
    target: `./src/features/${feature}`,
    from: './src/features',
    except: [`./${feature}`],
    message: 'Features do not import each other. Move what both need to src/entities or src/ui.',
  })),
  ...foldersIn('src/entities').map((entity) => ({
    target: `./src/entities/${entity}`,
    from: './src/entities',
    except: [entity, ...(entityImports[entity] ?? [])].map((name) => `./${name}`),
    message: 'An entity imports only the entities that eslint.config.js lists for it.',
  })),
].filter(({ from }) => from.length > 0);

/** Tests alone use `src/testing`. */
const testing = {
  target: './src',
  from: './src/testing',
  message: 'Only tests import from src/testing.',
};

export default defineConfig(
  globalIgnores(['src/api/schema.d.ts']),
  {
    files: ['src/**/*.{ts,tsx}'],
    languageOptions: { parser: tseslint.parser },
    // Comments in the code speak of rules that are unknown here. (ESLint warns of each; --quiet keeps that out.)
    linterOptions: { noInlineConfig: true },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
    rules: { 'import-x/no-restricted-paths': ['error', { zones: boundaries }] },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/**/*.test.{ts,tsx}', 'src/testing/**'],
    rules: { 'import-x/no-restricted-paths': ['error', { zones: [...boundaries, testing] }] },
  },
  {
    files: ['src/**/*.tsx'],
    ignores: ['src/**/*.test.tsx', 'src/testing/**'],
    plugins: { local: { rules: { 'texts-in-elements': textsInElements } } },
    rules: { 'local/texts-in-elements': 'error' },
  },
);
