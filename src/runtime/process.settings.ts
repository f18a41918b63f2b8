import { availableParallelism } from 'node:os';
import { Setting } from '#kernel/settings';

const MAX_PROCESSES = 256;

export class ProcessSettings {
  @Setting.oneOf(['development', 'test', 'production']) NODE_ENV: 'development' | 'test' | 'production' = 'development';
  @Setting.oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) LOG_LEVEL = 'info';
  @Setting.integer({ min: 0, max: 60_000 }) SHUTDOWN_DELAY_MS = 0;

  /** With PROCESSES above 1: a process that is not ready by then is ended, and counts as one that does not start. */
  @Setting.integer({ min: 1_000, max: 3_600_000 }) PROCESS_START_TIMEOUT_MS = 300_000;

  /** How many processes share the port; `auto`: as many as this process may use cores. */
  @Setting.accepted(
    (value) => value === 'auto' || (/^[1-9]\d{0,2}$/.test(value) && Number(value) <= MAX_PROCESSES),
    `PROCESSES must be auto or a number from 1 to ${MAX_PROCESSES}`,
  )
  PROCESSES = '1';
}

export function processCount({ PROCESSES }: ProcessSettings): number {
  return PROCESSES === 'auto' ? Math.min(availableParallelism(), MAX_PROCESSES) : Number(PROCESSES);
}
