import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const nodeGlobals = Object.fromEntries(
  ['process', 'console', 'Buffer', 'URL', 'fetch', 'AbortSignal', 'performance', 'structuredClone']
    .concat(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'])
    .map((name) => [name, 'readonly']),
);
const cjsGlobals = { module: 'writable', require: 'readonly', __dirname: 'readonly' };

const kernelOnly =
  'Only src/kernel opens connections: take a scope to read and the unit of work to write, never a connection of your own.';

/** Another language is another folder of strings: markup has no words of its own. */
const readAttributes = '/^(label|title|hint|about|alt|placeholder|description|error|empty|done|aria-label)$/';
const word = ':matches(Literal[value=/\\p{L}/u], TemplateLiteral:has(> TemplateElement[value.raw=/\\p{L}/u]))';
const wordsInMarkup = [
  'JSXText[value=/\\p{L}/u]',
  `JSXAttribute[name.name=${readAttributes}] > Literal[value=/\\p{L}/u]`,
  ...[':matches(JSXElement, JSXFragment)', `JSXAttribute[name.name=${readAttributes}]`].flatMap((parent) => [
    `${parent} > JSXExpressionContainer > ${word}`,
    `${parent} > JSXExpressionContainer > :matches(ConditionalExpression, LogicalExpression) > ${word}:not(.test)`,
  ]),
].map((selector) => ({ selector, message: 'Words that are read belong in console/src/strings/.' }));

const enums = { selector: 'TSEnumDeclaration', message: 'A union of texts says the same, and exists at no runtime.' };

/** With one program for all files of a tsconfig.json: the project service, which editors need, takes a fifth more time. */
const typed = (files, project) => ({
  files,
  languageOptions: { parserOptions: { project, tsconfigRootDir: import.meta.dirname } },
});

export default defineConfig(
  globalIgnores([
    '**/dist',
    'coverage',
    'bench/results',
    '.data',
    'clients/typescript/src/schema.ts',
    'console/built',
    'console/test/output',
  ]),
  js.configs.recommended,
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { globals: nodeGlobals } },
  { files: ['**/*.cjs'], languageOptions: { globals: cjsGlobals } },
  { rules: { eqeqeq: 'error' }, linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    rules: {
      // Nest: modules are empty classes, and emitDecoratorMetadata needs value imports of what a constructor injects.
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/consistent-type-imports': 'off',
      // Rows and request bodies are less certain than their types: a guard that looks needless may not be.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // Rows, requests and responses are classes for their decorators' sake; plain objects of their shape are meant.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      // It asks for the type of every argument, and there are no enums: see below.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      'no-restricted-syntax': ['error', enums],
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      // Marked as deprecated so that it stands out: whether a request may use plain http is up to GuardedFetch.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],
    },
  },
  typed(['{src,test,bench,migrations}/**/*.ts', 'ormconfig.ts'], 'tsconfig.json'),
  typed(['console/**/*.{ts,tsx}'], 'console/tsconfig.json'),
  typed(['clients/typescript/src/**/*.ts'], 'clients/typescript/tsconfig.json'),
  typed(['clients/typescript/test/**/*.ts'], 'clients/typescript/test/tsconfig.json'),
  {
    files: ['src/**/*.ts'],
    rules: { 'max-lines': ['error', 250], 'no-console': 'error' },
  },
  { files: ['src/main.ts', 'src/cli.ts', 'src/cli-commands.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/kernel/**', 'src/runtime/embedded-database/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'typeorm', importNames: ['DataSource', 'QueryRunner', 'getManager'], message: kernelOnly },
            { name: '@nestjs/typeorm', importNames: ['InjectDataSource', 'getDataSourceToken'], message: kernelOnly },
            { name: 'pg', message: kernelOnly },
          ],
        },
      ],
    },
  },
  {
    // The console: hooks by React's rules, and the same bound on files.
    files: ['console/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    rules: { 'max-lines': ['error', 250], 'no-console': 'error' },
  },
  {
    files: ['console/src/**/*.tsx'],
    rules: { 'no-restricted-syntax': ['error', enums, ...wordsInMarkup] },
  },
  {
    // A test left focused hides every other one.
    files: ['**/*.{spec,e2e-spec,test}.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['it', 'test', 'describe'].map((object) => ({ object, property: 'only' })),
      ],
    },
  },
  {
    // The tests of the client: node:test waits for what describe and it return.
    files: ['clients/**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['describe', 'it'] }] },
      ],
    },
  },
  {
    files: ['**/*.{spec,e2e-spec}.ts'],
    rules: {
      // supertest types every body as any, and expect(service.method) takes a method without its object.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
