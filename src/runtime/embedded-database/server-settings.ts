import { totalmem } from 'node:os';

export interface ServerOptions {
  /** False turns fsync off: only for disposable data in tests. */
  durable: boolean;
  maxConnections: number;
}

/** The settings as command-line arguments, so that they also apply to an older cluster. */
export function serverArguments(cluster: string, port: number, options: ServerOptions): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: options.maxConnections,
    shared_buffers: `${sharedBuffers(totalmem())}MB`,
    // JIT compilation costs more than it gains for short statements.
    jit: 'off',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Standard error of the supervisor is the log file.
    log_destination: 'stderr',
    logging_collector: 'off',
    // DETAIL of a constraint violation quotes the row, which may contain personal data.
    log_error_verbosity: 'terse',
    ...(options.durable ? {} : WITHOUT_DURABILITY),
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** shared_buffers in MB: an eighth of the machine's memory in bytes, from 128 to 1,024. */
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
