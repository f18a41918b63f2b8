// The walls of the house, checked by `npm run arch`; test/architecture proves that each of them can fail.
// In a `pathNot`, $1 is what the first group of `from` matched. Its patterns are joined into one: name the groups.
const rooms = 'kernel|transport|runtime|contexts|insights|demo|tour';
const publicOrModuleFile = '^src/contexts/(?<context>[^/]+)/\\k<context>\\.(public|module)\\.ts$';
// The only kind of rule that judges a file by its name alone; 100 is the highest number it takes.
const anyFile = { numberOfDependentsLessThan: 100 };

const { imports } = require('./package.json');
const aliased = [...new Set(Object.keys(imports).map((name) => name.replace(/^#|\/\*$/g, '')))].join('|');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'kernel-stands-alone',
      comment: 'The kernel carries every context and every door; one that it knew could not be removed or rewritten.',
      severity: 'error',
      from: { path: '^src/kernel/' },
      to: { path: '^(src|migrations)/', pathNot: '^src/kernel/' },
    },
    {
      name: 'kernel-needs-no-door-of-its-own',
      comment:
        'A door (<room>.public.ts) is for the other rooms; inside, it would tie rooms together that stand apart.',
      severity: 'error',
      from: { path: '^src/kernel/' },
      to: { path: '^src/kernel/.*\\.public\\.ts$' },
    },
    {
      name: 'transport-stands-on-the-kernel',
      comment: 'REST, MCP and OpenAPI read the registry and call the runner; logic here would exist for one door only.',
      severity: 'error',
      from: { path: '^src/transport/' },
      to: { path: '^src/', pathNot: '^src/(transport|kernel)/' },
    },
    {
      name: 'runtime-stands-on-the-kernel',
      comment: 'The process starts and stops the same way, whichever contexts and doors it carries.',
      severity: 'error',
      from: { path: '^src/runtime/' },
      to: { path: '^src/', pathNot: '^src/(runtime|kernel)/' },
    },
    {
      name: 'embedded-database-stands-alone',
      comment: 'It only starts a PostgreSQL server; what the service does with it is none of its business.',
      severity: 'error',
      from: { path: '^src/runtime/embedded-database/' },
      to: { path: '^src/', pathNot: '^src/runtime/embedded-database/' },
    },
    {
      name: 'context-stands-on-the-kernel',
      comment:
        'A context imports the kernel and other contexts; doors, the process and cross-context reads depend on it.',
      severity: 'error',
      from: { path: '^src/contexts/' },
      to: { path: '^src/', pathNot: '^src/(contexts|kernel)/' },
    },
    {
      name: 'context-through-its-public-file',
      comment:
        'What a context does not publish may change without asking: others import <context>.public.ts or .module.ts.',
      severity: 'error',
      from: { path: '^src/(?:contexts/)?([^/]+)' },
      to: { path: '^src/contexts/', pathNot: ['^src/contexts/$1/', publicOrModuleFile] },
    },
    {
      name: 'entity-stays-in-its-context',
      comment:
        "An entity is a table's shape. Only its context's public file may lend it, wherever the importer stands.",
      severity: 'error',
      from: { path: '^src/(?:contexts/)?([^/]+)' },
      to: { path: '^src/contexts/.*\\.entity\\.ts$', pathNot: '^src/contexts/$1/' },
    },
    {
      name: 'insights-stand-on-the-contexts',
      comment: 'Insights read what the contexts publish, never the doors or the process.',
      severity: 'error',
      from: { path: '^src/insights/' },
      to: { path: '^src/', pathNot: '^src/(insights|contexts|kernel)/' },
    },
    {
      name: 'nobody-needs-insights',
      comment: 'What only reads can be removed: the application composes it and nothing else imports it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(insights/|demo/|app\\.module\\.ts$)' },
      to: { path: '^src/insights/' },
    },
    {
      name: 'rooms-are-known',
      comment: 'A folder of src that no rule above names would escape them all.',
      severity: 'error',
      from: {},
      module: { path: `^src/(?!(${rooms})/)[^/]+/`, ...anyFile },
    },
    {
      name: 'other-rooms-by-hash',
      comment: 'A file imports another room, or another context, by `#…`, so that a move changes no relative path.',
      severity: 'error',
      from: { path: '^src/(contexts/[^/]+|[^/]+)' },
      to: { path: `^src/(${aliased})/`, pathNot: '^src/$1/', dependencyTypesNot: ['aliased'] },
    },
    {
      name: 'own-room-by-relative-path',
      comment: 'A file imports its own room, or its own context, by a relative path: `#…` is a way out of it.',
      severity: 'error',
      from: { path: '^src/(contexts/[^/]+|[^/]+)/' },
      to: { path: '^src/$1/', dependencyTypes: ['aliased'] },
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
      to: { path: '^[.#]', couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: `${__dirname}/tsconfig.json` },
    tsPreCompilationDeps: true,
    // `types` first: imports of other rooms lead to src, so that the rules judge sources. dist/ need not exist.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'require', 'node', 'default'],
    },
  },
};
