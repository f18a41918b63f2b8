import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { ConfigModule } from '@nestjs/config';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { loadDemoSchool } from './demo/demo-data.js';
import { OrganizationService, type CreatedOwnerKey } from './identity/identity.public.js';
import { readSettings } from './platform/config/settings.js';
import { exitWith } from './platform/runtime/failures.js';
import { createLogger, PinoNestLogger } from './platform/runtime/logging.js';
import { startRuntime } from './platform/runtime/start-runtime.js';

const USAGE = `Usage:
  npm run cli -- organization create --name NAME --owner-email EMAIL [--owner-name NAME] [--json]
  npm run cli -- owner-key create --organization ID --owner-email EMAIL [--json]
  npm run cli -- demo load
  npm run cli -- migrate

Works on the database that the service uses: DATABASE_URL's, or the embedded one, running or not.
`;

const OPTIONS = {
  name: { type: 'string' },
  organization: { type: 'string' },
  'owner-email': { type: 'string' },
  'owner-name': { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

type Options = ReturnType<typeof readArguments>['values'];

class UsageError extends Error {}

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function createOrganization(organizations: OrganizationService, options: Options): Promise<void> {
  const { name, 'owner-email': ownerEmail, 'owner-name': ownerName, json } = options;
  if (name === undefined || ownerEmail === undefined) throw new UsageError('--name and --owner-email are needed');
  const created = await organizations.create({ name, ownerEmail, ownerName });
  console.log(
    json
      ? JSON.stringify(created)
      : `Organization  ${created.organization.name} (${created.organization.id})
${shownKey(created)}`,
  );
}

async function createOwnerKey(organizations: OrganizationService, options: Options): Promise<void> {
  const { organization, 'owner-email': ownerEmail, json } = options;
  if (organization === undefined || ownerEmail === undefined) {
    throw new UsageError('--organization and --owner-email are needed');
  }
  const created = await organizations.createOwnerKey(organization, ownerEmail);
  console.log(json ? JSON.stringify(created) : shownKey(created));
}

function shownKey({ member, apiKey }: CreatedOwnerKey): string {
  return `Owner         member ${member.id}, account ${member.accountId}
API key       ${apiKey}

The key is shown this once.`;
}

async function run(): Promise<void> {
  const { positionals, values } = readArguments();
  const command = positionals.join(' ');
  if (!['organization create', 'owner-key create', 'demo load', 'migrate'].includes(command)) {
    throw new UsageError(command === '' ? 'a command is needed' : `there is no command "${command}"`);
  }
  await ConfigModule.forRoot({ validate: readSettings as never });
  // A command must not set the worker of webhooks going beside the service.
  const settings = Object.assign(readSettings(process.env), { ROLE: 'api' as const });
  const runtime = await startRuntime(settings, { beside: true });
  try {
    // Starting has migrated.
    if (command === 'migrate') {
      console.log('The schema is up to date.');
      return;
    }
    const logger = new PinoNestLogger(createLogger('warn'));
    const app = await NestFactory.createApplicationContext(AppModule.forRuntime(runtime), {
      logger,
      abortOnError: false,
    });
    if (command === 'demo load') console.log(JSON.stringify(await loadDemoSchool(app, settings), null, 2));
    else {
      const create = command === 'owner-key create' ? createOwnerKey : createOrganization;
      await create(app.get(OrganizationService, { strict: false }), values);
    }
    await app.close();
  } finally {
    await runtime.stop();
  }
}

run().catch((error: unknown) => {
  if (!(error instanceof UsageError)) exitWith(error);
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exit(2);
});
