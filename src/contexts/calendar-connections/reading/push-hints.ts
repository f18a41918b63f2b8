import { Injectable } from '@nestjs/common';
import { newId } from '#kernel/persistence';
import { issueCapability } from '#kernel/secrets';
import { AddressSettings } from '#kernel/settings';
import { Database } from '#kernel/work';
import { CalendarFailure } from '../parsing/calendar-failure.js';
import type { ConnectedCalendar } from '../rows/calendar-connection.entity.js';
import { CalendarClients } from '../rows/calendar-clients.js';
import { type DueConnection, findConnection } from '../rows/due-connections.js';
import { storeHook } from '../rows/stored-secrets.js';

/** Asks Google and Microsoft to hint at changes, at a new address each day. Without hints calendars are read as often. */
@Injectable()
export class PushHints {
  constructor(
    private readonly clients: CalendarClients,
    private readonly database: Database,
    private readonly address: AddressSettings,
  ) {}

  async subscribe(
    organizationId: string,
    { id, provider, version }: DueConnection,
    calendars: readonly ConnectedCalendar[],
  ): Promise<void> {
    const { PUBLIC_URL } = this.address;
    const selected = calendars.filter(({ selected: is }) => is).map((one) => one.id);
    if (PUBLIC_URL === undefined || provider === 'caldav' || selected.length === 0) return;
    const { token, hash } = issueCapability(organizationId);
    const [connection] = await this.database.inTenant(organizationId, async (tenant) => {
      await tenant.execute(storeHook, { id, version, hash });
      return tenant.query(findConnection, { id });
    });
    if (connection?.status !== 'active') return;
    try {
      const client = this.clients.clientOf(organizationId, connection);
      await client.watch(`${PUBLIC_URL}/hooks/calendar/${token}`, newId(), selected);
    } catch (error) {
      if (!(error instanceof CalendarFailure)) throw error;
    }
  }
}
