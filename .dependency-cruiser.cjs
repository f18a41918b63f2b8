// The walls of the house, checked by `npm run arch`; test/architecture proves that each of them can fail.
// In a `pathNot`, $1 is the context that the importing file lives in. Its patterns are joined into one: name the groups.
const contexts = 'identity|programs|cohorts|enrollments|tasks|groups|live-sessions|media|webhooks|agents';
const domains = contexts.replace('|agents', '');
const publicFile = '^src/(?<context>[^/]+)/\\k<context>\\.public\\.ts$';
const publicOrModuleFile = publicFile.replace('public', '(public|module)');
// The only kind of rule that judges a file by its name alone; 100 is the highest number it takes.
const anyFile = { numberOfDependentsLessThan: 100 };

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'platform-knows-no-context',
      comment: 'The platform carries every context; one that it knew by name could not be removed or rewritten.',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/(?!platform/)' },
    },
    {
      name: 'context-through-its-public-file',
      comment:
        'What a context does not publish may change without asking: others import <context>.public.ts or .module.ts.',
      severity: 'error',
      from: { path: `^src/(${domains})/` },
      to: { path: `^src/(${contexts})/`, pathNot: ['^src/$1/', publicOrModuleFile] },
    },
    {
      name: 'entity-stays-in-its-context',
      comment:
        "An entity is a table's shape. Only its context's public file may lend it, wherever the importer stands.",
      severity: 'error',
      from: { path: '^src/([^/]+)' },
      to: { path: `^src/(${contexts})/.*\\.entity\\.ts$`, pathNot: '^src/$1/' },
    },
    {
      name: 'agents-hold-no-logic',
      comment: 'The agent door names operations and hands them to the runner; logic here would exist only for agents.',
      severity: 'error',
      from: { path: '^src/agents/' },
      to: { path: '^src/', pathNot: ['^src/(agents|platform)/', '\\.operations\\.ts$', publicFile] },
    },
    {
      name: 'no-circular',
      comment: 'Two files that need each other to load break on order. A type-only edge (entity relations) is erased.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'src-needs-no-test',
      comment: 'What ships must start without test or bench, which are not shipped.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'controller-reads-no-table',
      comment:
        'A controller is decorators and one delegating line; tables are reached through the service and its policy.',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: ['\\.(repository|entity)\\.ts$', '(^|node_modules/)(@nestjs/)?typeorm(/|$)'] },
    },
    {
      name: 'files-are-named-after-nouns',
      comment: 'utils, helpers, common and barrels collect what nobody owns; name the file after its noun and kind.',
      severity: 'error',
      from: {},
      module: { path: '^src/(.+/)?(([^/]+[.-])?(utils?|helpers?|common)|index)[./]', ...anyFile },
    },
    {
      name: 'migrations-stand-alone',
      comment: 'A migration is history: it must do tomorrow what it did when written, whatever becomes of src.',
      severity: 'error',
      from: { path: '^migrations/' },
      to: { path: '^src/' },
    },
    {
      name: 'imports-resolve',
      comment: 'An import that cannot be followed escapes every rule above.',
      severity: 'error',
      from: {},
      to: { path: '^\\.', couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: `${__dirname}/tsconfig.json` },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
