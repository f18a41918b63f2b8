import { Injectable } from '@nestjs/common';
import { Database } from '#kernel/work';
import { schedule } from '#kernel/jobs';
import { CalendarFailure, type CalendarFailureReason } from '../parsing/calendar-failure.js';
import { CalendarClients } from '../rows/calendar-clients.js';
import { CALENDARS_JOB } from '../rows/connection-rows.js';
import type { DueConnection } from '../rows/due-connections.js';
import { deleteMirrors, destroySecrets, putOffEnding } from '../rows/ended-connections.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** With these nothing can be done at the server any more. */
const FINAL: readonly CalendarFailureReason[] = ['refused', 'consent_missing', 'secret_unreadable'];

/** Ends the access of a connection that is disconnected, and destroys its secrets: after a day in any case. */
@Injectable()
export class ConnectionEnding {
  constructor(
    private readonly clients: CalendarClients,
    private readonly database: Database,
  ) {}

  async end(organizationId: string, connection: DueConnection, now: Date): Promise<void> {
    const { id, disconnectedAt } = connection;
    const elapsed = now.getTime() - (disconnectedAt ?? now).getTime();
    const isDone = elapsed >= DAY_MS || (await this.endAtServer(organizationId, connection));
    await this.database.inTenant(organizationId, async (tenant) => {
      if (isDone) {
        await tenant.execute(deleteMirrors, { connection: id });
        await tenant.execute(destroySecrets, { id });
        return;
      }
      const wait = Math.min(HOUR_MS, Math.max(MINUTE_MS, elapsed), DAY_MS - elapsed);
      const next = new Date(now.getTime() + wait);
      await tenant.execute(putOffEnding, { id, next });
      await schedule(tenant, CALENDARS_JOB, next);
    });
  }

  /** False where it is to be tried again. */
  private async endAtServer(organizationId: string, connection: DueConnection): Promise<boolean> {
    const { id, secrets, ownCalendar, writeBookings } = connection;
    if (secrets === null) return true;
    try {
      const client = this.clients.clientOf(organizationId, connection);
      // A worker may have been killed after it had made the calendar.
      const own = ownCalendar ?? (writeBookings ? await client.findCalendar(id) : null);
      if (own !== null) await client.removeCalendar(own);
      await this.clients.revoke(organizationId, connection);
      return true;
    } catch (error) {
      if (!(error instanceof CalendarFailure)) throw error;
      return FINAL.includes(error.reason);
    }
  }
}
