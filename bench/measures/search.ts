import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../support/figures.js';
import { interleaved } from '../support/interleaved.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const MEMBERS = 100_000;
const FIRST_NAMES =
  'anna emma mia sofia lina lea clara marie paul leon finn noah max ben tom nina yusuf xaver quirin zoe';
const LAST_NAMES =
  'mueller schmidt fischer weber meyer wagner becker schulz koch bauer klein wolf braun yilmaz xu quast';

/** One to five words, frequent and rare ones, with many common members and with hardly any. */
const TYPED = ['anna', 'a', 'zz', 'anna mueller', 'a m', 'q x', 'zoe quast', 'anna mueller a', 'a m x', 'a m s e l'];

/**
 * The first page of members with words in their names, against a list of all members; a new member, against one of a
 * small organization; and the words of all members made anew, as after an upgrade, beside a service that is ready.
 */
export async function measureSearch(stage: Stage, effort: Effort): Promise<Row[]> {
  const count = effort.rounds > 1 ? MEMBERS : MEMBERS / 10;
  const small = await startService(stage);
  const addedToFew = await timeOfAdding(stage, small);
  await small.stop();
  await addMembers(stage, count);
  const service = await startService(stage);
  const addedToMany = await timeOfAdding(stage, service);
  const path = (q: string): string => `/members?q=${encodeURIComponent(q)}`;
  const paths = { list: '/members', ...Object.fromEntries(TYPED.map((q) => [q, path(q)])) };
  const headers = { 'x-api-key': stage.apiKey };
  const p95 = await interleaved(paths, (each) => fetch(`${service.url}/api/v1${each}`, { headers }));
  await service.stop();
  const fill = await timeOfFill(stage);
  return [
    { measure: `list of ${count.toLocaleString('en')} members, p95`, value: p95.list, unit: 'ms' },
    ...TYPED.map((q) => ({
      measure: `… search for "${q}" ÷ the list`,
      value: p95[q] / p95.list,
      unit: '×',
      wanted: '≤ 2',
    })),
    {
      measure: '… a new member ÷ one of a small organization',
      value: addedToMany / addedToFew,
      unit: '×',
      wanted: '≤ 2',
    },
    { measure: '… start of a service that is to make all words anew', value: fill.readySeconds, unit: 's' },
    { measure: '… until it has made them', value: fill.filledSeconds, unit: 's' },
  ];
}

/** The median time of `POST /members`, in milliseconds. */
async function timeOfAdding({ apiKey }: Stage, { url }: ServiceProcess): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 150; n += 1) {
    const email = `${randomUUID()}@example.com`;
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': email };
    const body = JSON.stringify({ email, name: 'Anna Mueller', role: 'MEMBER' });
    const started = performance.now();
    const { status } = await fetch(`${url}/api/v1/members`, { method: 'POST', headers, body });
    if (status !== 201) throw new Error(`POST /members: ${status}`);
    if (n >= 50) times.push(performance.now() - started);
  }
  return median(times);
}

/** Seconds until a service is ready, and until it has made the words of all members. */
async function timeOfFill(stage: Stage): Promise<{ readySeconds: number; filledSeconds: number }> {
  const { admin, organizationId } = stage;
  for (const table of ['member_search_words', 'member_search_fills']) {
    await admin.query(`delete from ${table} where organization_id = $1`, [organizationId]);
  }
  const seconds = (since: number): number => (performance.now() - since) / 1_000;
  const started = performance.now();
  const service = await startService(stage);
  const readySeconds = seconds(started);
  const filled = 'select 1 from member_search_fills where organization_id = $1';
  while ((await admin.query(filled, [organizationId])).rowCount === 0) await delay(100);
  const filledSeconds = seconds(started);
  await service.stop();
  return { readySeconds, filledSeconds };
}

/** Frequent first names and last names, and a third word that begins with any letter. */
async function addMembers({ admin, organizationId }: Stage, count: number): Promise<void> {
  const id = (name: string): string =>
    `('01a00000-' || substr(lpad(to_hex(n), 12, '0'), 1, 4) || '-7000-8000-' || substr(md5('${name}' || n), 1, 12))::uuid`;
  await admin.query(
    `insert into accounts (id, email, name, created_at)
     select ${id('account')}, 'member' || n || '@example.com', 'Member', now() from generate_series(1, $1::integer) n`,
    [count],
  );
  await admin.query(
    `insert into members (organization_id, id, account_id, name, role, status, created_at)
     select $1, ${id('member')}, ${id('account')}, ($3::text[])[1 + floor(random() * random() * cardinality($3))::integer]
       || ' ' || ($4::text[])[1 + floor(random() * random() * cardinality($4))::integer]
       || ' ' || chr(97 + floor(random() * 26)::integer) || substr(md5(n::text), 1, 4), 'MEMBER', 'active', now()
     from generate_series(1, $2::integer) n`,
    [organizationId, count, FIRST_NAMES.split(' '), LAST_NAMES.split(' ')],
  );
  await admin.query(
    `insert into member_search_words (organization_id, id, member_id, word, name)
     select m.organization_id, md5(m.id || word)::uuid, m.id, word,
       (select string_agg(' ' || w, '' order by w collate "C") from unnest(string_to_array(m.name, ' ')) as w)
     from members m cross join unnest(string_to_array(m.name, ' ')) as word where m.organization_id = $1 and m.name = lower(m.name)`,
    [organizationId],
  );
  await admin.query('vacuum analyze members, member_search_words, accounts');
}
