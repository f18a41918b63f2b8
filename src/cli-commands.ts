import 'reflect-metadata';
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
import type { CommandName, Options } from './cli.js';

type Command = (app: INestApplicationContext, options: Options) => Promise<void>;

/** The commands that need the service; `migrate` needs its start only. */
const COMMANDS: Record<Exclude<CommandName, 'migrate'>, Command> = {
  'organization create': createOrganization,
  'owner-key create': createOwnerKey,
  'invitation create': createInvitation,
  'demo load': async (app) => console.log(JSON.stringify(await loadDemoSchool(app), null, 2)),
  'secrets status': printKeyUse,
  'secrets reseal': resealSecrets,
};

/** Runs a command to its end, whose options are there. */
export function runCommand(command: CommandName, options: Options): Promise<void> {
  return perform(command, options).catch(exitWith);
}

async function perform(command: CommandName, options: Options): Promise<void> {
  // A command must not start a second webhook worker.
  const configuration = await loadConfiguration({ ROLE: 'api' });
  const runtime = await startRuntime(configuration, { reuseRunning: true });
  try {
    // startRuntime has migrated.
    if (command === 'migrate') {
      console.log(options.json ? JSON.stringify({ migrated: true }) : 'The schema is up to date.');
      return;
    }
    const logging = { logger: new PinoNestLogger(createLogger('warn')), abortOnError: false };
    const app = await NestFactory.createApplicationContext(AppModule.forRuntime(runtime), logging);
    await COMMANDS[command](app, options);
    await app.close();
  } finally {
    await runtime.stop();
  }
}

function organizationsOf(app: INestApplicationContext): OrganizationService {
  return app.get(OrganizationService, { strict: false });
}

async function createOrganization(app: INestApplicationContext, options: Options): Promise<void> {
  const { name = '', 'owner-email': ownerEmail = '', 'owner-name': ownerName, json } = options;
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
  const { organization = '', member = '', json } = options;
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
  const { organization = '', 'owner-email': ownerEmail = '', json } = options;
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
