import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type MemberObserver, MemberObservers } from '#contexts/identity/identity.public.js';
import { schedule } from '#kernel/jobs';
import type { Change } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { connectionTables } from '../calendar-connections.tables.js';
import { CalendarConnectionEntity } from '../rows/calendar-connection.entity.js';
import { CONNECTION_DISCONNECTED } from '../rows/calendar-connection.events.js';
import { CALENDARS_JOB, keepOnly } from '../rows/connection-rows.js';

const lockOpen = connectionTables
  .statement(
    'lock_open_calendar_connections_of_member',
    { member: 'uuid' },
    `select id from calendar_connections
     where organization_id = :organization and member_id = :member and status <> 'disconnected' order by id for update`,
  )
  .returning<{ id: string }>();

/** The changes that a disconnection makes at once; the worker does the rest. */
export function endingOf({ version }: CalendarConnectionEntity, now: Date): Change<CalendarConnectionEntity> {
  return {
    ...{ disconnectedAt: now, nextAt: now, version: version + 1, lastReadAt: null, unreadable: 0 },
    ...{ verifier: null, grantCode: null, authorizationUntil: null, hookHash: null, hookChannel: null },
    ...{ failureReason: null, failureSince: null, failureAttempts: 0 },
  };
}

/** Forgets the times that were read, and has the worker end the access. */
export async function endReading(uow: UnitOfWork, id: string): Promise<void> {
  await keepOnly(uow, id, []);
  await schedule(uow, CALENDARS_JOB, uow.now);
}

/** The connections of a member who is detached are disconnected. */
@Injectable()
export class DetachedMembers implements MemberObserver, OnModuleInit {
  constructor(private readonly members: MemberObservers) {}

  onModuleInit(): void {
    this.members.register(this);
  }

  async detached(uow: UnitOfWork, member: string): Promise<void> {
    for (const { id } of await uow.query(lockOpen, { member })) {
      const connection = await uow.get(CalendarConnectionEntity, id);
      const { status } = connection;
      const ending = { status: 'disconnected', ...endingOf(connection, uow.now) } as const;
      const [ended] = uow.changeAll(CalendarConnectionEntity, [connection], ending);
      await endReading(uow, id);
      uow.recordAlso(CONNECTION_DISCONNECTED, ended, { status: { from: status, to: 'disconnected' } });
    }
  }
}
