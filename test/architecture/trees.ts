// Tiny source trees for architecture.spec.ts: one that keeps every wall, and files that each breach one.
export type Tree = Record<string, string>;

export const soundTree: Tree = {
  'src/app.module.ts': `import './programs/programs.module.js';\nimport './agents/agents.module.js';`,
  'src/platform/runner.ts': `import './scope.js';\nexport const run = 1;`,
  'src/platform/scope.ts': `export const scope = 1;`,
  'src/programs/programs.module.ts': `import './program.controller.js';\nimport '../cohorts/cohorts.module.js';`,
  'src/programs/programs.public.ts': `export { Program } from './program.entity.js';`,
  'src/programs/program.entity.ts': `import type { Step } from './step.entity.js';\nexport class Program { steps: Step[] }`,
  'src/programs/step.entity.ts': `import { Program } from './program.entity.js';\nexport class Step { program = Program }`,
  'src/programs/program.repository.ts': `import './program.entity.js';`,
  'src/programs/program.operations.ts': `import '../platform/runner.js';`,
  'src/programs/program.service.ts': `import './program.repository.js';\nimport './program.operations.js';`,
  'src/programs/program.controller.ts': `import './program.service.js';`,
  'src/cohorts/cohorts.module.ts': `import '../platform/runner.js';\nimport './cohort.service.js';`,
  'src/cohorts/cohort.service.ts': `import { Program } from '../programs/programs.public.js';\nexport const of = Program;`,
  'src/agents/agents.module.ts': `import './tools.js';\nimport '../platform/runner.js';`,
  'src/agents/tools.ts': `import '../programs/program.operations.js';\nimport '../programs/programs.public.js';`,
  'migrations/1-programs.ts': `export class Programs {}`,
  'test/builders.ts': `export const builder = 1;`,
  'bench/load.ts': `export const load = 1;`,
};

interface Breach {
  rule: string;
  title: string;
  /** The file that is reported. */
  at: string;
  files: Tree;
}

const breach = (rule: string, title: string, at: string, text: string, others: Tree = {}): Breach => ({
  rule,
  title,
  at,
  files: { [at]: text, ...others },
});

export const breaches: Breach[] = [
  breach(
    'platform-knows-no-context',
    'the platform imports a context, even its public file',
    'src/platform/nosy.ts',
    `import '../programs/programs.public.js';`,
  ),
  breach(
    'platform-knows-no-context',
    'the platform imports the application',
    'src/platform/upward.ts',
    `import '../app.module.js';`,
  ),
  breach(
    'context-through-its-public-file',
    "a context imports another's service",
    'src/cohorts/shortcut.service.ts',
    `import '../programs/program.service.js';`,
  ),
  breach(
    'context-through-its-public-file',
    "a context imports another's operations",
    'src/live-sessions/borrowed.service.ts',
    `import '../programs/program.operations.js';`,
  ),
  breach(
    'context-through-its-public-file',
    'a context imports a public file that is not named after its context',
    'src/tasks/sidedoor.service.ts',
    `import '../groups/extra.public.js';`,
    { 'src/groups/extra.public.ts': `export const extra = 1;` },
  ),
  breach(
    'context-through-its-public-file',
    'a context imports only a type of another',
    'src/media/typed.service.ts',
    `import type { Secret } from '../groups/secret.service.js';\nexport type Mine = Secret;`,
    { 'src/groups/secret.service.ts': `export interface Secret { a: 1 }` },
  ),
  breach(
    'entity-stays-in-its-context',
    "a context imports another's entity",
    'src/enrollments/enrollment.entity.ts',
    `import { Program } from '../programs/program.entity.js';\nexport const of = Program;`,
  ),
  breach(
    'entity-stays-in-its-context',
    'the application imports an entity',
    'src/seed.ts',
    `import './programs/program.entity.js';`,
  ),
  breach(
    'agents-hold-no-logic',
    'the agent door imports a service',
    'src/agents/clever.ts',
    `import '../programs/program.service.js';`,
  ),
  breach(
    'no-circular',
    'two files need each other to load',
    'src/webhooks/chicken.ts',
    `import { egg } from './egg.js';\nexport const chicken = () => egg;`,
    { 'src/webhooks/egg.ts': `import { chicken } from './chicken.js';\nexport const egg = () => chicken;` },
  ),
  breach('src-needs-no-test', 'a source imports a test', 'src/media/fake.ts', `import '../../test/builders.js';`),
  breach('src-needs-no-test', 'a source imports the bench', 'src/media/load.ts', `import '../../bench/load.js';`),
  breach(
    'controller-reads-no-table',
    'a controller imports its repository',
    'src/programs/direct.controller.ts',
    `import './program.repository.js';`,
  ),
  breach(
    'controller-reads-no-table',
    'a controller imports its entity',
    'src/programs/row.controller.ts',
    `import { Program } from './program.entity.js';\nexport const of = Program;`,
  ),
  breach(
    'controller-reads-no-table',
    'a controller imports TypeORM',
    'src/programs/orm.controller.ts',
    `import { Repository } from 'typeorm';\nexport const of = Repository;`,
  ),
  breach('files-are-named-after-nouns', 'a helpers file', 'src/tasks/date.helpers.ts', `export const a = 1;`),
  breach('files-are-named-after-nouns', 'a utils file', 'src/tasks/string-utils.ts', `export const b = 1;`),
  breach('files-are-named-after-nouns', 'a common folder', 'src/common/money.ts', `export const c = 1;`),
  breach('files-are-named-after-nouns', 'a barrel', 'src/tasks/index.ts', `export * from './tasks.public.js';`, {
    'src/tasks/tasks.public.ts': `export const d = 1;`,
  }),
  breach(
    'migrations-stand-alone',
    'a migration imports a source',
    'migrations/2-names.ts',
    `import '../src/platform/scope.js';`,
  ),
  breach('imports-resolve', 'an import of a file that is not there', 'src/groups/lost.ts', `import './nowhere.js';`),
];
