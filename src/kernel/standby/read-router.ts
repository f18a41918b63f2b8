import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { ServiceError } from '../errors/service-error.js';
import { declareCounter, Metrics } from '../metrics/metrics.js';
import { ConnectionQueue } from '../persistence/connection-queue.js';
import { Database } from '../work/database.js';
import { isCallerChange, mayRerun } from '../persistence/database-errors.js';
import { DatabaseSettings } from '../persistence/database.settings.js';
import type { Scope } from '../work/scope.js';
import { readConsistencyToken } from './consistency-token.js';
import { PositionSamples } from '../persistence/position-samples.js';
import { Standby } from './standby.js';
import {
  Behind,
  confirmCaller,
  confirmedValues,
  readFromStandby,
  type Confirmation,
  type LaggingRead,
} from './standby-read.js';

/** Requests wait so long for the standby before they ask the primary, if they wait less there. */
const MAX_WAIT_MS = 500;
/** How long the primary answers alone after the standby was found too far behind. */
const PAUSE_MS = 100;

const reads = declareCounter({
  name: 'reads_total',
  help: 'Reads that may lag, by the server that answered. Counted where there is a standby.',
  label: { name: 'source', values: ['primary', 'standby'] },
});

const ABANDONED = ['token', 'lag', 'caller', 'refusal', 'busy', 'conflict', 'failure'] as const;
const abandonedReads = declareCounter({
  name: 'standby_reads_abandoned_total',
  help: 'Reads that the standby could not answer, by reason; the primary answered them.',
  label: { name: 'reason', values: ABANDONED },
});

/** Decides whether the primary or the standby answers a read. The primary answers whenever the standby does not. */
@Injectable()
export class ReadRouter {
  private pausedUntil = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly standby: Standby,
    private readonly samples: PositionSamples,
    private readonly connections: ConnectionQueue,
    private readonly settings: DatabaseSettings,
    private readonly metrics: Metrics,
  ) {}

  /** Reads for a caller from one snapshot. `tokens` are those of a read that may lag; undefined for any other. */
  async read<Result>(
    caller: Caller,
    now: Date,
    tokens: readonly string[] | undefined,
    work: (scope: Scope) => Promise<Result>,
  ): Promise<Result> {
    const token = tokens && readConsistencyToken(tokens);
    if (!tokens || !this.samples.isEnabled) return this.database.read(caller, now, work);
    if (this.mayAskStandby(caller)) {
      const answer = await this.ask({ caller, now, work, token, startedAt: performance.now() });
      if (answer) return answer.result;
    }
    this.metrics.count(reads, { source: 'primary' });
    return this.database.read(caller, now, work);
  }

  /** The answer of the standby; undefined when the primary has to answer. Throws when the caller is not confirmed. */
  private async ask<Result>(read: LaggingRead<Result>): Promise<{ result: Result } | undefined> {
    const confirming = this.confirm(read);
    try {
      const [result] = await Promise.all([this.readFromStandby(read, confirming), confirming]);
      this.metrics.count(reads, { source: 'standby' });
      return { result };
    } catch (error) {
      // Whatever the standby says: a caller who is not confirmed gets no answer.
      await confirming;
      this.note(error);
      return undefined;
    }
  }

  private async readFromStandby<Result>(read: LaggingRead<Result>, confirming: Promise<Confirmation>): Promise<Result> {
    const connection = await this.standby.connect(read.caller);
    const { samples } = this;
    return readFromStandby(connection, read, confirming, { samples, maxLagMs: this.settings.READ_MAX_LAG_MS });
  }

  /** One statement on the primary, so that a revocation counts from the next request on. */
  private async confirm({ caller, startedAt }: LaggingRead<unknown>): Promise<Confirmation> {
    const values = confirmedValues(caller);
    const [row] = await this.database.queryAlone(caller, confirmCaller, values);
    const position = this.samples.note(startedAt, row);
    return { position, responsibilityIds: row.responsibilityIds };
  }

  private mayAskStandby(caller: Caller): boolean {
    if (!this.standby.isUp || performance.now() < this.pausedUntil) return false;
    const waitMs = this.standby.expectedWaitMs(caller);
    return waitMs <= MAX_WAIT_MS || waitMs <= this.connections.expectedWaitMs(caller);
  }

  private note(error: unknown): void {
    const reason = reasonOf(error);
    this.metrics.count(abandonedReads, { reason });
    if (reason === 'lag') this.pausedUntil = performance.now() + PAUSE_MS;
    if (reason === 'failure') this.standby.giveUp(error);
  }
}

/** Why the primary answers. A refusal is its own, too: the standby may lack what the caller asks for. */
function reasonOf(error: unknown): (typeof ABANDONED)[number] {
  if (error instanceof Behind) return error.reason;
  if (error instanceof ServiceError) return error.status < 500 ? 'refusal' : 'busy';
  if (isCallerChange(error)) return 'caller';
  return mayRerun(error) ? 'conflict' : 'failure';
}
