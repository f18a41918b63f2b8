import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();
const TEXT = 'Written about somebody else';

let cohortId: string;
let enrollmentId: string;
let noteId: string;

beforeEach(async () => {
  cohortId = await school.cohort();
  enrollmentId = await school.enrollment({ cohort_id: cohortId });
  noteId = await school.note(enrollmentId, { body: TEXT });
});

const redact = (client = school.owner.client, body: object = { reason: 'A mix-up, said the coach' }) =>
  client.post(`/notes/${noteId}/redact`, body);

describe('redacting a note', () => {
  it('replaces its text for good; writer and time stay, and the reason is stored nowhere', async () => {
    const redacted = await redact();
    expect([redacted.status, redacted.body.data]).toEqual([
      200,
      expect.objectContaining({
        ...{ id: noteId, enrollmentId, body: '[redacted]', writtenBy: school.owner.accountId },
        redactedAt: expect.stringMatching(/\.\d{3}Z$/),
      }),
    ]);
    expect((await school.owner.client.get(`/enrollments/${enrollmentId}/notes`)).body.data.items).toEqual([
      redacted.body.data,
    ]);
    const trail = await school.trail();
    expect(trail.events).toMatchObject([{ name: 'note.redacted', data: { noteId, enrollmentId } }]);
    expect(JSON.stringify(trail)).not.toMatch(/mix-up|somebody else/);
  });

  it('ends the replays of its creation, which would show the text', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const create = () => school.owner.client.post(`/enrollments/${enrollmentId}/notes`, { body: TEXT }, { headers });
    noteId = (await create()).body.data.id as string;
    const another = await school.owner.client.post(`/enrollments/${enrollmentId}/notes`, { body: 'Stays' });
    expect((await create()).status).toBe(200);
    await redact();
    const replay = await create();
    expect([replay.status, replay.body.reason]).toEqual([409, 'result_erased']);
    const { rows } = await school.rows<{ result: string }>(
      'select result::text from idempotency_keys where organization_id = $1',
    );
    const stored = rows.map(({ result }) => result).join();
    expect([stored.includes(TEXT), stored.includes(String(another.body.data.id))]).toEqual([false, true]);
  });

  it('is in the timeline, where the note shows no text any more', async () => {
    await redact();
    const { items } = (await school.owner.client.get(`/enrollments/${enrollmentId}/timeline`)).body.data as {
      items: { kind: string; text: string }[];
    };
    const texts = items.filter(({ kind }) => kind.startsWith('note.')).map(({ kind, text }) => [kind, text]);
    expect(texts).toEqual([
      ['note.redacted', '[redacted]'],
      ['note.created', '[redacted]'],
    ]);
  });

  it('leaves it a contact', async () => {
    const without = async () =>
      (await school.owner.client.get(`/cohorts/${cohortId}/cockpit`)).body.data.withoutIntervention as number;
    expect(await without()).toBe(0);
    await redact();
    expect(await without()).toBe(0);
  });

  it('is for its writer and administrators: others who reach it get 403, the rest 404', async () => {
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    const director = await school.person('MEMBER', { role: 'program_director' });
    const stranger = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
    expect((await redact(coach.client)).status).toBe(403);
    expect((await redact(director.client)).status).toBe(403);
    expect((await redact(stranger.client)).status).toBe(404);
    noteId = await school.note(enrollmentId, { written_by: coach.accountId });
    expect((await redact(coach.client)).status).toBe(200);
    noteId = await school.note(enrollmentId);
    expect((await redact((await school.person('ADMIN')).client)).status).toBe(200);
  });

  it('happens once: the second time is 409', async () => {
    await redact();
    const again = await redact();
    expect([again.status, again.body.reason]).toEqual([409, 'note_redacted']);
  });

  it('takes a reason of 1 to 500 characters', async () => {
    for (const reason of [undefined, null, '', ' ', 'x'.repeat(501), 7]) {
      const refused = await redact(school.owner.client, { reason });
      expect([refused.status, refused.body.details]).toEqual([400, [expect.objectContaining({ field: 'reason' })]]);
    }
    expect((await redact(school.owner.client, { reason: 'x'.repeat(500) })).status).toBe(200);
  });
});
