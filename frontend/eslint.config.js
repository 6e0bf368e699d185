import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import { defineConfig, globalIgnores } from 'eslint/config';
import { readdirSync } from 'node:fs';
import tseslint from 'typescript-eslint';

// What oxlint (.oxlintrc.json) has no rule for. `npm run lint:full` runs every rule in ESLint: eslint.full.config.js.

const features = readdirSync('src/features');

/** Who may import whom: app -> features -> components -> session -> theme, i18n, api; and no feature another one. */
export const boundaries = [
  ...features.map((feature) => ({
    target: `./src/features/${feature}`,
    from: './src/features',
    except: [`./${feature}`],
    message: 'Features do not import each other. Move what both need to src/components or src/api.',
  })),
  {
    target: './src/features',
    from: './src/app',
    message: 'The app composes features; they do not know it.',
  },
  {
    target: './src/components',
    from: ['./src/app', './src/features'],
    message: 'Shared components know neither features nor the app.',
  },
  {
    target: './src/session',
    from: ['./src/app', './src/features', './src/components'],
    message: 'Who is signed in is ground for all of them.',
  },
  {
    target: ['./src/api', './src/i18n', './src/theme', './src/storage.ts'],
    from: ['./src/app', './src/features', './src/components', './src/session'],
    message: 'The ground does not import what stands on it.',
  },
];

export default defineConfig(globalIgnores(['src/api/schema.d.ts']), {
  files: ['src/**/*.{ts,tsx}'],
  languageOptions: { parser: tseslint.parser },
  // Comments in the code speak of rules that are unknown here. (ESLint warns of each; --quiet keeps that out.)
  linterOptions: { noInlineConfig: true },
  plugins: { 'import-x': importX },
  settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
  rules: { 'import-x/no-restricted-paths': ['error', { zones: boundaries }] },
});
