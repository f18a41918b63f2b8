import { isatty } from 'node:tty';
import { RoleSettings } from '#kernel/settings';
import { createLogger, exitAfterLog } from '../logging.js';
import { ProcessSettings } from '../process.settings.js';
import type { StopRequests } from '../shutdown.js';
import type { StartedRuntime } from '../start-runtime.js';
import { ParentProcess } from './parent.js';

/**
 * Runs the service as several processes that share the port. This one serves no requests. SIGHUP restarts the others
 * one by one, except where it says that a terminal was closed.
 */
export async function supervise(options: {
  runtime: StartedRuntime;
  processes: number;
  stopRequests: StopRequests;
  /** Added to the log line of the start. */
  about: object;
}): Promise<void> {
  const { runtime, processes, stopRequests } = options;
  const { LOG_LEVEL, SHUTDOWN_DELAY_MS, PROCESS_START_TIMEOUT_MS } = runtime.configuration.get(ProcessSettings);
  const { ROLE } = runtime.configuration.get(RoleSettings);
  const logger = createLogger(LOG_LEVEL);
  const onGiveUp = (): void => void runtime.stop().finally(() => process.exit(1));
  const parent = new ParentProcess({
    processes,
    logger,
    shutdownDelayMs: SHUTDOWN_DELAY_MS,
    startTimeoutMs: PROCESS_START_TIMEOUT_MS,
    onGiveUp,
  });
  // Whatever ends this process ends the others.
  process.on('exit', () => parent.kill());
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    logger.info({ msg: 'stopping' });
    const isClean = await parent.stop();
    await runtime.stop();
    logger.info({ msg: 'stopped' });
    await exitAfterLog(isClean ? 0 : 1);
  };
  let hangUp = (): void => undefined;
  process.on('SIGHUP', () => (isTerminalClosed() ? stopRequests.stop() : hangUp()));
  const { url, welcome } = await parent.start();
  stopRequests.answerWith(() => void stop());
  hangUp = () => void parent.restart();
  // Not before: a start that fails says why.
  if (runtime.migrated.length > 0) logger.info({ msg: 'migrated', migrations: runtime.migrated });
  const milliseconds = Math.round(performance.now());
  logger.info({ msg: 'ready', url, role: ROLE, ...options.about, processes: parent.pids, milliseconds });
  process.stdout.write(welcome);
}

/** Windows has no other use of SIGHUP. */
function isTerminalClosed(): boolean {
  return process.platform === 'win32' || isatty(0);
}
