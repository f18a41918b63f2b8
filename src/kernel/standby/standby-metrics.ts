import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Metrics } from '../metrics/metrics.js';
import { Database } from '../work/database.js';
import { Statement } from '../persistence/statement.js';
import { PositionSamples } from '../persistence/position-samples.js';
import { Standby } from './standby.js';
import { hasReplayed, positionIn, walPosition, type PositionRow } from '../persistence/wal-position.js';

const findReplay = Statement.declare(
  'replay_state',
  {},
  `select pg_last_wal_replay_lsn() as position, app_timeline() as timeline,
          pg_last_xact_replay_timestamp() as "committedAt"`,
).returning<PositionRow & { committedAt: Date | null }>();

/** Gauges of the standby, where there is one. */
@Injectable()
export class StandbyMetrics implements OnApplicationBootstrap {
  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
    private readonly standby: Standby,
    private readonly samples: PositionSamples,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.samples.isEnabled) return;
    this.metrics.gauge({
      name: 'standby_up',
      help: 'Whether the standby answers reads: 1 or 0.',
      read: () => Number(this.standby.isUp),
    });
    this.metrics.gauge({
      name: 'standby_lag_seconds',
      help: 'The age of what the standby has replayed; 0 when it has replayed everything.',
      read: () => this.lagSeconds(),
    });
  }

  /** 0 when everything is replayed; else since the last replayed commit, by the clocks of both servers. */
  private async lagSeconds(): Promise<number> {
    const [[primary], [replay]] = await Promise.all([this.database.query(walPosition), this.standby.query(findReplay)]);
    const [current, replayed] = [positionIn(primary), positionIn(replay)];
    if (!current || !replayed) throw new Error('there is no primary or no standby');
    if (hasReplayed(replayed, current)) return 0;
    if (replay.committedAt === null) throw new Error('the standby has replayed no commit since its start');
    return Math.max(0, Date.now() - replay.committedAt.getTime()) / 1000;
  }
}
