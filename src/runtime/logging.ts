import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import { LogStream } from './log-stream.js';

const SECRET_NAMES = ['secret', 'apiKey', 'key', 'password', 'authorization', '["x-api-key"]'];

/** How long an exit waits for the last lines to be written. */
const FLUSH_WITHIN_MS = 1_000;

let standardError: LogStream | undefined;

/** Structured logs on standard error; standard output is for the user and for `--json`. */
export function createLogger(level: string, fields: object = {}): Logger {
  const paths = SECRET_NAMES.flatMap((name) => [name, name.startsWith('[') ? `*${name}` : `*.${name}`]);
  standardError ??= new LogStream(2);
  return pino({ level, redact: { paths, censor: '[redacted]' } }, standardError).child(fields);
}

/** Exits after the last log lines, unless their reader does not take them in time. */
export async function exitAfterLog(code: number, withinMs = FLUSH_WITHIN_MS): Promise<never> {
  await standardError?.flushWithin(withinMs);
  process.exit(code);
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
