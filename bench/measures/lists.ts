import { percentile } from '../support/figures.js';
import { timeAlone } from '../support/load.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const PAGE = 50;
const FAR_PAGE = 10_000;
const ROWS = 1_000_000;
const READS = 600;
const ROUNDS = 30;

/** The first page of a long list against a page far down: with cursors both should cost the same. */
export async function measureLists(stage: Stage, effort: Effort): Promise<Row[]> {
  const { admin, organizationId, ownerAccountId } = stage;
  const rows = effort.rounds > 1 ? ROWS : ROWS / 10;
  const farPage = Math.min(FAR_PAGE, rows / PAGE / 2);
  await admin.query(
    `insert into media (organization_id, id, kind, title, mime_type, url, created_by, created_at)
     select $1, ('01a00000-' || substr(lpad(to_hex(i), 12, '0'), 1, 4) || '-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
            'file', 'Handout ' || i, 'application/pdf', 'https://media.example.com/' || i, $2, now()
     from generate_series(1, $3::integer) i`,
    [organizationId, ownerAccountId, rows],
  );
  await admin.query('analyze media');
  const { rows: place } = await admin.query<{ id: string }>(
    'select id from media where organization_id = $1 order by id desc offset $2 limit 1',
    [organizationId, (farPage - 1) * PAGE - 1],
  );
  const cursor = Buffer.from(JSON.stringify([place[0].id])).toString('base64url');
  const service = await startService(stage);
  const read = (query: string) => () =>
    fetch(`${service.url}/api/v1/media?limit=${PAGE}${query}`, { headers: { 'x-api-key': stage.apiKey } });
  const far = `&cursor=${cursor}`;
  await timeAlone(READS, read(''));
  await timeAlone(READS, read(far));
  const first: number[] = [];
  const farDown: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    first.push(...(await timeAlone(READS / ROUNDS, read(''))));
    farDown.push(...(await timeAlone(READS / ROUNDS, read(far))));
  }
  await service.stop();
  const [near, distant] = [percentile(first, 95), percentile(farDown, 95)];
  return [
    { measure: `list p95, page 1 of ${rows.toLocaleString('en')} rows`, value: near, unit: 'ms' },
    { measure: `… page ${farPage.toLocaleString('en')} ÷ page 1`, value: distant / near, unit: '×', wanted: '≤ 1.2' },
  ];
}
