import { Injectable } from '@nestjs/common';
import { recordConflicts } from '#contexts/bookings/bookings.public.js';
import { type JobLease, JobWorker, ScheduledJob } from '#kernel/jobs';
import { FailureLog } from '#kernel/logging';
import { Database } from '#kernel/work';
import { CalendarFailure } from '../parsing/calendar-failure.js';
import { CalendarSettings } from '../provider/calendar.settings.js';
import { CALENDARS_JOB } from '../rows/connection-rows.js';
import { ConnectionSecrets } from '../rows/connection-secrets.js';
import { type DueConnection, findNextDue, listDue, putAside } from '../rows/due-connections.js';
import { storeSecrets } from '../rows/stored-secrets.js';
import { CalendarReader, type ReadConnection } from './calendar-reader.js';
import { ConnectionEnding } from './connection-ending.js';
import { renewing } from './lease-renewal.js';
import { noteFailure, noteReading } from './outcomes.js';
import { PushHints } from './push-hints.js';

/** Connections that are read at once: a slow server keeps few others waiting. */
const AT_ONCE = 4;
const HOUR_MS = 3_600_000;

/** Proves connections, reads their calendars, and ends the access of those that are disconnected. */
@Injectable()
export class CalendarsJob extends ScheduledJob {
  readonly name = CALENDARS_JOB;
  override readonly waitsOutside = true;
  private readonly failures = new FailureLog(CalendarsJob.name);

  constructor(
    jobs: JobWorker,
    private readonly reader: CalendarReader,
    private readonly ending: ConnectionEnding,
    private readonly hints: PushHints,
    private readonly secrets: ConnectionSecrets,
    private readonly database: Database,
    private readonly settings: CalendarSettings,
  ) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    const due = await lease.inTenant((tenant) => tenant.query(listDue, { now: lease.now }));
    const waiting = [...due];
    const lane = async (): Promise<void> => {
      for (let one = waiting.shift(); one; one = waiting.shift()) await this.perform(lease, one);
    };
    await renewing(lease, Promise.all(Array.from({ length: AT_ONCE }, lane)));
    const [{ at }] = await lease.inTenant((tenant) => tenant.query(findNextDue));
    return at;
  }

  private async perform(lease: JobLease, connection: DueConnection): Promise<void> {
    const { organizationId } = lease;
    if (connection.status === 'disconnected') return this.ending.end(organizationId, connection, lease.now);
    if (connection.secrets === null && connection.grantCode === null) return this.putAside(organizationId, connection);
    await this.reseal(organizationId, connection);
    const readAt = lease.now;
    try {
      const read = await this.reader.read(organizationId, connection, readAt);
      if (read) await this.store(lease, connection, read, readAt);
    } catch (error) {
      const failure = this.failureOf(error, organizationId);
      await this.database.inTenant(organizationId, (tenant) => noteFailure(tenant, connection, failure, lease.now));
    }
  }

  /** Nothing can be read until the member confirms the connection: it would be due again at once. */
  private async putAside(organizationId: string, { id, version }: DueConnection): Promise<void> {
    await this.database.inTenant(organizationId, (tenant) => tenant.execute(putAside, { id, version }));
  }

  // Not by the lease: commands lock the connection, and then schedule the job.
  private async store(lease: JobLease, connection: DueConnection, read: ReadConnection, readAt: Date): Promise<void> {
    const { organizationId } = lease;
    const { memberId, isHost } = connection;
    const now = lease.now;
    const next = new Date(now.getTime() + (isHost ? this.settings.CALENDAR_POLL_SECONDS * 1_000 : HOUR_MS));
    const isStored = await this.database.inTenant(organizationId, (tenant) =>
      noteReading(tenant, connection, read, { readAt, next, now }),
    );
    if (!isStored) return;
    await this.database.inTenant(organizationId, (tenant) => recordConflicts(tenant, memberId, now));
    if (read.isWhole) await this.hints.subscribe(organizationId, connection, read.calendars);
  }

  /** An unforeseen error is a failure of this connection alone: the others are read, and this one waits. */
  private failureOf(error: unknown, organizationId: string): CalendarFailure {
    if (error instanceof CalendarFailure) return error;
    this.failures.note('a reading could not be stored', error, { organizationId });
    return new CalendarFailure('bad_response');
  }

  /** So that a day after a rotation of SECRET_KEYS no secret needs the old key. */
  private async reseal(organizationId: string, connection: DueConnection): Promise<void> {
    const { id, secrets: before } = connection;
    const resealed = before && this.secrets.resealed({ organizationId, id }, before);
    if (!before || !resealed) return;
    await this.database.inTenant(organizationId, (tenant) =>
      tenant.execute(storeSecrets, { id, before, secrets: resealed }),
    );
    connection.secrets = resealed;
  }
}
