import { describe, expect, it } from '@jest/globals';
import type { TimelineItem } from '#insights/enrollment-timeline/enrollment-timeline.dto.js';
import { listTimeline } from '#insights/enrollment-timeline/enrollment-timeline.statements.js';
import { TIMELINE_KINDS } from '#insights/enrollment-timeline/timeline-sources.js';
import { TIMELINE_SOURCES } from '#insights/enrollment-timeline/timeline-sources.js';
import { Dice } from '../support/dice.js';
import { useSchool } from '../support/use-school.js';
import { inOrder, randomHistory, type Place } from './random-history.js';

const NOW = new Date('2030-03-20T12:00:00.000Z');
const HISTORIES = 6;

const { app, school } = useSchool({ isOwn: true });

const placeOf = ({ occurredAt, kind, id }: TimelineItem): Place => [occurredAt, kind as Place[1], id];

/** The places of all items, read page by page. */
async function read(enrollmentId: string, limit: number, filter = ''): Promise<Place[]> {
  const places: Place[] = [];
  for (let cursor = ''; ;) {
    const path = `/enrollments/${enrollmentId}/timeline?limit=${limit}${filter}${cursor}`;
    const response = await school.owner.client.get(path);
    expect([path, response.status]).toEqual([path, 200]);
    const page = response.body.data as { items: TimelineItem[]; nextCursor: string | null };
    expect(page.items.length).toBeLessThanOrEqual(limit);
    places.push(...page.items.map(placeOf));
    if (page.nextCursor === null) return places;
    cursor = `&cursor=${page.nextCursor}`;
  }
}

describe('the pages of a timeline', () => {
  it('make the same sequence whatever their size, without an item twice or missing, also where many share an instant', async () => {
    const dice = new Dice(20_261_124);
    for (let count = 0; count < HISTORIES; count += 1) {
      const enrollmentId = await school.enrollment();
      const history = await randomHistory(school, dice, enrollmentId, NOW);
      await randomHistory(school, dice, await school.enrollment(), NOW);
      const expected = inOrder(history);
      expect(expected.length).toBeGreaterThan(25);
      for (const limit of [1, 1 + dice.below(6), 7, 100]) {
        expect([count, limit, await read(enrollmentId, limit)]).toEqual([count, limit, expected]);
      }
    }
  });

  it('of one kind, and of a period, are what the whole has of them', async () => {
    const dice = new Dice(7);
    const enrollmentId = await school.enrollment();
    const expected = inOrder(await randomHistory(school, dice, enrollmentId, NOW));
    for (const kind of TIMELINE_KINDS) {
      const ofKind = expected.filter(([, one]) => one === kind);
      expect([kind, await read(enrollmentId, 2, `&kind=${kind}`)]).toEqual([kind, ofKind]);
    }
    const [from, to] = [expected[20][0], expected[5][0]];
    expect(await read(enrollmentId, 3, `&from=${from}&to=${to}`)).toEqual(
      expected.filter(([at]) => at >= from && at < to),
    );
    expect(await read(enrollmentId, 3, `&to=${to}&kind=blocker.opened`)).toEqual(
      expected.filter(([at, kind]) => at < to && kind === 'blocker.opened'),
    );
  });

  it('go on from a cursor that was made with another period within the period', async () => {
    const enrollmentId = await school.enrollment();
    const expected = inOrder(await randomHistory(school, new Dice(8), enrollmentId, NOW));
    const first = await school.owner.client.get(`/enrollments/${enrollmentId}/timeline?limit=1`);
    const { nextCursor } = first.body.data as { nextCursor: string };
    const to = expected[20][0];
    const { items } = (
      await school.owner.client.get(`/enrollments/${enrollmentId}/timeline?to=${to}&cursor=${nextCursor}&limit=100`)
    ).body.data as { items: TimelineItem[] };
    expect(items.map(placeOf)).toEqual(expected.filter(([at]) => at < to));
  });
});

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Presorted Key'?: string[];
  'Sort Key'?: string[];
  Plans?: Node[];
}

const removed = (node: Node): number => node['Rows Removed by Filter'] ?? 0;

const below = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(below)];

describe('a page of a timeline', () => {
  it('reads each kind by an index, in its order and from the place on', async () => {
    const { rows } = await whereIndexesCount(() =>
      app.rows.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
        `explain (generic_plan, format json) ${middle(school.id).statement.text}`,
      ),
    );
    const append = below(rows[0]['QUERY PLAN'][0].Plan).find((node) => node['Node Type'] === 'Append');
    const branches = append?.Plans ?? [];
    expect(branches).toHaveLength(TIMELINE_SOURCES.length);
    TIMELINE_SOURCES.forEach((source, place) => {
      const nodes = below(branches[place]);
      const name = typeof source.kind === 'string' ? source.kind : source.kind.of.join();
      expect([name, nodes.filter((node) => /Seq Scan|Bitmap/.test(node['Node Type']))]).toEqual([name, []]);
      const sorts = nodes.filter((node) => node['Node Type'] === 'Sort');
      const [, column] = source.at.split('.');
      const keyset = nodes.filter(({ 'Index Cond': condition = '' }) =>
        new RegExp(`enrollment_id = .*\\b${column} <= `).test(condition),
      );
      expect([name, sorts.length, keyset.length]).toEqual([name, 0, 1]);
    });
  });

  it('reads no more rows of a kind than the page may have, however many there are', async () => {
    const limit = 11;
    for (const count of [50, 1_500]) {
      const enrollmentId = await school.enrollment();
      const [task, intervention] = [
        await school.task({ enrollment_id: enrollmentId }),
        await school.intervention(enrollmentId),
      ];
      const times = `$5::timestamptz - n * interval '1 minute'`;
      await school.rows(
        `insert into member_task_reopenings (organization_id, id, enrollment_id, member_task_id, completed_at, reopened_at)
         select $1::uuid, md5($2 || $4 || n)::uuid, $2::uuid, $3::uuid, ${times}, ${times} from generate_series(1, $6) n`,
        ...[enrollmentId, task, 'reopening', NOW, count],
      );
      await school.rows(
        `insert into intervention_updates (organization_id, id, enrollment_id, intervention_id, updated_by, made_at)
         select $1::uuid, md5($2 || $4 || n)::uuid, $2::uuid, $3::uuid, $7::uuid, ${times} from generate_series(1, $6) n`,
        ...[enrollmentId, intervention, 'update', NOW, count, school.owner.accountId],
      );
      const read = await rowsRead(enrollmentId, limit);
      expect([count, read.filter((rows) => rows > limit)]).toEqual([count, []]);
      expect(read.filter((rows) => rows === limit)).toHaveLength(3);
    }
  });

  /** A page in the middle of the history, twenty minutes before its end. */
  function middle(enrollment: string, limit = 10) {
    const place = [new Date(NOW.getTime() - 20 * 60_000).toISOString(), TIMELINE_KINDS[0], school.id];
    const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
    return listTimeline.ask({ enrollment, kind: null, from: new Date(0), limit: limit - 1, cursor });
  }

  /** Plans of small tables, too, use an index then wherever one gives the rows in order, analysed or not. */
  async function whereIndexesCount<Result>(work: () => Promise<Result>): Promise<Result> {
    await app.rows.query('begin');
    try {
      await app.rows.query('set local enable_seqscan = off');
      await app.rows.query('set local enable_bitmapscan = off');
      await app.rows.query('set local enable_sort = off');
      return await work();
    } finally {
      await app.rows.query('rollback');
    }
  }

  /** The rows that the branches of the statement read for a page in the middle of the history. */
  async function rowsRead(enrollmentId: string, limit: number): Promise<number[]> {
    const { statement, values } = middle(enrollmentId, limit);
    const literals = statement
      .encode(values, school.id)
      .map((value) => (value === null ? 'null' : `'${value instanceof Date ? value.toISOString() : String(value)}'`));
    try {
      const { rows } = await whereIndexesCount(async () => {
        await app.rows.query('select app_set_organization($1)', [school.id]);
        await app.rows.query('set local plan_cache_mode = force_generic_plan');
        await app.rows.query(`prepare page as ${statement.text}`);
        return app.rows.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
          `explain (analyze, timing off, format json) execute page (${literals.join(', ')})`,
        );
      });
      const append = below(rows[0]['QUERY PLAN'][0].Plan).find((node) => node['Node Type'] === 'Append');
      return (append?.Plans ?? []).map((branch) =>
        Math.max(...below(branch).map((node) => (node['Actual Rows'] + removed(node)) * node['Actual Loops'])),
      );
    } finally {
      await app.rows.query('deallocate page');
    }
  }
});
