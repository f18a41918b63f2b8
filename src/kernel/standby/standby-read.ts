import { storedKeyOf, type Caller } from '../access/caller.js';
import type { Connection } from '../persistence/connection.js';
import { kernelTables } from '../persistence/kernel.tables.js';
import { Scope } from '../work/scope.js';
import type { PositionSamples } from '../persistence/position-samples.js';
import {
  checkTimeline,
  hasReplayed,
  positionIn,
  type PositionRow,
  type WalPosition,
} from '../persistence/wal-position.js';

/** How long the first answer of the standby may take. */
const PATIENCE_MS = 1_000;

export const confirmCaller = kernelTables
  .statement(
    'confirm_caller',
    { key: 'uuid', accessState: 'bytea', member: 'uuid' },
    `select wal_position as position, app_timeline() as timeline, responsibility_ids as "responsibilityIds"
     from confirm_caller(:organization, :key, :accessState, :member)`,
  )
  .returning<PositionRow & { responsibilityIds: string[] }>();

const findReplayed = kernelTables
  .statement(
    'replayed_position',
    {},
    'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as position, app_timeline() as timeline',
  )
  .returning<PositionRow>();

export interface LaggingRead<Result> {
  caller: Caller;
  now: Date;
  work: (scope: Scope) => Promise<Result>;
  /** The data must include this position. */
  token: WalPosition | undefined;
  /** `now` by `performance.now()`. */
  startedAt: number;
}

/** The primary's answer about the caller, asked at the same time. */
export interface Confirmation {
  position: WalPosition | undefined;
  responsibilityIds: readonly string[];
}

/** The standby has not replayed what the read must include. */
export class Behind extends Error {
  constructor(readonly reason: 'token' | 'lag' | 'caller') {
    super(`the standby is behind the ${reason}`);
  }
}

export function confirmedValues(caller: Caller) {
  return { key: storedKeyOf(caller), accessState: caller.accessState ?? null, member: caller.memberId };
}

/**
 * Reads from one snapshot of the standby, while the primary confirms the caller. Throws `Behind` when the snapshot may
 * lack what the token names, or a change older than `maxLagMs`, or when the caller reaches something else by now.
 */
export async function readFromStandby<Result>(
  connection: Connection,
  read: LaggingRead<Result>,
  confirming: Promise<Confirmation>,
  { samples, maxLagMs }: { samples: PositionSamples; maxLagMs: number },
): Promise<Result> {
  const { caller, now, work } = read;
  try {
    // Before BEGIN: a snapshot that is older than the position could lack commits before it.
    const replaying = replayedPosition(connection);
    connection.begin('isolation level repeatable read read only');
    const dating = Promise.all([replaying, confirming]).then(([replayed, confirmation]) =>
      asOf(read, replayed, confirmation, { samples, maxLagMs }),
    );
    dating.catch(() => undefined);
    const scope = new Scope(caller, now, connection, dating);
    const entering = enter(scope, confirming);
    const [result] = await Promise.all([work(scope), dating, entering]);
    await connection.settle();
    return result;
  } catch (error) {
    throw await connection.causeOf(error);
  } finally {
    void connection.rollback();
  }
}

async function replayedPosition(connection: Connection): Promise<WalPosition> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the standby does not answer in time')), PATIENCE_MS).unref();
  });
  const asked = connection.send(findReplayed, []);
  const [row] = (await Promise.race([asked, late]).finally(() => clearTimeout(timer))).rows;
  const position = positionIn(row);
  if (!position) throw new Error('READ_DATABASE_URL leads to a primary, not to a standby');
  return position;
}

/** Sets the tenant. What the caller reaches must be what the primary says. */
async function enter(scope: Scope, confirming: Promise<Confirmation>): Promise<void> {
  const [{ responsibilityIds }] = await scope.query(confirmCaller, confirmedValues(scope.caller));
  const current = (await confirming).responsibilityIds;
  if (current.join() !== responsibilityIds.join()) throw new Behind('caller');
}

/** The instant of the data: every commit that was acknowledged before it is included. */
function asOf<Result>(
  { token, startedAt, now }: LaggingRead<Result>,
  replayed: WalPosition,
  { position }: Confirmation,
  { samples, maxLagMs }: { samples: PositionSamples; maxLagMs: number },
): Date {
  if (position) checkTimeline(position.timeline, replayed.timeline);
  if (token && !hasReplayed(replayed, token)) throw new Behind('token');
  const isCurrent = position !== undefined && hasReplayed(replayed, position);
  const instant = isCurrent ? startedAt : samples.instantOf(replayed);
  if (instant === undefined || startedAt - instant > maxLagMs) throw new Behind('lag');
  return new Date(now.getTime() - Math.max(0, startedAt - instant));
}
