import { interleaved } from '../support/interleaved.js';
import { addLargeCohort } from '../support/large-cohort.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const PAGE = 50;
const SIGNALS = ['all', 'late', 'on_time', 'blockers', 'without_intervention'];
const COHORTS = 20;
const COHORT_SIZE = 1_000;

/** Pages of the members behind a signal against a plain list, and the overview of 20 cohorts against one cockpit. */
export async function measureDrillDown(stage: Stage, effort: Effort): Promise<Row[]> {
  const farPage = effort.rounds > 1 ? 1_000 : 100;
  const large = await addLargeCohort(stage, farPage * PAGE);
  const cohorts: string[] = [];
  for (let count = 0; count < COHORTS; count += 1) cohorts.push(await addLargeCohort(stage, COHORT_SIZE));
  const { rows: place } = await stage.admin.query<{ id: string }>(
    'select id from enrollments where organization_id = $1 and cohort_id = $2 order by id desc offset $3 limit 1',
    [stage.organizationId, large, (farPage - 1) * PAGE - 1],
  );
  const cursor = Buffer.from(JSON.stringify([place[0].id])).toString('base64url');
  const service = await startService(stage);
  const members = (signal: string) => `/cohorts/${large}/cockpit/members?limit=${PAGE}&signal=${signal}`;
  const paths: Record<string, string> = {
    list: `/enrollments?limit=${PAGE}&cohortId=${large}`,
    far: `${members('all')}&cursor=${cursor}`,
    cockpit: `/cohorts/${cohorts[0]}/cockpit`,
    overview: `/cohort-overviews?limit=${COHORTS}`,
    ...Object.fromEntries(SIGNALS.map((signal) => [signal, members(signal)])),
  };
  const times = await interleaved(paths, (path) =>
    fetch(`${service.url}/api/v1${path}`, { headers: { 'x-api-key': stage.apiKey } }),
  );
  await service.stop();
  return [
    {
      measure: `list of enrollments, page 1 of ${(farPage * PAGE).toLocaleString('en')}, p95`,
      value: times.list,
      unit: 'ms',
    },
    ...SIGNALS.map((signal) => ({
      measure: `members behind ${signal}, page 1 ÷ the list`,
      value: times[signal] / times.list,
      unit: '×',
      wanted: '≤ 2',
    })),
    {
      measure: `… all, page ${farPage.toLocaleString('en')} ÷ page 1`,
      value: times.far / times.all,
      unit: '×',
      wanted: '≤ 1.2',
    },
    { measure: `cockpit of one cohort of ${COHORT_SIZE.toLocaleString('en')}, p95`, value: times.cockpit, unit: 'ms' },
    {
      measure: `overview of ${COHORTS} of them ÷ one cockpit`,
      value: times.overview / times.cockpit,
      unit: '×',
      wanted: '≤ 3',
    },
  ];
}
