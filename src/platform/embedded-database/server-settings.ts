import { totalmem } from 'node:os';

export interface ServerOptions {
  /** False trades safety after a power cut for speed: only for data that a test throws away. */
  durable: boolean;
  maxConnections: number;
}

/** The server's settings as arguments: given at every start, so an older cluster gets today's settings too. */
export function serverArguments(cluster: string, port: number, options: ServerOptions): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: options.maxConnections,
    shared_buffers: `${sharedBuffers(totalmem())}MB`,
    // Short statements only: compiling their plans costs more than it gains.
    jit: 'off',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The log goes to the file that the supervisor holds open as standard error.
    log_destination: 'stderr',
    logging_collector: 'off',
    // The detail of a broken constraint quotes the row: personal data does not belong in a log.
    log_error_verbosity: 'terse',
    ...(options.durable ? {} : WITHOUT_DURABILITY),
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Megabytes that PostgreSQL keeps pages in, of a machine's bytes: an eighth, from 128 to 1,024. Only what is used is taken. */
export function sharedBuffers(memory: number): number {
  return Math.min(1_024, Math.max(128, Math.floor(memory / 8 / 2 ** 20)));
}

const WITHOUT_DURABILITY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
};
