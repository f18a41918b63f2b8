import { SettingsError } from '../config/settings.js';
import { EmbeddedDatabaseError } from '../embedded-database/cluster.js';
import { ServiceError } from '../errors/service-error.js';
import { DatabaseSetupError } from '../persistence/database-setup.error.js';

/** Ends the process with one clear line where the cause is the user's to mend, with the whole stack where it is ours. */
export function exitWith(error: unknown): never {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  if (error instanceof ServiceError) {
    return [error.message, ...error.details.map(({ field, issue }) => `${field} ${issue}`)].join(' ');
  }
  const known = [SettingsError, DatabaseSetupError, EmbeddedDatabaseError].some((kind) => error instanceof kind);
  if (known) return (error as Error).message;
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Set PORT to another one.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${address} is no address of this machine.`;
  if (code === 'EACCES' && port !== undefined) return `Port ${port} needs more rights. Set PORT to another one.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
