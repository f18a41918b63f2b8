import { describe, expect, it } from '@jest/globals';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

interface Rule {
  id: string;
  signal: string;
  offsetMinutes: number | null;
  days: number | null;
  programId: string | null;
  cohortId: string | null;
  status: string;
  activeSince: string;
}

const RULE = { name: 'At the deadline', signal: 'member_task.due', offsetMinutes: 0 };
const create = (body: object) => school.owner.client.post('/reminder-rules', body);
const update = (id: string, body: object) => school.owner.client.patch(`/reminder-rules/${id}`, body);
const move = (id: string, verb: string) => school.owner.client.post(`/reminder-rules/${id}/${verb}`, {});
const ruleOf = ({ body }: { body: { data: unknown } }) => body.data as Rule;
const refusal = ({ status, body }: { status: number; body: { details: { field: string }[]; reason?: string } }) => [
  status,
  ...(body.details.length > 0 ? body.details.map(({ field }) => field) : [body.reason]),
];

describe('a reminder rule', () => {
  it('takes the one of offset and days that its signal takes', async () => {
    const refused: [body: object, ...fields: string[]][] = [
      [{ ...RULE, offsetMinutes: undefined }, 'offsetMinutes'],
      [{ ...RULE, days: 3 }, 'days'],
      [{ ...RULE, offsetMinutes: undefined, days: 3 }, 'days', 'offsetMinutes'],
      [{ ...RULE, offsetMinutes: 43_201 }, 'offsetMinutes'],
      [{ ...RULE, offsetMinutes: -43_201 }, 'offsetMinutes'],
      [{ ...RULE, offsetMinutes: 0.5 }, 'offsetMinutes'],
      [{ name: 'Silence', signal: 'enrollment.no_contact' }, 'days'],
      [{ name: 'Silence', signal: 'enrollment.no_contact', days: 3, offsetMinutes: 0 }, 'offsetMinutes'],
      [{ name: 'Silence', signal: 'enrollment.no_contact', days: 0 }, 'days'],
      [{ name: 'Silence', signal: 'enrollment.no_contact', days: 91 }, 'days'],
      [{ ...RULE, signal: 'group.started' }, 'signal'],
      [{ ...RULE, name: ' ' }, 'name'],
      [{ ...RULE, name: 'x'.repeat(101) }, 'name'],
    ];
    for (const [body, ...fields] of refused) {
      expect([body, refusal(await create(body))]).toEqual([body, [400, ...fields]]);
    }
    const silence = ruleOf(await create({ name: 'Silence', signal: 'enrollment.no_contact', days: 90 }));
    expect(silence).toMatchObject({ offsetMinutes: null, days: 90, status: 'active' });
    expect(refusal(await update(silence.id, { offsetMinutes: 5 }))).toEqual([400, 'offsetMinutes']);
    expect(ruleOf(await update(silence.id, { days: 30 })).days).toBe(30);
    const rule = ruleOf(await create(RULE));
    expect(refusal(await update(rule.id, { days: 30 }))).toEqual([400, 'days']);
    expect(ruleOf(await update(rule.id, { offsetMinutes: -43_200 }))).toMatchObject({
      offsetMinutes: -43_200,
      days: null,
    });
  });

  it('is about a program or a cohort of the organization, or about all', async () => {
    const [programId, cohortId] = [await school.program(), await school.cohort()];
    const other = await School.open(app);
    expect(refusal(await create({ ...RULE, programId, cohortId }))).toEqual([400, 'programId', 'cohortId']);
    expect(refusal(await create({ ...RULE, programId: await other.program() }))).toEqual([400, 'programId']);
    expect(refusal(await create({ ...RULE, cohortId: await other.cohort() }))).toEqual([400, 'cohortId']);
    expect(ruleOf(await create({ ...RULE, programId }))).toMatchObject({ programId, cohortId: null });
    expect(ruleOf(await create({ ...RULE, cohortId, programId: null }))).toMatchObject({ programId: null, cohortId });
    const rule = ruleOf(await create(RULE));
    expect(rule).toMatchObject({ programId: null, cohortId: null });
    expect(ruleOf(await update(rule.id, { programId, signal: 'review.due' }))).toEqual(rule);
  });

  it('is paused and resumed any number of times and archived for good', async () => {
    const rule = ruleOf(await create(RULE));
    expect(refusal(await move(rule.id, 'resume'))).toEqual([409, 'reminder_rule_active']);
    expect(ruleOf(await move(rule.id, 'pause'))).toMatchObject({ status: 'paused', activeSince: rule.activeSince });
    expect(refusal(await move(rule.id, 'pause'))).toEqual([409, 'reminder_rule_paused']);
    expect((await update(rule.id, { name: 'Later' })).status).toBe(200);
    app.moveClock(60_000);
    const resumed = ruleOf(await move(rule.id, 'resume'));
    app.moveClock(0);
    expect(resumed.status).toBe('active');
    expect(Date.parse(resumed.activeSince)).toBeGreaterThanOrEqual(Date.parse(rule.activeSince) + 60_000);
    expect(ruleOf(await move(rule.id, 'archive')).status).toBe('archived');
    for (const verb of ['pause', 'resume', 'archive'])
      expect(refusal(await move(rule.id, verb))).toEqual([409, 'reminder_rule_archived']);
    expect(refusal(await update(rule.id, { name: 'Later' }))).toEqual([409, 'reminder_rule_archived']);
  });

  it('is one of at most 50 active ones, also where they are created or resumed at once', async () => {
    for (let count = 0; count < 48; count += 1) await school.reminderRule();
    const paused = [await school.reminderRule({ status: 'paused' }), await school.reminderRule({ status: 'paused' })];
    const answers = await Promise.all([
      ...paused.map((id) => move(id, 'resume')),
      ...[1, 2, 3].map(() => create(RULE)),
    ]);
    const refused = answers.filter(({ status }) => status === 409).map(refusal);
    expect(refused).toEqual(Array(3).fill([409, 'reminder_rule_limit']));
  });

  it('shows its firings, newest first, and those with one outcome', async () => {
    const rule = await school.reminderRule();
    await school.reminderFiring(await school.reminderRule());
    const fired = await school.reminderFiring(rule);
    const missed = await school.reminderFiring(rule, { outcome: 'missed', fired_at: null });
    const list = async (query = '') => {
      const { body } = await school.owner.client.get(`/reminder-rules/${rule}/firings${query}`);
      return (body.data as { items: { id: string }[] }).items;
    };
    expect((await list()).map(({ id }) => id)).toEqual([missed, fired]);
    expect((await list('?outcome=fired')).map(({ id }) => id)).toEqual([fired]);
    expect(await list('?outcome=missed')).toMatchObject([{ id: missed, outcome: 'missed', firedAt: null }]);
  });
});
