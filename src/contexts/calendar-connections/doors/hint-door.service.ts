import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { notFound } from '#kernel/errors';
import { parseCapability } from '#kernel/secrets';
import { Database } from '#kernel/work';
import { connectionTables } from '../calendar-connections.tables.js';
import { hintAtConnection } from '../rows/reading-hints.js';

const findByHook = connectionTables
  .statement(
    'find_calendar_connection_by_hook',
    { hash: 'bytea' },
    'select id from calendar_connections where organization_id = :organization and hook_hash = :hash',
  )
  .returning<{ id: string }>();

/** A hint has the calendars read, once a minute at most. It is believed in nothing else. */
@Injectable()
export class HintDoorService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Throws 404 for a token that is of no connection. */
  async receive(token: string): Promise<void> {
    const capability = parseCapability(token);
    if (!capability) throw notFound();
    const { organizationId, hash } = capability;
    await this.database.forStranger(organizationId, async (tenant) => {
      const [row] = await tenant.query(findByHook, { hash });
      if (!row) throw notFound();
      await hintAtConnection(tenant, row.id, this.clock.now());
    });
  }
}
