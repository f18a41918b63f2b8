import { interleaved } from '../support/interleaved.js';
import { addLargeCohort } from '../support/large-cohort.js';
import { uuid } from '../support/ids.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const ENROLLMENTS = 1_000;

const OPTIONS = ['weekly', 'monthly', 'rarely'].map((value) => ({ value, label: value }));
const question = (key: string, kind: string, more: object = {}) => ({
  ...{ key, kind, label: key, help: null, required: false, visibleIf: null, measure: null, ...more },
});
const CONTENT = {
  title: 'After your week',
  intro: null,
  questions: [
    question('rhythm', 'choice', { options: OPTIONS }),
    question('topics', 'multi', { options: OPTIONS, minCount: null, maxCount: null }),
    question('mood', 'scale', { min: 0, max: 10 }),
    question('hours', 'number', { min: 0, max: 40, decimals: 1, unit: 'hours' }),
    question('agreed', 'consent', { statement: 'I agree.' }),
    question('words', 'long_text', { maxLength: null }),
  ],
};

/** The results of a form over many responses, beside the cockpit of the cohort that gave them. */
export async function measureForms(stage: Stage, effort: Effort): Promise<Row[]> {
  const assignments = effort.rounds > 1 ? 100 : 2;
  const cohortId = await addLargeCohort(stage, ENROLLMENTS);
  const formId = await addResponses(stage, cohortId, assignments);
  const service = await startService(stage);
  const paths = { cockpit: `/cohorts/${cohortId}/cockpit`, results: `/forms/${formId}/results` };
  const times = await interleaved(paths, (path) =>
    fetch(`${service.url}/api/v1${path}`, { headers: { 'x-api-key': stage.apiKey } }),
  );
  await service.stop();
  const responses = (ENROLLMENTS * assignments).toLocaleString('en');
  return [
    { measure: `results of a form over ${responses} responses, p95`, value: times.results, unit: 'ms' },
    {
      measure: `… ÷ the cockpit of ${ENROLLMENTS.toLocaleString('en')} members`,
      value: times.results / times.cockpit,
      unit: '×',
    },
  ];
}

/** A form with six questions, answered by every enrollment in each of its assignments. Returns its id. */
async function addResponses(stage: Stage, cohortId: string, assignments: number): Promise<string> {
  const { admin, organizationId, ownerAccountId } = stage;
  const [formId, versionId] = [uuid(), uuid()];
  const content = JSON.stringify(CONTENT);
  await admin.query('set session_replication_role = replica');
  await admin.query(
    `insert into forms (organization_id, id, name, program_id, status, draft, published_keys, revision, created_by, created_at,
       updated_at)
     values ($1, $2, 'Bench', null, 'published', $3, '{}', 1, $4, now(), now())`,
    [organizationId, formId, content, ownerAccountId],
  );
  await admin.query(
    `insert into form_versions (organization_id, id, form_id, number, content, published_by, published_at)
     values ($1, $2, $3, 1, $4, $5, now())`,
    [organizationId, versionId, formId, content, ownerAccountId],
  );
  await admin.query(
    `with asked as (
       insert into form_assignments (organization_id, id, form_id, form_version_id, cohort_id, answered_by, anonymous, edit_hours,
         created_by, created_at, updated_at)
       select $1::uuid, gen_random_uuid(), $2::uuid, $3::uuid, $4::uuid, 'member', false, 0, $5::uuid, now(), now()
       from generate_series(1, ${assignments}) returning id)
     insert into form_responses (organization_id, id, form_id, form_version_id, form_assignment_id, enrollment_id, status, answers,
       ignored, revision, answered_by, submitted_at, outcome_entries, created_at, updated_at)
     select e.organization_id, gen_random_uuid(), $2::uuid, $3::uuid, a.id, e.id, 'submitted',
       jsonb_build_object(
         'rhythm', (array['weekly', 'monthly', 'rarely'])[1 + floor(random() * 3)::integer],
         'topics', jsonb_build_array('weekly', 'rarely'), 'mood', floor(random() * 11),
         'hours', floor(random() * 400) / 10, 'agreed', random() < 0.9, 'words', repeat('More time to talk. ', 10)),
       '[]', 1, $5::uuid, now(), '{}', now(), now()
     from enrollments e cross join asked a where e.organization_id = $1 and e.cohort_id = $4`,
    [organizationId, formId, versionId, cohortId, ownerAccountId],
  );
  await admin.query('set session_replication_role = origin');
  await admin.query('vacuum analyze');
  return formId;
}
