import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock';
import { useSchool } from '../support/use-school.js';

describe('resuming an enrollment', () => {
  const { app, school } = useSchool();
  let enrollmentId: string;

  beforeEach(async () => {
    enrollmentId = await school.enrollment({ cohort_id: await school.cohort({ timezone: 'Europe/Paris' }) });
  });
  afterEach(() => app.moveClock(0));

  const at = (instant: string) => {
    app.nest.get(Clock, { strict: false }).now = () => new Date(instant);
  };
  const task = (dueAt: string | null, status = 'published') =>
    school.task({ enrollment_id: enrollmentId, due_at: dueAt, status });
  const pause = () => school.owner.client.post(`/enrollments/${enrollmentId}/pause`, { reason: 'Never told' });
  const resume = (body?: object) => school.owner.client.post(`/enrollments/${enrollmentId}/resume`, body);
  const dueAt = async (id: string) =>
    (await school.owner.client.get(`/member-tasks/${id}`)).body.data.dueAt as string | null;
  const extensions = async () =>
    (await school.owner.client.get(`/enrollments/${enrollmentId}/deadline-extensions`)).body.data.items as object[];

  it('shifts deadlines by the calendar days of the last pause, where that is asked for', async () => {
    const [published, draft] = [await task('2027-03-27T17:00:00Z'), await task('2027-03-20T17:00:00Z', 'draft')];
    const [completed, open] = [await task('2027-03-21T17:00:00Z', 'completed'), await task(null)];
    at('2027-01-01T12:00:00Z');
    await pause();
    await resume();
    // 23:30 on the 10th in Paris, to 00:30 on the 20th: ten calendar days, though less than ten times 24 hours.
    at('2027-03-10T22:30:00Z');
    await pause();
    at('2027-03-19T23:30:00Z');
    const resumed = await resume({ shiftDeadlines: true });
    expect([resumed.status, resumed.body.data.status]).toEqual([200, 'active']);
    expect(await Promise.all([published, draft, completed, open].map(dueAt))).toEqual([
      '2027-04-06T16:00:00.000Z',
      '2027-03-30T16:00:00.000Z',
      '2027-03-21T17:00:00.000Z',
      null,
    ]);
    expect(await extensions()).toMatchObject([
      { scope: 'all', days: 10, reason: 'Paused', tasks: [{ memberTaskId: published }, { memberTaskId: draft }] },
    ]);
  });

  it('counts the pause from its beginning, however often the paused enrollment was transferred', async () => {
    at('2027-01-01T12:00:00Z');
    await pause();
    await resume();
    at('2027-03-10T12:00:00Z');
    await pause();
    const id = await task('2027-03-27T17:00:00Z');
    for (const day of ['12', '15']) {
      at(`2027-03-${day}T12:00:00Z`);
      const toCohortId = await school.cohort({ timezone: 'Europe/Paris' });
      const moved = await school.owner.client.post(`/enrollments/${enrollmentId}/transfer`, {
        toCohortId,
        reason: 'Moved',
      });
      expect(moved.status).toBe(201);
      enrollmentId = moved.body.data.to.id as string;
    }
    at('2027-03-20T12:00:00Z');
    expect((await resume({ shiftDeadlines: true })).status).toBe(200);
    expect([await dueAt(id), await extensions()]).toMatchObject(['2027-04-06T16:00:00.000Z', [{ days: 10 }]]);
    // A pause after the transfers has a beginning of its own.
    at('2027-03-21T12:00:00Z');
    await pause();
    at('2027-03-23T12:00:00Z');
    await resume({ shiftDeadlines: true });
    expect(await extensions()).toMatchObject([{ days: 2 }, { days: 10 }]);
  });

  it('does not count from the transfer where nothing tells when the pause began', async () => {
    enrollmentId = await school.enrollment({ status: 'paused' });
    const id = await task('2027-03-27T17:00:00Z');
    const toCohortId = await school.cohort();
    const request = { toCohortId, reason: 'Moved' };
    const moved = await school.owner.client.post(`/enrollments/${enrollmentId}/transfer`, request);
    enrollmentId = moved.body.data.to.id as string;
    app.moveClock(5 * 86_400_000);
    expect((await resume({ shiftDeadlines: true })).status).toBe(200);
    expect([await dueAt(id), await extensions()]).toEqual(['2027-03-27T17:00:00.000Z', []]);
  });

  it('tells of the extension in its event, and leaves the entry and event of an extension', async () => {
    const id = await task('2027-03-27T17:00:00Z');
    at('2027-03-10T12:00:00Z');
    await pause();
    at('2027-03-12T12:00:00Z');
    await resume({ shiftDeadlines: true });
    const [extension] = (await extensions()) as { id: string }[];
    const { cohortId, memberId } = (await school.owner.client.get(`/enrollments/${enrollmentId}`)).body.data;
    const reference = { enrollmentId, cohortId, memberId };
    const trail = await school.trail();
    expect(trail.audit.slice(1)).toMatchObject([
      { action: 'enrollment.resumed', target_id: enrollmentId, changes: { status: { from: 'paused', to: 'active' } } },
      {
        action: 'enrollment.deadline_extended',
        target_type: 'deadline_extension',
        target_id: extension.id,
        changes: { enrollmentId, scope: 'all', days: 2 },
      },
    ]);
    expect(trail.events.slice(1).map(({ name, data }) => [name, data])).toEqual([
      ['enrollment.resumed', { ...reference, deadlineExtensionId: extension.id }],
      ['enrollment.deadline_extended', { ...reference, deadlineExtensionId: extension.id, memberTaskIds: [id] }],
    ]);
    expect(trail.audit[1].correlation_id).toBe(trail.audit[2].correlation_id);
  });

  it.each([
    ['nothing is asked for', undefined, '2027-03-20T12:00:00Z'],
    ['it is declined', { shiftDeadlines: false }, '2027-03-20T12:00:00Z'],
    ['the pause ended on its day', { shiftDeadlines: true }, '2027-03-10T22:59:00Z'],
  ])('leaves every deadline where %s', async (_, body, instant) => {
    const id = await task('2027-03-27T17:00:00Z');
    at('2027-03-10T12:00:00Z');
    await pause();
    at(instant);
    expect((await resume(body)).status).toBe(200);
    expect([await dueAt(id), await extensions()]).toEqual(['2027-03-27T17:00:00.000Z', []]);
    expect((await school.trail()).events.at(-1)).toMatchObject({
      name: 'enrollment.resumed',
      data: { deadlineExtensionId: null },
    });
  });

  it('makes no extension where no task has a deadline, or nothing tells when the pause began', async () => {
    await pause();
    app.moveClock(5 * 86_400_000);
    expect((await resume({ shiftDeadlines: true })).status).toBe(200);
    enrollmentId = await school.enrollment({ status: 'paused' });
    await task('2027-03-27T17:00:00Z');
    expect((await resume({ shiftDeadlines: true })).status).toBe(200);
    expect(await extensions()).toEqual([]);
  });

  it('is refused where more than 200 tasks would move, and stays possible without', async () => {
    for (let n = 0; n < 201; n += 1) await task('2027-03-27T17:00:00Z');
    await pause();
    app.moveClock(5 * 86_400_000);
    const refused = await resume({ shiftDeadlines: true });
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'shiftDeadlines']);
    expect((await resume()).status).toBe(200);
  });

  it('is refused by the field of the request where a deadline would be beyond the year 9999', async () => {
    await task('9999-12-31T00:00:00Z');
    await pause();
    app.moveClock(5 * 86_400_000);
    const refused = await resume({ shiftDeadlines: true });
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ field: 'shiftDeadlines', issue: 'must not move a deadline out of the years 1 to 9999' }],
    ]);
  });
});
