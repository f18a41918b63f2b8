import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';

const SECRET_NAMES = ['secret', 'apiKey', 'key', 'password', 'authorization', '["x-api-key"]'];

/** Structured logs on standard error; standard output is for people and for `--json`. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      redact: {
        paths: SECRET_NAMES.flatMap((name) => [name, name.startsWith('[') ? `*${name}` : `*.${name}`]),
        censor: '[redacted]',
      },
    },
    pino.destination({ fd: 2, sync: false, minLength: 0 }),
  );
}

/** Nest's own logging, through pino. Nest's start-up chatter is for those who debug. */
export class PinoNestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...context: unknown[]): void {
    this.logger.debug(entry(message, context));
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.logger.warn(entry(message, context));
  }

  error(message: unknown, ...context: unknown[]): void {
    this.logger.error(entry(message, context));
  }

  fatal(message: unknown, ...context: unknown[]): void {
    this.logger.fatal(entry(message, context));
  }

  debug(message: unknown, ...context: unknown[]): void {
    this.logger.debug(entry(message, context));
  }
}

function entry(message: unknown, context: unknown[]): object {
  const fields = typeof message === 'object' && message !== null ? message : { msg: String(message) };
  return { ...fields, context: context.map(String).join(' ') };
}
