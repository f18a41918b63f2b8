// Runs the tests of the contexts, the conformance suites and every declared statement on a Citus cluster: `npm run test:citus`.
import { spawnSync } from 'node:child_process';

const NEEDS = `npm run test:citus needs a Citus cluster that is used for nothing else:
  CITUS_URL           a superuser's URL of a database on the coordinator, with the extension and its workers added
  CITUS_SERVICE_NODE  optional: host:port of the node that the service connects to; by default the coordinator
The nodes must accept connections of that superuser, and of the role delivery_test_service, from each other and from here.
Arguments are paths of tests, as for npm test.
`;
const PATHS = [
  ...[
    'bookings',
    'calendars',
    'cohorts',
    'enrollments',
    'follow-up',
    'groups',
    'identity',
    'insights',
    'live-sessions',
    'media',
  ],
  ...['erasures', 'exports', 'outcomes', 'reminders'],
  ...['programs', 'tasks', 'webhooks', 'conformance', 'kernel/every-statement'],
  ...['learning', 'transfers', 'people-import', 'handover', 'selling'],
];

/** They look across organizations, into a database that all tests share here, or at the plans of one PostgreSQL. */
const LEFT_OUT =
  '(webhooks/(worker-listing|service-acts|metrics|claim-plan|delivery-sweep|faults)|insights/enrollment-timeline-pages)';

if (!process.env.CITUS_URL) {
  process.stderr.write(NEEDS);
  process.exit(2);
}
const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', '-w', '1'];
const ignored = [`--testPathIgnorePatterns=/node_modules/`, `--testPathIgnorePatterns=${LEFT_OUT}`];
const specsOf = (folders) => folders.map((folder) => `dist/test/${folder}`);
// A node is taken down first, while no other tests have left work for the workers of all organizations.
const runs = process.argv.length > 2 ? [process.argv.slice(2)] : [specsOf(['citus']), specsOf(PATHS)];
// The paths come first: Jest takes whatever follows a list as part of it.
const statuses = runs.map(
  (paths) => spawnSync(process.execPath, [...jest, ...paths, ...ignored], { stdio: 'inherit' }).status,
);
process.exit(statuses.find((status) => status !== 0) ?? 0);
