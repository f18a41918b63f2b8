import { Injectable } from '@nestjs/common';
import { Metrics } from '#kernel/metrics';
import { Database } from '#kernel/work';
import { Statement } from '#kernel/persistence';

const askWritable = Statement.declare(
  'ask_writable',
  {},
  `select (current_setting('transaction_read_only') = 'off')::integer as writable`,
).returning<{ writable: number }>();

/** The gauge of whether the database accepts writes. Readiness does not depend on it: reads are answered without. */
@Injectable()
export class Writability {
  constructor(database: Database, metrics: Metrics) {
    const read = async (): Promise<number> => (await database.query(askWritable))[0].writable;
    const help = 'Whether the database accepts writes: 1 or 0.';
    metrics.gauge({ name: 'database_writable', help, read, whenUnread: 0 });
  }
}
