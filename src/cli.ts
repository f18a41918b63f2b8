#!/usr/bin/env node
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { loadDemoSchool } from '#demo/demo-data.js';
import { OrganizationService, type CreatedOwnerKey } from '#contexts/identity/identity.public.js';
import { exitWith } from '#runtime/failures.js';
import { loadConfiguration } from '#runtime/load-configuration.js';
import { createLogger, PinoNestLogger } from '#runtime/logging.js';
import { startRuntime } from '#runtime/start-runtime.js';

const USAGE = `Usage: delivery-service COMMAND [OPTIONS]

  organization create --name NAME --owner-email EMAIL [--owner-name NAME]
                      Creates an organization and prints its owner's API key once.
  owner-key create --organization ID --owner-email EMAIL
                      Prints a new API key of an OWNER who has none left.
  demo load           Creates the demo organization in an empty database and prints its keys as JSON.
  migrate             Brings the schema up to date.

  --json              Prints the result as JSON and nothing else.
  --help, -h          Prints this text.

Uses the database of the service: DATABASE_URL, or the embedded one, whether the service is running or not.
`;

const OPTIONS = {
  name: { type: 'string' },
  organization: { type: 'string' },
  'owner-email': { type: 'string' },
  'owner-name': { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
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
  const { organization } = created;
  const text = `Organization  ${organization.name} (${organization.id})\n${keyText(created)}`;
  console.log(json ? JSON.stringify(created) : text);
}

async function createOwnerKey(organizations: OrganizationService, options: Options): Promise<void> {
  const { organization, 'owner-email': ownerEmail, json } = options;
  if (!organization || !ownerEmail) throw new UsageError('--organization and --owner-email are needed');
  const created = await organizations.createOwnerKey(organization, ownerEmail);
  console.log(json ? JSON.stringify(created) : keyText(created));
}

function keyText({ member, apiKey }: CreatedOwnerKey): string {
  return `Owner         member ${member.id}, account ${member.accountId}
API key       ${apiKey}

The key is not shown again.`;
}

async function run(): Promise<void> {
  const { positionals, values } = readArguments();
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const command = positionals.join(' ');
  if (!['organization create', 'owner-key create', 'demo load', 'migrate'].includes(command)) {
    throw new UsageError(command === '' ? 'a command is needed' : `there is no command "${command}"`);
  }
  // A command must not start a second webhook worker.
  const configuration = await loadConfiguration({ ROLE: 'api' });
  const runtime = await startRuntime(configuration, { reuseRunning: true });
  try {
    // startRuntime has migrated.
    if (command === 'migrate') {
      console.log(values.json ? JSON.stringify({ migrated: true }) : 'The schema is up to date.');
      return;
    }
    const options = { logger: new PinoNestLogger(createLogger('warn')), abortOnError: false };
    const app = await NestFactory.createApplicationContext(AppModule.forRuntime(runtime), options);
    if (command === 'demo load') console.log(JSON.stringify(await loadDemoSchool(app), null, 2));
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
