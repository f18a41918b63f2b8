import { UnknownDependenciesException } from '@nestjs/core/errors/exceptions/unknown-dependencies.exception.js';
import { ServiceError } from '#kernel/errors';
import { DatabaseSetupError } from '#kernel/persistence';
import { notDeclared, SettingsError } from '#kernel/settings';
import { EmbeddedDatabaseError } from './embedded-database/cluster.js';
import { ProcessError } from './processes/process.error.js';

export function exitWith(error: unknown): never {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}

/** One line for an error that the user can correct, the stack for any other. */
export function describeFailure(error: unknown): string {
  if (error instanceof ServiceError) {
    return [error.message, ...error.details.map(({ field, issue }) => `${field} ${issue}`)].join(' ');
  }
  const isExpected = [SettingsError, DatabaseSetupError, EmbeddedDatabaseError, ProcessError].some(
    (kind) => error instanceof kind,
  );
  if (isExpected) return (error as Error).message;
  if (error instanceof UnknownDependenciesException) {
    const { name: missing } = error.context;
    if (typeof missing === 'function' && missing.name.endsWith('Settings')) return notDeclared(missing).message;
  }
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Set PORT to another one.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${address} is not an address of this machine.`;
  if (code === 'EACCES' && port !== undefined) return `Port ${port} requires privileges. Set PORT to another one.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
