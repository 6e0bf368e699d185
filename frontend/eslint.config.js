import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import prettier from 'eslint-config-prettier';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import { readdirSync } from 'node:fs';
import tseslint from 'typescript-eslint';

const features = readdirSync('src/features');

/** Who may import whom: app -> features -> components -> session -> theme, i18n, api; and no feature another one. */
const boundaries = [
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

export default defineConfig(
  globalIgnores(['dist', 'test-results', 'src/api/schema.d.ts']),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  reactHooks.configs.flat['recommended-latest'],
  jsxA11y.flatConfigs.strict,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.app.json', './tsconfig.node.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'import-x/no-cycle': 'error',
      'import-x/no-restricted-paths': ['error', { zones: boundaries }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: '@mui/material', message: 'Import by path, for example @mui/material/Menu.' },
          ],
        },
      ],
    },
  },
  // Plain JavaScript, so that Node runs it as it is; tsc checks it all the same.
  { files: ['scripts/**'], extends: [tseslint.configs.disableTypeChecked] },
  {
    files: ['scripts/**', 'vite*.config.ts', 'vite/**', '*.config.js', 'playwright.config.ts'],
    languageOptions: { globals: globals.node },
  },
  // Served as it is.
  { files: ['vite/inbox/page.js'], languageOptions: { globals: globals.browser } },
  prettier,
);
