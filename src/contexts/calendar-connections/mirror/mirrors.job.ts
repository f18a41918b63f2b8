import { Injectable } from '@nestjs/common';
import { FailureLog } from '#kernel/logging';
import { type JobLease, JobWorker, ScheduledJob } from '#kernel/jobs';
import { Database } from '#kernel/work';
import { CalendarFailure, OwnCalendarGone } from '../parsing/calendar-failure.js';
import type { CalendarClient } from '../provider/port.js';
import { renewing } from '../reading/lease-renewal.js';
import { noteFailure } from '../reading/outcomes.js';
import { CalendarClients } from '../rows/calendar-clients.js';
import { addMissingMirrors } from '../rows/booking-mirrors.js';
import { MIRRORS_JOB } from '../rows/connection-rows.js';
import { findConnection } from '../rows/due-connections.js';
import { deleteMirrors } from '../rows/ended-connections.js';
import { OwnCalendars, storeOwnCalendar } from '../rows/own-calendars.js';
import {
  type DueMirror,
  findNextMirror,
  forgetEntries,
  listDueMirrors,
  listWritingConnections,
  markMirrorSent,
  putOffMirror,
  settleMirror,
  type WritingConnection,
} from './mirror-rows.js';

const MINUTE_MS = 60_000;
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];
const HOUR_MS = 60 * MINUTE_MS;
/** An entry that may have been written, and whose result a crash has lost, is written again after this. */
const SENT_AGAIN_AFTER_MS = MINUTE_MS;
/** A calendar that could not be removed is removed after this. */
const REMOVED_AGAIN_AFTER_MS = 15 * MINUTE_MS;

/**
 * Writes bookings into the calendars that connections made, by the state that they have when it runs. What it writes has an
 * id of ours, so that a second attempt makes no second entry.
 */
@Injectable()
export class MirrorsJob extends ScheduledJob {
  readonly name = MIRRORS_JOB;
  override readonly waitsOutside = true;
  private readonly failures = new FailureLog(MirrorsJob.name);

  constructor(
    jobs: JobWorker,
    private readonly clients: CalendarClients,
    private readonly database: Database,
    private readonly owned: OwnCalendars,
  ) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    const { organizationId } = lease;
    await this.database.inTenant(organizationId, (tenant) => addMissingMirrors(tenant, lease.now));
    const connections = await lease.inTenant((tenant) => tenant.query(listWritingConnections, { now: lease.now }));
    const failed = await renewing(lease, this.writeAll(lease, connections));
    const [{ at }] = await lease.inTenant((tenant) => tenant.query(findNextMirror));
    if (!failed.some(({ writeBookings }) => !writeBookings)) return at;
    // No entry says when a calendar is removed.
    const again = new Date(lease.now.getTime() + REMOVED_AGAIN_AFTER_MS);
    return at !== null && at < again ? at : again;
  }

  /** Returns the connections at which something has failed. */
  private async writeAll(lease: JobLease, connections: readonly WritingConnection[]): Promise<WritingConnection[]> {
    const failed: WritingConnection[] = [];
    for (const connection of connections) {
      try {
        if (connection.writeBookings) await this.write(lease, connection);
        else await this.removeCalendar(lease, connection);
      } catch (error) {
        failed.push(connection);
        await this.noteRefusal(lease, connection, this.failureOf(error, lease));
      }
    }
    return failed;
  }

  private async write(lease: JobLease, connection: WritingConnection): Promise<void> {
    const { organizationId } = lease;
    const { id } = connection;
    const due = await this.database.inTenant(organizationId, (tenant) =>
      tenant.query(listDueMirrors, { connection: id, now: lease.now }),
    );
    for (const mirror of due) {
      try {
        const client = this.clients.clientOf(organizationId, connection);
        await this.settle(lease, connection, mirror, client);
      } catch (error) {
        const failure = this.failureOf(error, lease);
        await this.putOff(lease, mirror, failure);
        if (failure instanceof OwnCalendarGone) await this.forgetCalendar(lease, connection, mirror);
        // The other entries would fail alike.
        throw failure;
      }
    }
  }

  private async settle(
    lease: JobLease,
    connection: WritingConnection,
    mirror: DueMirror,
    client: CalendarClient,
  ): Promise<void> {
    const { organizationId } = lease;
    const { id, bookingId, revision, isSent, externalId, isCancelled } = mirror;
    let external: string | null = null;
    if (isCancelled) {
      if (isSent && connection.ownCalendar !== null) await client.remove(connection.ownCalendar, bookingId, externalId);
    } else {
      const own = connection.ownCalendar ?? (await this.owned.make(organizationId, connection.id, client));
      if (own === null) return;
      connection.ownCalendar = own;
      const next = new Date(lease.now.getTime() + SENT_AGAIN_AFTER_MS);
      await this.database.inTenant(organizationId, (tenant) =>
        tenant.execute(markMirrorSent, { id, now: lease.now, next }),
      );
      const { title, joinUrl, startsAt, endsAt, changedAt, moves: sequence } = mirror;
      const uid = `${bookingId}@${organizationId}`;
      const entry = { bookingId, uid, title, joinUrl, startsAt, endsAt, sequence, changedAt };
      external = await client.write(own, entry, { isSent, externalId });
    }
    await this.database.inTenant(organizationId, (tenant) =>
      tenant.execute(settleMirror, { id, revision, external, isSent: !isCancelled, now: lease.now }),
    );
  }

  /** Bookings are no longer to be written. */
  private async removeCalendar(lease: JobLease, connection: WritingConnection): Promise<void> {
    const { organizationId } = lease;
    const { id, ownCalendar: before } = connection;
    if (before === null) return;
    await this.clients.clientOf(organizationId, connection).removeCalendar(before);
    await this.database.inTenant(organizationId, async (tenant) => {
      await tenant.execute(storeOwnCalendar, { id, before, own: null });
      await tenant.execute(deleteMirrors, { connection: id });
    });
  }

  /** People have removed the calendar: it is made anew, with the bookings to come; at once only the first time. */
  private async forgetCalendar(lease: JobLease, connection: WritingConnection, { attempts }: DueMirror): Promise<void> {
    const { id, ownCalendar: before } = connection;
    const { now } = lease;
    const next = attempts === 0 ? now : new Date(now.getTime() + (WAITS_MS[attempts - 1] ?? HOUR_MS));
    await this.database.inTenant(lease.organizationId, async (tenant) => {
      const stored = await tenant.execute(storeOwnCalendar, { id, before, own: null });
      if (stored > 0) await tenant.execute(forgetEntries, { connection: id, now, next });
    });
  }

  private async putOff(lease: JobLease, mirror: DueMirror, { retryAfterMs }: CalendarFailure): Promise<void> {
    const { id, revision, attempts, endsAt } = mirror;
    const { now } = lease;
    const wait = Math.min(HOUR_MS, Math.max(retryAfterMs, WAITS_MS[attempts] ?? HOUR_MS));
    // Once it is over, nobody needs the entry any more.
    const next = endsAt.getTime() + 24 * HOUR_MS < now.getTime() ? null : new Date(now.getTime() + wait);
    await this.database.inTenant(lease.organizationId, (tenant) =>
      tenant.execute(putOffMirror, { id, revision, next, now }),
    );
  }

  /** A refusal is one of the connection: it is told once, and its calendars are not read any more. */
  private async noteRefusal(
    lease: JobLease,
    { id, version }: WritingConnection,
    failure: CalendarFailure,
  ): Promise<void> {
    if (failure.reason !== 'refused') return;
    await this.database.inTenant(lease.organizationId, async (tenant) => {
      const [connection] = await tenant.query(findConnection, { id });
      // Its member may have set a new password meanwhile, which nobody has refused.
      if (connection?.version === version) await noteFailure(tenant, connection, failure, lease.now);
    });
  }

  private failureOf(error: unknown, { organizationId }: JobLease): CalendarFailure {
    if (error instanceof CalendarFailure) return error;
    this.failures.note('a booking could not be written', error, { organizationId });
    return new CalendarFailure('bad_response');
  }
}
