import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';

const SECRET_NAMES = ['secret', 'apiKey', 'key', 'password', 'authorization', '["x-api-key"]'];

/** Writes of at most this size are atomic on a pipe: lines of processes that share it do not mix. */
const ATOMIC_WRITE_BYTES = 4_096;

/** Structured logs on standard error; standard output is for the user and for `--json`. */
export function createLogger(level: string, fields: object = {}): Logger {
  const paths = SECRET_NAMES.flatMap((name) => [name, name.startsWith('[') ? `*${name}` : `*.${name}`]);
  const destination = pino.destination({ fd: 2, sync: false, minLength: 0, maxWrite: ATOMIC_WRITE_BYTES });
  return pino({ level, redact: { paths, censor: '[redacted]' } }, destination).child(fields);
}

/** Nest's own logging, through pino; its startup messages have the level debug. */
export class PinoNestLogger implements LoggerService {
  readonly log = this.at('debug');
  readonly debug = this.at('debug');
  readonly warn = this.at('warn');
  readonly error = this.at('error');
  readonly fatal = this.at('fatal');

  constructor(private readonly logger: Logger) {}

  private at(level: 'debug' | 'warn' | 'error' | 'fatal') {
    return (message: unknown, ...context: unknown[]): void => this.logger[level](entry(message, context));
  }
}

function entry(message: unknown, context: unknown[]): object {
  const fields = typeof message === 'object' && message !== null ? message : { msg: String(message) };
  // Nest passes the place of a stack trace, which may be missing.
  return {
    ...fields,
    context: context
      .filter((part) => part !== undefined)
      .map(String)
      .join(' '),
  };
}
