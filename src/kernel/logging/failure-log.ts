import { Logger } from '@nestjs/common';
import { ServiceError } from '../errors/service-error.js';

const INTERVAL_MS = 1_000;
/** Further causes are logged as one, so that neither memory nor log grows with texts that differ each time. */
const MAX_CAUSES = 100;

/** Logs the first failure of a cause in full, and then once a second how many more there were. */
export class FailureLog {
  private readonly logger: Logger;
  /** Failures of each cause since it was last logged. */
  private readonly further = new Map<string, number>();

  constructor(
    context: string,
    private readonly level: 'warn' | 'error' = 'warn',
  ) {
    this.logger = new Logger(context);
  }

  /** `what` failed; `details` are logged with the first failure only. */
  note(what: string, error?: unknown, details: object = {}): void {
    const thrown = error instanceof ServiceError ? (error.options.cause ?? error) : error;
    const cause = this.further.size < MAX_CAUSES ? `${what} ${identityOf(thrown)}` : 'other causes';
    const count = this.further.get(cause);
    if (count !== undefined) return void this.further.set(cause, count + 1);
    this.further.set(cause, 0);
    const [text, full] = textsOf(thrown);
    this.logger[this.level]({ msg: what, ...details, error: full });
    this.summarizeLater(cause, { msg: what, error: text });
  }

  private summarizeLater(cause: string, entry: object): void {
    setTimeout(() => {
      const repeated = this.further.get(cause) ?? 0;
      if (repeated === 0) return void this.further.delete(cause);
      this.further.set(cause, 0);
      this.logger[this.level]({ ...entry, repeated });
      this.summarizeLater(cause, entry);
    }, INTERVAL_MS).unref();
  }
}

/** An error in one line and in full. */
function textsOf(error: unknown): [string?, string?] {
  const text = String(error);
  if (error instanceof Error) return [text, error.stack ?? text];
  return error === undefined ? [] : [text, text];
}

/** The same for errors of one text, code and place. */
function identityOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '' } = error as { code?: unknown };
  const place = /^ +at .*$/m.exec(error.stack ?? '')?.[0] ?? '';
  return [error.name, String(code), error.message, place].join(' ');
}
