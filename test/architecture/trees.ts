// Tiny source trees for architecture.spec.ts: one that keeps every wall, and files that each breach one.
export type Tree = Record<string, string>;

export const soundTree: Tree = {
  'src/main.ts': `import './app.module.js';\nimport '#transport/doors.js';\nimport '#demo/welcome.js';`,
  'src/app.module.ts': `import '#kernel';\nimport '#contexts/programs/programs.module.js';\nimport '#insights/cockpit/cockpit.service.js';`,
  'src/tour.ts': `import './tour/guide.js';\nimport '#contexts/programs/programs.public.js';`,
  'src/tour/guide.ts': `export const guide = 1;`,
  'src/demo/welcome.ts': `import '#contexts/programs/programs.public.js';\nimport '#runtime/start.js';`,
  'src/kernel/operations/runner.ts': `import '../work/scope.js';\nexport const run = 1;`,
  'src/kernel/operations/operations.public.ts': `export { run } from './runner.js';`,
  'src/kernel/work/scope.ts': `export const scope = 1;`,
  'src/kernel/work/work.public.ts': `export { scope } from './scope.js';`,
  'src/kernel/kernel.module.ts': `import './operations/runner.js';`,
  'src/transport/doors.ts': `import './mcp/tools.js';`,
  'src/transport/mcp/tools.ts': `import '#kernel/operations';`,
  'src/runtime/start.ts': `import './embedded-database/cluster.js';\nimport '#kernel/operations';`,
  'src/runtime/embedded-database/cluster.ts': `import './lock.js';`,
  'src/runtime/embedded-database/lock.ts': `export const lock = 1;`,
  'src/contexts/programs/programs.module.ts': `import './program.controller.js';\nimport '#contexts/cohorts/cohorts.module.js';`,
  'src/contexts/programs/programs.public.ts': `export { Program } from './program.entity.js';`,
  'src/contexts/programs/program.entity.ts': `import type { Step } from './step.entity.js';\nexport class Program { steps: Step[] }`,
  'src/contexts/programs/step.entity.ts': `import { Program } from './program.entity.js';\nexport class Step { program = Program }`,
  'src/contexts/programs/program.repository.ts': `import './program.entity.js';`,
  'src/contexts/programs/program.operations.ts': `import '#kernel/operations';`,
  'src/contexts/programs/program.service.ts': `import './program.repository.js';\nimport './program.operations.js';`,
  'src/contexts/programs/program.controller.ts': `import './program.service.js';`,
  'src/contexts/cohorts/cohorts.module.ts': `import '#kernel/operations';\nimport './seat/seat.service.js';`,
  'src/contexts/cohorts/seat/seat.service.ts': `import '#contexts/programs/programs.public.js';\nimport '../cohort.service.js';`,
  'src/contexts/cohorts/cohort.service.ts': `import { Program } from '#contexts/programs/programs.public.js';\nexport const of = Program;`,
  'src/insights/cockpit/cockpit.service.ts': `import '#contexts/programs/programs.public.js';\nimport '../insights.page.js';`,
  'src/insights/insights.page.ts': `import '#kernel/work';`,
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

/** A file with nothing in it but these imports, in its place. */
const breach = (rule: string, title: string, at: string, text: string, others: Tree = {}): Breach => ({
  rule,
  title,
  at,
  files: { [at]: text, ...others },
});

const roomBreaches: Breach[] = [
  breach(
    'kernel-stands-alone',
    'the kernel imports a context, even its public file',
    'src/kernel/nosy.ts',
    `import '#contexts/programs/programs.public.js';`,
  ),
  breach(
    'kernel-stands-alone',
    'the kernel imports the transport',
    'src/kernel/outward.ts',
    `import '#transport/mcp/tools.js';`,
  ),
  breach(
    'kernel-stands-alone',
    'the kernel imports the application',
    'src/kernel/upward.ts',
    `import '../app.module.js';`,
  ),
  breach(
    'kernel-stands-alone',
    'the kernel imports the migrations, which the runtime hands to it',
    'src/kernel/schema.ts',
    `import '../../migrations/1-programs.js';`,
  ),
  breach(
    'kernel-stands-alone',
    'the kernel imports only a type of the runtime',
    'src/kernel/typed.ts',
    `import type { Lock } from '#runtime/embedded-database/lock.js';\nexport type Mine = Lock;`,
  ),
  breach(
    'transport-stands-on-the-kernel',
    'the agent door imports a public file of a context',
    'src/transport/mcp/clever.ts',
    `import '#contexts/programs/programs.public.js';`,
  ),
  breach(
    'transport-stands-on-the-kernel',
    'the transport imports the runtime',
    'src/transport/started.ts',
    `import '#runtime/start.js';`,
  ),
  breach(
    'runtime-stands-on-the-kernel',
    'the runtime imports the transport',
    'src/runtime/listening.ts',
    `import '#transport/doors.js';`,
  ),
  breach(
    'runtime-stands-on-the-kernel',
    'the runtime imports a public file of a context',
    'src/runtime/worker.ts',
    `import '#contexts/programs/programs.public.js';`,
  ),
  breach(
    'embedded-database-stands-alone',
    'the embedded database imports the kernel',
    'src/runtime/embedded-database/settings.ts',
    `import '#kernel/work';`,
  ),
  breach(
    'embedded-database-stands-alone',
    'the embedded database imports its own room',
    'src/runtime/embedded-database/logged.ts',
    `import '../logging.js';`,
    { 'src/runtime/logging.ts': `export const log = 1;` },
  ),
  breach(
    'context-stands-on-the-kernel',
    'a context imports the transport',
    'src/contexts/tasks/header.service.ts',
    `import '#transport/doors.js';`,
  ),
  breach(
    'context-stands-on-the-kernel',
    'a context imports the runtime',
    'src/contexts/tasks/process.service.ts',
    `import '#runtime/start.js';`,
  ),
  breach(
    'insights-stand-on-the-contexts',
    'insights import the transport',
    'src/insights/audit/door.ts',
    `import '#transport/doors.js';`,
  ),
  breach(
    'nobody-needs-insights',
    'a context imports insights',
    'src/contexts/groups/summary.service.ts',
    `import '#insights/cockpit/cockpit.service.js';`,
  ),
  breach(
    'nobody-needs-insights',
    'the command line imports insights',
    'src/cli.ts',
    `import '#insights/cockpit/cockpit.service.js';`,
  ),
  breach('rooms-are-known', 'a room that no rule names', 'src/attic/box.ts', `export const box = 1;`),
  breach(
    'other-rooms-by-hash',
    'a context imports the kernel by a relative path',
    'src/contexts/media/relative.service.ts',
    `import '../../kernel/work/scope.js';`,
  ),
  breach(
    'other-rooms-by-hash',
    'a context imports another by a relative path',
    'src/contexts/media/neighbour.service.ts',
    `import '../programs/programs.public.js';`,
  ),
  breach(
    'other-rooms-by-hash',
    'the application imports a room by a relative path',
    'src/openapi.ts',
    `import './transport/doors.js';`,
  ),
  breach(
    'own-room-by-relative-path',
    'the kernel imports itself by its name',
    'src/kernel/detour.ts',
    `import '#kernel/work';`,
  ),
  breach(
    'own-room-by-relative-path',
    'a context imports itself by its name',
    'src/contexts/programs/detour.service.ts',
    `import '#contexts/programs/program.repository.js';`,
  ),
];

const contextBreaches: Breach[] = [
  breach(
    'context-through-its-public-file',
    "a context imports another's service",
    'src/contexts/cohorts/shortcut.service.ts',
    `import '#contexts/programs/program.service.js';`,
  ),
  breach(
    'context-through-its-public-file',
    "a context imports another's operations",
    'src/contexts/live-sessions/live-session/borrowed.service.ts',
    `import '#contexts/programs/program.operations.js';`,
  ),
  breach(
    'context-through-its-public-file',
    'a context imports a public file that is not named after its context',
    'src/contexts/tasks/sidedoor.service.ts',
    `import '#contexts/groups/extra.public.js';`,
    { 'src/contexts/groups/extra.public.ts': `export const extra = 1;` },
  ),
  breach(
    'context-through-its-public-file',
    'a context imports only a type of another',
    'src/contexts/media/typed.service.ts',
    `import type { Secret } from '#contexts/groups/secret.service.js';\nexport type Mine = Secret;`,
    { 'src/contexts/groups/secret.service.ts': `export interface Secret { a: 1 }` },
  ),
  breach(
    'context-through-its-public-file',
    "insights import a context's service",
    'src/insights/cockpit/direct.service.ts',
    `import '#contexts/programs/program.service.js';`,
  ),
  breach(
    'context-through-its-public-file',
    "the demo imports a context's service",
    'src/demo/shortcut.ts',
    `import '#contexts/programs/program.service.js';`,
  ),
  breach(
    'entity-stays-in-its-context',
    "a context imports another's entity",
    'src/contexts/enrollments/enrollment.entity.ts',
    `import { Program } from '#contexts/programs/program.entity.js';\nexport const of = Program;`,
  ),
  breach(
    'entity-stays-in-its-context',
    'insights import an entity',
    'src/insights/cockpit/rows.ts',
    `import { Program } from '#contexts/programs/program.entity.js';\nexport const of = Program;`,
  ),
  breach(
    'entity-stays-in-its-context',
    'the application imports an entity',
    'src/seed.ts',
    `import '#contexts/programs/program.entity.js';`,
  ),
  breach(
    'controller-reads-no-table',
    'a controller imports its repository',
    'src/contexts/programs/direct.controller.ts',
    `import './program.repository.js';`,
  ),
  breach(
    'controller-reads-no-table',
    'a controller imports its entity',
    'src/contexts/programs/row.controller.ts',
    `import { Program } from './program.entity.js';\nexport const of = Program;`,
  ),
  breach(
    'controller-reads-no-table',
    'a controller imports TypeORM',
    'src/contexts/programs/orm.controller.ts',
    `import { Repository } from 'typeorm';\nexport const of = Repository;`,
  ),
];

const fileBreaches: Breach[] = [
  breach(
    'no-circular',
    'two files need each other to load',
    'src/contexts/webhooks/chicken.ts',
    `import { egg } from './egg.js';\nexport const chicken = () => egg;`,
    { 'src/contexts/webhooks/egg.ts': `import { chicken } from './chicken.js';\nexport const egg = () => chicken;` },
  ),
  breach(
    'no-circular',
    'two contexts need each other to load',
    'src/contexts/left/left.public.ts',
    `import { right } from '#contexts/right/right.public.js';\nexport const left = () => right;`,
    {
      'src/contexts/right/right.public.ts': `import { left } from '#contexts/left/left.public.js';\nexport const right = () => left;`,
    },
  ),
  breach(
    'src-needs-no-test',
    'a source imports a test',
    'src/contexts/media/fake.ts',
    `import '../../../test/builders.js';`,
  ),
  breach(
    'src-needs-no-test',
    'a source imports the bench',
    'src/contexts/media/load.ts',
    `import '../../../bench/load.js';`,
  ),
  breach(
    'kernel-needs-no-door-of-its-own',
    'a file of the kernel imports a door of the kernel',
    'src/kernel/trail/roundabout.ts',
    `import { run } from '../operations/operations.public.js';\nexport const again = run;`,
  ),
  breach(
    'imports-resolve',
    'an import of a file behind the door of its room',
    'src/contexts/groups/behind.ts',
    `import '#kernel/work/scope';`,
  ),
  breach('files-are-named-after-nouns', 'a helpers file', 'src/contexts/tasks/date.helpers.ts', `export const a = 1;`),
  breach('files-are-named-after-nouns', 'a utils file', 'src/contexts/tasks/string-utils.ts', `export const b = 1;`),
  breach('files-are-named-after-nouns', 'a common folder', 'src/kernel/common/money.ts', `export const c = 1;`),
  breach(
    'files-are-named-after-nouns',
    'a barrel',
    'src/contexts/tasks/index.ts',
    `export * from './tasks.public.js';`,
    {
      'src/contexts/tasks/tasks.public.ts': `export const d = 1;`,
    },
  ),
  breach(
    'migrations-stand-alone',
    'a migration imports a source',
    'migrations/2-names.ts',
    `import '../src/kernel/work/scope.js';`,
  ),
  breach(
    'migrations-stand-alone',
    'a migration imports a room by its name',
    'migrations/3-hash.ts',
    `import '#kernel/work';`,
  ),
  breach(
    'imports-resolve',
    'an import of a file that is not there',
    'src/contexts/groups/lost.ts',
    `import './nowhere.js';`,
  ),
  breach(
    'imports-resolve',
    'an import of a file that is not in its room',
    'src/contexts/groups/astray.ts',
    `import '#kernel/nowhere';`,
  ),
  breach('imports-resolve', 'an import of an unknown room', 'src/contexts/groups/away.ts', `import '#attic/box.js';`),
];

export const breaches: Breach[] = [...roomBreaches, ...contextBreaches, ...fileBreaches];
