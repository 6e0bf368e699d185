import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import prettier from 'eslint-config-prettier';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { boundaries } from './eslint.config.js';

const barrelOfMui = {
  name: '@mui/material',
  message: 'Import by path, for example @mui/material/Menu.',
};

const oldBrowsers = 'The oldest browsers that the app supports lack it.';
const tooYoung = [
  { object: 'AbortSignal', property: 'any', message: `${oldBrowsers} Use abortWith.` },
  {
    object: 'Intl',
    property: 'Segmenter',
    message: `${oldBrowsers} Use a regular expression with \\p{M}.`,
  },
  {
    object: 'URL',
    property: 'canParse',
    message: `${oldBrowsers} Catch the error of new URL.`,
  },
  { object: 'URL', property: 'parse', message: `${oldBrowsers} Catch the error of new URL.` },
  { property: 'ariaInvalid', message: `${oldBrowsers} Set the attribute.` },
  { property: 'ariaLabel', message: `${oldBrowsers} Set the attribute.` },
];

const latinDigits = 'Use intlFormat, which has Latin digits in Arabic in every browser.';
const otherDigits = [
  ...['DateTimeFormat', 'ListFormat', 'NumberFormat', 'RelativeTimeFormat'].map((property) => ({
    object: 'Intl',
    property,
    message: latinDigits,
  })),
  ...['toLocaleDateString', 'toLocaleString', 'toLocaleTimeString'].map((property) => ({
    property,
    message: latinDigits,
  })),
];

// Every rule, with type information from TypeScript 6: what `npm run lint` checks with oxlint in a fraction of the time, and the few
// rules that oxlint lacks.

export default defineConfig(
  globalIgnores(['.cache', 'dist', 'test-results', 'src/api/schema.d.ts']),
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
    settings: {
      ...importX.flatConfigs.typescript.settings,
      'import-x/resolver-next': [createTypeScriptImportResolver()],
    },
    rules: {
      // As oxlint does by default.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'import-x/no-cycle': 'error',
      'import-x/no-duplicates': 'error',
      'import-x/no-restricted-paths': ['error', { zones: boundaries }],
      'no-restricted-imports': ['error', { paths: [barrelOfMui] }],
    },
  },
  {
    files: ['src/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [barrelOfMui],
          patterns: [
            {
              regex: '^\\.\\./\\.\\./',
              message: 'Import from another folder of src as #folder/file.ts.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/**/*.test.{ts,tsx}', 'src/testing/**'],
    rules: { 'no-restricted-properties': ['error', ...tooYoung, ...otherDigits] },
  },
  // Plain JavaScript, so that Node runs it as it is; tsc checks it all the same.
  { files: ['scripts/**', 'eslint/*.mjs'], extends: [tseslint.configs.disableTypeChecked] },
  {
    files: [
      'scripts/**',
      'vite*.config.ts',
      'vite/**',
      'eslint/**',
      '*.config.js',
      'playwright.config.ts',
    ],
    languageOptions: { globals: globals.node },
  },
  // Served as it is.
  { files: ['vite/inbox/page.js'], languageOptions: { globals: globals.browser } },
  prettier,
);
