import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';

describe('recording attendance', () => {
  const { app, school } = useSchool();
  let cohortId: string;
  let first: string;
  let second: string;

  beforeEach(async () => {
    cohortId = await school.cohort();
    first = await school.enrollment({ cohort_id: cohortId });
    second = await school.enrollment({ cohort_id: cohortId });
  });

  const record = (id: string, entries: unknown, client = school.owner.client, options = {}) =>
    client.put(`/live-sessions/${id}/attendance`, { entries }, options);
  const shown = (data: { attendance: { enrollmentId: string; status: string }[] }) =>
    Object.fromEntries(data.attendance.map(({ enrollmentId, status }) => [enrollmentId, status]));

  it('sets the entries named, corrects them, and leaves the others', async () => {
    const id = await school.liveSession([await school.cohort(), cohortId]);
    const one = await record(id, [
      { enrollmentId: first.toUpperCase(), status: 'present' },
      { enrollmentId: second, status: 'absent' },
    ]);
    expect([one.status, shown(one.body.data as never)]).toEqual([200, { [first]: 'present', [second]: 'absent' }]);
    const two = await record(id, [{ enrollmentId: second, status: 'excused' }]);
    expect(shown(two.body.data as never)).toEqual({ [first]: 'present', [second]: 'excused' });
    expect((await school.owner.client.get(`/live-sessions/${id}`)).body.data).toEqual(two.body.data);
    const { audit, events } = await school.trail();
    expect(events).toMatchObject([
      { name: 'attendance.recorded', data: { liveSessionId: id, present: 1, absent: 1, excused: 0 } },
      { name: 'attendance.recorded', data: { liveSessionId: id, present: 0, absent: 0, excused: 1 } },
    ]);
    const of = (enrollmentId: string, status: string | null) => ({ enrollmentId, status });
    expect(audit.map((entry) => entry.changes)).toEqual([
      {
        attendance: {
          from: [of(first, null), of(second, null)],
          to: [of(first, 'present'), of(second, 'absent')],
        },
      },
      { attendance: { from: [of(second, 'absent')], to: [of(second, 'excused')] } },
    ]);
  });

  it('is counted by the cockpit', async () => {
    const id = await school.liveSession([cohortId]);
    await record(id, [{ enrollmentId: first, status: 'absent' }]);
    const { body } = await school.owner.client.get(`/cohorts/${cohortId}/cockpit`);
    expect(body.data.absences).toMatchObject({ measured: true, total: 1 });
  });

  it('is refused before the start and once the session is cancelled', async () => {
    const at = new Date(Date.now() + 60_000);
    const entries = [{ enrollmentId: first, status: 'present' }];
    const future = await school.liveSession([cohortId], { starts_at: at, ends_at: at });
    const cancelled = await school.liveSession([cohortId], { status: 'cancelled' });
    const digest = await school.digest();
    for (const id of [future, cancelled]) {
      const response = await record(id, entries);
      expect([response.status, response.body.code]).toEqual([409, 'conflict']);
    }
    expect(await school.digest()).toBe(digest);
    app.moveClock(61_000);
    try {
      expect((await record(future, entries)).status).toBe(200);
    } finally {
      app.moveClock(0);
    }
  });

  it("refuses enrollments that are none of the session's cohorts, and lists that break a rule", async () => {
    const id = await school.liveSession([cohortId]);
    const digest = await school.digest();
    const good = { enrollmentId: first, status: 'present' };
    const cases: [unknown, string][] = [
      [[good, { enrollmentId: await school.enrollment(), status: 'present' }], 'entries.1.enrollmentId'],
      [[good, { ...good, enrollmentId: first.toUpperCase() }], 'entries.1.enrollmentId'],
    ];
    const before = await school.digest();
    for (const [entries, field] of cases) {
      const response = await record(id, entries);
      const fields = (response.body.details as { field: string }[]).map((detail) => detail.field);
      expect([field, response.status, fields]).toEqual([field, 400, [field]]);
    }
    expect(await school.digest()).toBe(before);
    expect(before).not.toBe(digest);
  });

  it('takes five hundred entries at once', async () => {
    const id = await school.liveSession([cohortId]);
    const { memberId } = await school.person();
    await school.rows(
      `insert into enrollments (organization_id, id, cohort_id, member_id, status, enrolled_at, updated_at)
       select $1, gen_random_uuid(), $2, $3, 'withdrawn', $4, $4 from generate_series(1, 498)`,
      cohortId,
      memberId,
      app.now(),
    );
    const { rows } = await school.rows<{ id: string }>('select id from enrollments where organization_id = $1');
    const response = await record(
      id,
      rows.map((row) => ({ enrollmentId: row.id, status: 'present' })),
    );
    expect([response.status, (response.body.data.attendance as unknown[]).length]).toEqual([200, 500]);
  });

  it('by many at once leaves one entry for each enrollment', async () => {
    const id = await school.liveSession([cohortId]);
    const entries = [first, second].map((enrollmentId) => ({ enrollmentId, status: 'present' }));
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => record(id, n % 2 ? entries : [...entries].reverse())),
    );
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    const { rows } = await school.rows('select 1 from attendances where organization_id = $1');
    expect(rows).toHaveLength(2);
  });

  it('reaches, and shows to a coach, only the enrollments that they are assigned to', async () => {
    const id = await school.liveSession([cohortId]);
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: first });
    const entry = (enrollmentId: string) => ({ enrollmentId, status: 'present' });
    await record(id, [entry(second)]);
    const texts: string[] = [];
    for (const enrollmentId of [second, randomUUID()]) {
      const response = await record(id, [entry(enrollmentId)], coach.client, {
        headers: { 'X-Correlation-Id': 'same' },
      });
      expect(response.status).toBe(400);
      texts.push(response.text);
    }
    expect(texts[0]).toBe(texts[1]);
    const own = await record(id, [entry(first)], coach.client);
    expect([own.status, shown(own.body.data as never)]).toEqual([200, { [first]: 'present' }]);
    const read = await coach.client.get(`/live-sessions/${id}`);
    expect(shown(read.body.data as never)).toEqual({ [first]: 'present' });
    const cohortCoach = await school.person('MEMBER', { role: 'coach', cohortId });
    expect(shown((await cohortCoach.client.get(`/live-sessions/${id}`)).body.data as never)).toHaveProperty(second);
  });

  it("shows a coach who replays the owner's key no more than what they reach", async () => {
    const id = await school.liveSession([cohortId]);
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: first });
    const entries = [first, second].map((enrollmentId) => ({ enrollmentId, status: 'absent' }));
    const idempotencyKey = randomUUID();
    await record(id, entries, school.owner.client, { idempotencyKey });
    await record(id, [{ enrollmentId: first, status: 'present' }]);
    const replay = await record(id, entries, coach.client, { idempotencyKey });
    expect([replay.status, replay.body.replayed, shown(replay.body.data as never)]).toEqual([
      200,
      true,
      { [first]: 'absent' },
    ]);
  });
});
