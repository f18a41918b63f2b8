#!/usr/bin/env node
import { parseArgs } from 'node:util';

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

/** The commands, each with the options that it needs. */
const COMMANDS = {
  'organization create': ['name', 'owner-email'],
  'owner-key create': ['organization', 'owner-email'],
  'invitation create': ['organization', 'member'],
  'demo load': [],
  'secrets status': [],
  'secrets reseal': [],
  migrate: [],
} satisfies Record<string, (keyof Options)[]>;

export type CommandName = keyof typeof COMMANDS;
export type Options = ReturnType<typeof readArguments>['values'];

class UsageError extends Error {}

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

async function run(): Promise<void> {
  const { positionals, values } = readArguments();
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const command = positionals.join(' ');
  if (!isCommand(command)) {
    throw new UsageError(command === '' ? 'a command is needed' : `there is no command "${command}"`);
  }
  const needed: (keyof Options)[] = COMMANDS[command];
  if (needed.some((name) => !values[name])) {
    throw new UsageError(`${needed.map((name) => `--${name}`).join(' and ')} are needed`);
  }
  // Imported only here: the service takes a second to load.
  const { runCommand } = await import('./cli-commands.js');
  await runCommand(command, values);
}

run().catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exit(2);
});
