import { unavailable } from '../errors/service-error.js';
import { asServiceError, mayRerun } from '../persistence/database-errors.js';

const MAX_RUNS = 3;

/** Runs a transaction again after a deadlock. Throws 503 where a lock is not had in time. */
export async function rerun<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await run();
    } catch (error) {
      if (mayRerun(error) && count < MAX_RUNS) continue;
      if (asServiceError(error)) throw unavailable('The service is not available at the moment.', error);
      throw error;
    }
  }
}
