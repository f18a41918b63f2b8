import { describe, expect, it } from '@jest/globals';
import { afterWaitingFor } from '../support/held-rows.js';
import { School, type Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

interface Entry {
  id: string;
  value: number;
  voidedAt: string | null;
}

interface Given {
  program: string;
  cohort: string;
  enrollment: string;
  measure: string;
  learner: Person;
}

const HOUR = 3_600_000;

/** An active enrollment, and a measure of its program. */
async function given(row: object = {}, status = 'active'): Promise<Given> {
  const program_id = await school.program();
  const learner = await school.person();
  const cohort_id = await school.cohort({ program_id });
  const enrollment = await school.enrollment({ cohort_id, member_id: learner.memberId, status });
  const measure = await school.outcomeMeasure({ program_id, ...row });
  return { program: program_id, cohort: cohort_id, enrollment, measure, learner };
}

const record = ({ enrollment, measure }: Given, body: object = {}, by: Pick<Person, 'client'> = school.owner) =>
  by.client.post(`/enrollments/${enrollment}/outcome-entries`, {
    ...{ outcomeMeasureId: measure, kind: 'reading', value: 5 },
    ...body,
  });
const void_ = (id: string, by: Pick<Person, 'client'> = school.owner) =>
  by.client.post(`/outcome-entries/${id}/void`, { reason: 'Entered for another person' });
const dataOf = <Data>({ body }: { body: { data: unknown } }) => body.data as Data;
const read = async ({ enrollment }: Given, by: Pick<Person, 'client'> = school.owner) => {
  const response = await by.client.get(`/enrollments/${enrollment}/outcomes`);
  expect(response.status).toBe(200);
  return dataOf<{ items: Record<string, unknown>[] }>(response).items;
};
const hoursAgo = (hours: number) => new Date(school.app.now().getTime() - hours * HOUR).toISOString();
const refusal = ({
  status,
  body,
}: {
  status: number;
  body: { details?: { field: string }[]; reason?: string; code: string };
}) => [status, body.details?.at(0)?.field ?? body.reason ?? body.code];

describe('an outcome entry', () => {
  it('is recorded with its value, which neither the event nor the audit entry has', async () => {
    const one = await given({ min: null, max: null, decimals: 4 });
    const body = { kind: 'baseline', value: -12.3456, note: 'Asked on the phone' };
    const response = await record(one, { ...body, measuredAt: '2026-01-02T03:04:05Z' });
    expect(response.status).toBe(201);
    const { id } = dataOf<Entry>(response);
    expect(dataOf(response)).toEqual({
      ...{ id, enrollmentId: one.enrollment, outcomeMeasureId: one.measure, ...body },
      ...{ measuredAt: '2026-01-02T03:04:05.000Z', recordedBy: school.owner.accountId, recordedAt: expect.any(String) },
      ...{ voidedAt: null, voidReason: null },
    });
    const { audit, events } = await school.trail();
    expect(events.map(({ name, data }) => [name, data])).toEqual([
      [
        'outcome.recorded',
        {
          ...{ enrollmentId: one.enrollment, cohortId: one.cohort, memberId: one.learner.memberId },
          ...{ outcomeEntryId: id, outcomeMeasureId: one.measure, kind: 'baseline' },
          measuredAt: '2026-01-02T03:04:05.000Z',
        },
      ],
    ]);
    expect(audit.map(({ action, target_type, target_id }) => [action, target_type, target_id])).toEqual([
      ['outcome.recorded', 'outcome_entry', id],
    ]);
    expect(JSON.stringify({ audit, data: events.map(({ data }) => data) })).not.toMatch(/12\.3456|phone/);
    const { rows } = await school.rows<{ value: string; type: string }>(
      'select value, pg_typeof(value)::text as type from outcome_entries where organization_id = $1',
    );
    expect(rows).toEqual([{ value: '-12.3456', type: 'numeric' }]);
  });

  const bounds: [min: number | null, max: number | null, decimals: number, taken: number[], refused: number[]][] = [
    [0, 10, 0, [0, 5, 10], [-1, 11, 5.5, 0.1, 1e-9]],
    [0.1, 0.3, 1, [0.1, 0.2, 0.3], [0.1 + 0.2, 0, 0.15, 0.4]],
    [null, null, 2, [-1e12, 0.07, 1.1, 4.35, 9999999999999.99], [0.001, 1.005, 1e15, 100000000000000.5]],
    [-2, -1, 4, [-1.9999, -1], [-2.0001, -0.9999, -1.99999]],
  ];

  it.each(bounds)('has a value within %s and %s with at most %d places', async (min, max, decimals, taken, refused) => {
    const one = await given({ min, max, decimals });
    for (const value of taken) {
      const response = await record(one, { value });
      expect([value, response.status, dataOf<Entry>(response).value]).toEqual([value, 201, value]);
    }
    const digest = await school.digest();
    for (const value of [...refused, '5', true, null, [5]]) {
      expect([value, refusal(await record(one, { value }))]).toEqual([value, [400, 'value']]);
    }
    expect(await school.digest()).toBe(digest);
  });

  it('is of an active measure of the program, and was not measured in the future', async () => {
    const one = await given();
    const other = await given({ key: 'other' });
    const archived = await school.outcomeMeasure({ program_id: one.program, key: 'archived', status: 'archived' });
    for (const outcomeMeasureId of [other.measure, archived, one.enrollment, 'x']) {
      expect(refusal(await record(one, { outcomeMeasureId }))).toEqual([400, 'outcomeMeasureId']);
    }
    const future = new Date(school.app.now().getTime() + 1000 * HOUR).toISOString();
    expect(refusal(await record(one, { measuredAt: future }))).toEqual([400, 'measuredAt']);
    expect(refusal(await record(one, { kind: 'guess' }))).toEqual([400, 'kind']);
    expect(refusal(await record(one, { note: 'x'.repeat(1001) }))).toEqual([400, 'note']);
  });

  it('is refused once the measure is archived, by whoever waited for the archival', async () => {
    const one = await given();
    const sql = `with locked as (select id from outcome_measures where organization_id = $1 and id = $2 for update)
      update outcome_measures set status = 'archived' where organization_id = $1 and id = (select id from locked)`;
    const answer = await afterWaitingFor(school, { sql, values: [one.measure] }, () => record(one));
    expect(refusal(answer)).toEqual([400, 'outcomeMeasureId']);
  });

  it.each([
    ['pending', 201, 'enrollment_pending'],
    ['active', 201, undefined],
    ['paused', 201, 'enrollment_paused'],
    ['completed', 201, 'enrollment_completed'],
    ['withdrawn', 'enrollment_withdrawn', 'enrollment_withdrawn'],
    ['failed', 'enrollment_failed', 'enrollment_failed'],
    ['transferred', 'enrollment_transferred', 'enrollment_transferred'],
  ])('of an enrollment that is %s: by the staff %s, by the person enrolled %s', async (status, byStaff, byPerson) => {
    const one = await given({ self_report: true }, status);
    const [staff, person] = [await record(one), await record(one, {}, one.learner)];
    expect([staff.body.reason ?? staff.status, person.body.reason]).toEqual([byStaff, byPerson]);
  });

  it('is recorded by the person enrolled as a reading of a measure that they report, whatever role they have', async () => {
    const one = await given({ self_report: true });
    const staffOnly = await school.outcomeMeasure({ program_id: one.program, key: 'staff_only' });
    await school.rows(`update members set role = 'ADMIN' where organization_id = $1 and id = $2`, one.learner.memberId);
    for (const kind of ['baseline', 'target']) {
      expect([kind, refusal(await record(one, { kind }, one.learner))]).toEqual([kind, [403, 'forbidden']]);
    }
    expect(refusal(await record(one, { outcomeMeasureId: staffOnly }, one.learner))).toEqual([403, 'forbidden']);
    const response = await record(one, {}, one.learner);
    expect([response.status, dataOf(response)]).toMatchObject([201, { recordedBy: one.learner.accountId }]);
    const { id } = dataOf<Entry>(response);
    expect(refusal(await void_(id, one.learner))).toEqual([403, 'forbidden']);
    const [first, second] = await read(one, one.learner);
    expect([first.latest, second.latest]).toEqual([
      { measured: true, value: 5 },
      { measured: false, reason: 'no_reading' },
    ]);
  });

  it('is seen by who reaches the enrollment and by the person, to others not found, to who has no part refused', async () => {
    const one = await given({ self_report: true });
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: one.enrollment });
    const stranger = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
    const [classmate, nobody] = [await given(), await school.person()];
    const { id } = dataOf<Entry>(await record(one, {}, coach));
    const statuses = async (by: Pick<Person, 'client'>) => [
      (await by.client.get(`/enrollments/${one.enrollment}/outcomes`)).status,
      (await record(one, {}, by)).status,
      (await void_(id, by)).status,
    ];
    expect(await statuses(stranger)).toEqual([404, 404, 404]);
    expect(await statuses(classmate.learner)).toEqual([404, 404, 403]);
    expect(await statuses(nobody)).toEqual([403, 403, 403]);
    expect(await statuses((await School.open(school.app)).owner)).toEqual([404, 404, 404]);
    expect(await statuses(one.learner)).toEqual([200, 201, 403]);
    expect(await statuses(coach)).toEqual([200, 201, 200]);
  });

  it('is one of at most 1,000 that an account records on an enrollment, also when they are sent at once', async () => {
    const one = await given({ self_report: true });
    await school.rows(
      `insert into outcome_entries (organization_id, id, enrollment_id, outcome_measure_id, kind, value, measured_at,
                                    recorded_by, recorded_at)
       select $1, gen_random_uuid(), $2, $3, 'reading', 1, now(), $4, now() from generate_series(1, 998)`,
      ...[one.enrollment, one.measure, one.learner.accountId],
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => record(one, {}, one.learner)));
    const full = Array<string>(3).fill('409,outcome_entry_limit');
    expect(answers.map(refusal).map(String).sort()).toEqual(['201,', '201,', ...full]);
    expect((await record(one)).status).toBe(201);
  });

  it('is counted after one that is being recorded', async () => {
    const one = await given({ self_report: true });
    const insert = `insert into outcome_entries (organization_id, id, enrollment_id, outcome_measure_id, kind, value,
      measured_at, recorded_by, recorded_at) select $1, gen_random_uuid(), e.id, $3, 'reading', 1, now(), $4, now()`;
    const values = [one.enrollment, one.measure, one.learner.accountId];
    const of = 'from enrollments e where e.organization_id = $1 and e.id = $2';
    await school.rows(`${insert} ${of.replace(' e ', ' e cross join generate_series(1, 999) ')}`, ...values);
    const last = { sql: `with e as (select id ${of} for no key update) ${insert} from e`, values };
    const answer = await afterWaitingFor(school, last, () => record(one, {}, one.learner));
    expect(refusal(answer)).toEqual([409, 'outcome_entry_limit']);
  });

  it('is voided once, with a reason that the trail does not repeat', async () => {
    const one = await given();
    const { id } = dataOf<Entry>(await record(one));
    expect(refusal(await school.owner.client.post(`/outcome-entries/${id}/void`, { reason: ' ' }))).toEqual([
      400,
      'reason',
    ]);
    const response = await void_(id);
    expect([response.status, dataOf(response)]).toMatchObject([200, { id, voidReason: 'Entered for another person' }]);
    expect(dataOf<Entry>(response).voidedAt).not.toBeNull();
    expect(refusal(await void_(id))).toEqual([409, 'outcome_entry_voided']);
    const { audit, events } = await school.trail();
    expect([events.at(-1)?.name, events.at(-1)?.data]).toEqual([
      'outcome.voided',
      {
        ...{ enrollmentId: one.enrollment, cohortId: one.cohort, memberId: one.learner.memberId },
        outcomeEntryId: id,
      },
    ]);
    expect(JSON.stringify(audit)).not.toContain('another person');
  });
});

describe('the outcomes of an enrollment', () => {
  it('have the figures of each measure that is active or has entries, in the order in which they were created', async () => {
    const one = await given();
    await school.outcomeMeasure({ program_id: one.program, key: 'empty', status: 'archived' });
    const archived = await school.outcomeMeasure({ program_id: one.program, key: 'archived', status: 'archived' });
    await school.outcomeEntry(one.enrollment, archived);
    await school.outcomeMeasure({ program_id: one.program, key: 'none_yet' });
    await record(one, { kind: 'baseline', value: 4 });
    await record(one, { kind: 'target', value: 6 });
    await record(one, { value: 7 });
    const [figures, ...others] = await read(one);
    expect(others.map(({ measure }) => (measure as { key: string }).key)).toEqual(['archived', 'none_yet']);
    const { measure, entries, ...values } = figures;
    expect(measure).toMatchObject({ id: one.measure, min: 0, max: 10, decimals: 0 });
    expect((entries as Entry[]).map(({ value }) => value)).toEqual([7, 6, 4]);
    expect(values).toEqual({
      baseline: { measured: true, value: 4 },
      target: { measured: true, value: 6 },
      latest: { measured: true, value: 7 },
      change: { measured: true, value: 3 },
      relativeChange: { measured: true, value: 0.75 },
      achieved: { measured: true, value: true },
    });
  });

  it('go by the time of measurement, then by that of recording; voided entries do not count and stay in the history', async () => {
    const one = await given();
    const at = async (value: number, hours: number, kind = 'reading') =>
      dataOf<Entry>(await record(one, { value, kind, measuredAt: hoursAgo(hours) })).id;
    const latest = async () => ((await read(one))[0].latest as { value: number }).value;
    await at(3, 5);
    await at(2, 9);
    expect(await latest()).toBe(3);
    const measuredAt = hoursAgo(4);
    const ids = [];
    for (const value of [6, 7]) ids.push(dataOf<Entry>(await record(one, { value, measuredAt })).id);
    expect(await latest()).toBe(7);
    await void_(ids[1]);
    expect(await latest()).toBe(6);
    await at(4, 2, 'baseline');
    await at(5, 1, 'baseline');
    await at(1, 3, 'baseline');
    const [{ baseline, change, entries }] = await read(one);
    expect([baseline, change]).toEqual([
      { measured: true, value: 5 },
      { measured: true, value: 1 },
    ]);
    const shown = (entries as Entry[]).map(({ value, voidedAt }) => (voidedAt === null ? value : `${value} voided`));
    expect(shown).toEqual([5, 4, 1, '7 voided', 6, 3, 2]);
  });

  it('show the last 20 entries of each measure, though what counts is older', async () => {
    const one = await given();
    const other = await school.outcomeMeasure({ program_id: one.program, key: 'other' });
    await record(one, { kind: 'baseline', value: 1, measuredAt: hoursAgo(100) });
    for (let hours = 1; hours <= 21; hours += 1) {
      await school.outcomeEntry(one.enrollment, one.measure, { value: 9, measured_at: hoursAgo(hours) });
    }
    await school.outcomeEntry(one.enrollment, other, { value: 2, measured_at: hoursAgo(50) });
    const [{ baseline, entries }, { entries: ofOther }] = await read(one);
    expect(baseline).toEqual({ measured: true, value: 1 });
    expect([(entries as Entry[]).length, (ofOther as Entry[]).length]).toEqual([20, 1]);
    expect(new Set((entries as Entry[]).map(({ value }) => value))).toEqual(new Set([9]));
  });
});
