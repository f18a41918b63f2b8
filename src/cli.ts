#!/usr/bin/env node
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { loadDemoSchool } from '#demo/demo-data.js';
import {
  type CreatedInvitation,
  type CreatedOwnerKey,
  InvitationCommandService,
  OrganizationService,
} from '#contexts/identity/identity.public.js';
import { SubscriptionSecrets } from '#contexts/webhooks/webhooks.public.js';
import { exitWith } from '#runtime/failures.js';
import { loadConfiguration } from '#runtime/load-configuration.js';
import { createLogger, PinoNestLogger } from '#runtime/logging.js';
import { startRuntime } from '#runtime/start-runtime.js';

const USAGE = `Usage: node dist/service/cli.js COMMAND [OPTIONS]

  organization create --name NAME --owner-email EMAIL [--owner-name NAME]
                      Creates an organization and prints its owner's API key once; without --json also an
                      invitation, by which the owner signs in.
  invitation create --organization ID --member ID
                      Prints an invitation by which an active member signs in. It revokes the open one.
  owner-key create --organization ID --owner-email EMAIL
                      Prints a new API key of an OWNER who has none left.
  demo load           Creates the demo organization in an empty database and prints its keys as JSON.
  secrets status      Prints how many webhook subscriptions need each of SECRET_KEYS.
  secrets reseal      Encrypts their secrets and endpoints with the first of SECRET_KEYS.
  migrate             Brings the schema up to date.

  --json              Prints the result as JSON and nothing else.
  --help, -h          Prints this text.

Uses the database of the service: DATABASE_URL, or the embedded one, whether the service is running or not.
`;

const OPTIONS = {
  name: { type: 'string' },
  organization: { type: 'string' },
  member: { type: 'string' },
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

/** Commands that need the service; `migrate` needs its start only. */
const COMMANDS: Partial<Record<string, (app: INestApplicationContext, options: Options) => Promise<void>>> = {
  'organization create': createOrganization,
  'owner-key create': createOwnerKey,
  'invitation create': createInvitation,
  'demo load': async (app) => console.log(JSON.stringify(await loadDemoSchool(app), null, 2)),
  'secrets status': printKeyUse,
  'secrets reseal': resealSecrets,
};

function organizationsOf(app: INestApplicationContext): OrganizationService {
  return app.get(OrganizationService, { strict: false });
}

async function createOrganization(app: INestApplicationContext, options: Options): Promise<void> {
  const { name, 'owner-email': ownerEmail, 'owner-name': ownerName, json } = options;
  if (name === undefined || ownerEmail === undefined) throw new UsageError('--name and --owner-email are needed');
  const created = await organizationsOf(app).create({ name, ownerEmail, ownerName });
  // A program that reads JSON works with the API key: the link is for a person.
  if (json) {
    console.log(JSON.stringify(created));
    return;
  }
  const { organization, member } = created;
  const invitation = await invitationsOf(app).invite(organization.id, member.id);
  console.log(
    `Organization  ${organization.name} (${organization.id})\n${keyText(created)}\n\n${linkText(invitation)}`,
  );
}

async function createInvitation(app: INestApplicationContext, options: Options): Promise<void> {
  const { organization, member, json } = options;
  if (!organization || !member) throw new UsageError('--organization and --member are needed');
  const invitation = await invitationsOf(app).invite(organization, member);
  console.log(json ? JSON.stringify(invitation) : linkText(invitation));
}

function invitationsOf(app: INestApplicationContext): InvitationCommandService {
  return app.get(InvitationCommandService, { strict: false });
}

function linkText({ url, memberName, expiresAt }: CreatedInvitation): string {
  return `Sign in       ${url ?? ''}

The link lets ${memberName} in once, until ${expiresAt}. It is not shown again.`;
}

async function createOwnerKey(app: INestApplicationContext, options: Options): Promise<void> {
  const { organization, 'owner-email': ownerEmail, json } = options;
  if (!organization || !ownerEmail) throw new UsageError('--organization and --owner-email are needed');
  const created = await organizationsOf(app).createOwnerKey(organization, ownerEmail);
  console.log(json ? JSON.stringify(created) : keyText(created));
}

function keyText({ member, apiKey }: CreatedOwnerKey): string {
  return `Owner         member ${member.id}, account ${member.accountId}
API key       ${apiKey}

The key is not shown again.`;
}

/** `secrets status`: which of SECRET_KEYS are still needed. */
async function printKeyUse(app: INestApplicationContext, { json }: Options): Promise<void> {
  const keys = await app.get(SubscriptionSecrets, { strict: false }).useOfKeys();
  const apiKeys = await organizationsOf(app).usableKeys();
  if (json) {
    console.log(JSON.stringify({ keys, apiKeys }));
    return;
  }
  console.log('Key       State    Webhook subscriptions');
  for (const { key, state, subscriptions } of keys) console.log(`${key}  ${state.padEnd(7)}  ${subscriptions}`);
  console.log(`\nUsable API keys: ${apiKeys.count}, the oldest created ${apiKeys.oldestCreatedAt ?? 'never'}`);
  console.log('An API key needs the key that was the first one when it was created.');
}

/** `secrets reseal`: encrypts what can be with the first of SECRET_KEYS. */
async function resealSecrets(app: INestApplicationContext, { json }: Options): Promise<void> {
  const done = await app.get(SubscriptionSecrets, { strict: false }).reseal();
  if (json) console.log(JSON.stringify(done));
  else console.log(`Webhook subscriptions encrypted with the first key: ${done.resealed}`);
  if (done.unreadable.length === 0) return;
  process.exitCode = 1;
  for (const { organizationId, subscriptionId } of json ? [] : done.unreadable) {
    console.log(`Cannot be decrypted: subscription ${subscriptionId} of organization ${organizationId}`);
  }
}

async function run(): Promise<void> {
  const { positionals, values } = readArguments();
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const command = positionals.join(' ');
  const perform = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (perform === undefined && command !== 'migrate') {
    throw new UsageError(command === '' ? 'a command is needed' : `there is no command "${command}"`);
  }
  // A command must not start a second webhook worker.
  const configuration = await loadConfiguration({ ROLE: 'api' });
  const runtime = await startRuntime(configuration, { reuseRunning: true });
  try {
    // startRuntime has migrated.
    if (perform === undefined) {
      console.log(values.json ? JSON.stringify({ migrated: true }) : 'The schema is up to date.');
      return;
    }
    const options = { logger: new PinoNestLogger(createLogger('warn')), abortOnError: false };
    const app = await NestFactory.createApplicationContext(AppModule.forRuntime(runtime), options);
    await perform(app, values);
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
