import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../support/figures.js';
import { writeGroups } from '../support/group-writes.js';
import { uuid } from '../support/ids.js';
import { startService } from '../support/service-process.js';
import { addOrganization, type Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const WRITERS = 8;
const BETWEEN_READS_MS = 20;

interface Page {
  events: { id: string }[];
  next: string;
  caughtUp: boolean;
}

/** A feed that is read all the time while eight clients write, beside the same writes of an organization without one. */
export async function measureEventFeeds(stage: Stage, effort: Effort): Promise<Row[]> {
  const other = await addOrganization(stage.admin);
  const service = await startService(stage);
  const write = (apiKey: string, seconds: number) =>
    writeGroups(service.url, seconds, { apiKey, connections: WRITERS });
  const rates: Record<'without' | 'within', number[]> = { without: [], within: [] };
  const behind: number[] = [];
  await addFeed(stage);
  const reader = new Reader(service.url, stage);
  await write(other.apiKey, effort.warmUpSeconds);
  for (let round = 0; round < effort.rounds * 2; round += 1) {
    for (const which of round % 2 === 0 ? (['without', 'within'] as const) : (['within', 'without'] as const)) {
      if (which === 'without') rates.without.push((await write(other.apiKey, effort.seconds)).perSecond);
      else {
        rates.within.push((await write(stage.apiKey, effort.seconds)).perSecond);
        const ended = performance.now();
        await reader.untilAllRead();
        behind.push(performance.now() - ended);
      }
    }
  }
  await reader.stop();
  await service.stop();
  const { rows } = await stage.admin.query<{ id: string }>(
    `select id from events where organization_id = $1 and name = 'group.created'`,
    [stage.organizationId],
  );
  const read = new Set(reader.ids);
  return [
    { measure: `events that ${WRITERS} writers made`, value: rows.length, unit: '' },
    {
      measure: '… that the reader of the feed missed',
      value: rows.filter(({ id }) => !read.has(id)).length,
      unit: '',
      wanted: '0',
    },
    { measure: '… that it got twice', value: reader.ids.length - read.size, unit: '', wanted: '0' },
    {
      measure: 'writes with a feed and its reader ÷ without',
      value: median(rates.within.map((rate, n) => rate / rates.without[n])),
      unit: '×',
    },
    { measure: 'from the last write until the reader has all', value: median(behind), unit: 'ms' },
  ];
}

async function addFeed({ admin, organizationId, ownerAccountId }: Stage): Promise<void> {
  await admin.query(
    `insert into event_feeds (organization_id, id, name, event_names, status, last_position, created_by, created_at)
     values ($1, $2, 'Bench', '{group.created}', 'open', 0, $3, now())`,
    [organizationId, uuid(), ownerAccountId],
  );
}

class Reader {
  readonly ids: string[] = [];
  private isOver = false;
  private readonly reading: Promise<void>;

  constructor(
    private readonly url: string,
    private readonly stage: Stage,
  ) {
    this.reading = this.read();
  }

  async untilAllRead(): Promise<void> {
    const { admin, organizationId } = this.stage;
    const { rows } = await admin.query<{ made: number }>(
      `select count(*)::integer as made from events where organization_id = $1 and name = 'group.created'`,
      [organizationId],
    );
    while (this.ids.length < rows[0].made) await delay(1);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.reading;
  }

  private async read(): Promise<void> {
    const { rows } = await this.stage.admin.query<{ id: string }>('select id from event_feeds');
    let after = '';
    while (!this.isOver) {
      const response = await fetch(`${this.url}/api/v1/event-feeds/${rows[0].id}/events?limit=500${after}`, {
        headers: { 'x-api-key': this.stage.apiKey },
      });
      const { data } = (await response.json()) as { data: Page };
      this.ids.push(...data.events.map(({ id }) => id));
      after = `&after=${encodeURIComponent(data.next)}`;
      if (data.caughtUp) await delay(BETWEEN_READS_MS);
    }
  }
}
