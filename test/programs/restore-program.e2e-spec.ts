import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';

describe('restoring a program', () => {
  const { app, school } = useSchool();

  const restore = (programId: string, idempotencyKey: string = randomUUID(), person = school.owner) =>
    person.client.post(`/programs/${programId}/restore`, {}, { idempotencyKey });

  /** An archived program with just this history, the oldest step first: "- > draft, draft > archived". */
  async function archivedWith(history: string): Promise<string> {
    const now = app.now();
    const row = { name: 'Leadership Essentials', status: 'archived', created_at: now, updated_at: now };
    const id = await school.insert('programs', row);
    for (const step of history.split(', ').filter((text) => text !== '')) {
      const [from, to] = step.split(' > ');
      await school.statusChange(id, from === '-' ? null : from, to);
    }
    return id;
  }

  async function archiveAgain(programId: string): Promise<void> {
    await school.statusChange(programId, 'active', 'archived');
    await school.rows(`update programs set status = 'archived' where organization_id = $1 and id = $2`, programId);
  }

  describe('with verified history', () => {
    it.each(['active', 'draft'] as const)(
      'gives the status %s back, with its audit entry and event',
      async (before) => {
        const programId = await school.program('archived', before);
        const response = await school.owner.client.post(
          `/programs/${programId}/restore`,
          {},
          { headers: { 'X-Correlation-Id': 'back' } },
        );
        expect(response.status).toBe(200);
        expect(response.body).toEqual({
          success: true,
          replayed: false,
          correlationId: 'back',
          data: {
            id: programId,
            name: 'Leadership Essentials',
            description: null,
            status: before,
            createdAt: expect.stringMatching(/\.\d{3}Z$/),
            updatedAt: expect.stringMatching(/\.\d{3}Z$/),
          },
        });
        expect((await school.owner.client.get(`/programs/${programId}`)).body.data).toEqual(response.body.data);
        const { audit, events, keys } = await school.trail();
        expect(audit).toMatchObject([
          { action: 'program.restored', target_id: programId, changes: { status: { from: 'archived', to: before } } },
        ]);
        expect(events).toMatchObject([{ name: 'program.restored', data: { programId, status: before } }]);
        expect(keys).toBe(1);
      },
    );

    it('lets history go on: the restoration is its next entry, and a later archival can be restored too', async () => {
      const programId = await school.program('archived');
      await restore(programId);
      await archiveAgain(programId);
      const again = await restore(programId);
      expect([again.status, again.body.data.status]).toEqual([200, 'active']);
      const { rows } = await school.rows<{ step: string }>(
        `select position || ' ' || coalesce(from_status, '-') || ' ' || to_status as step from program_status_changes
         where organization_id = $1 and program_id = $2 order by position`,
        programId,
      );
      expect(rows.map((row) => row.step)).toEqual([
        '1 - draft',
        '2 draft active',
        '3 active archived',
        '4 archived active',
        '5 active archived',
        '6 archived active',
      ]);
    });

    it('changes nothing else: cohorts, enrollments, tasks, submissions and their history stay as they are', async () => {
      const programId = await school.program('archived');
      const cohortId = await school.cohort({ program_id: programId, start_date: '2030-01-15', capacity: 3 });
      const enrollmentId = await school.enrollment({ cohort_id: cohortId });
      const taskId = await school.task({ enrollment_id: enrollmentId, due_at: app.now() });
      await school.submission(await school.deliverable(taskId), taskId, enrollmentId);
      const touched = /^(programs|program_status_changes|audit_entries|events|idempotency_keys) /;
      const rest = async () => (await school.digest()).split('\n').filter((line) => !touched.test(line));
      const before = await rest();
      expect((await restore(programId)).status).toBe(200);
      expect(await rest()).toEqual(before);
    });

    it('takes an empty object, or no body at all', async () => {
      for (const body of [{}, undefined]) {
        const response = await school.owner.client.post(`/programs/${await school.program('archived')}/restore`, body);
        expect([response.status, response.body.data.status]).toEqual([200, 'active']);
      }
    });
  });

  describe('is refused with 400 and writes nothing', () => {
    it.each([
      ['there is no history', ''],
      ['the archival is the only entry', 'active > archived'],
      ['the archival tells no status before it', '- > draft, - > archived'],
      ['the archival is said to follow an archival', 'draft > archived, archived > archived'],
      ['the last entry is no archival', '- > draft, draft > active'],
      ['the archival came from active, and the entry before ended in draft', '- > draft, active > archived'],
      ['the archival came from draft, and the entry before ended in active', 'draft > active, draft > archived'],
      ['the entry before ended in an archival', 'active > archived, active > archived'],
      ['an entry follows the archival', 'draft > active, active > archived, archived > active'],
    ])('when %s', async (_, history) => {
      const programId = await archivedWith(history);
      const digest = await school.digest();
      const response = await restore(programId);
      expect([response.status, response.body.code]).toEqual([400, 'invalid_request']);
      expect(await school.digest()).toBe(digest);
    });

    it.each(['draft', 'active'] as const)('when the program is not archived but %s', async (status) => {
      const programId = await school.program(status);
      const digest = await school.digest();
      const response = await restore(programId);
      expect([response.status, response.body.code]).toEqual([400, 'invalid_request']);
      expect(await school.digest()).toBe(digest);
    });

    it('when the body is not empty, whatever it says', async () => {
      const programId = await school.program('archived');
      const digest = await school.digest();
      for (const body of [
        { status: 'active' },
        { reason: null },
        { organizationId: school.id },
        [],
        null,
        'active',
        1,
      ]) {
        const response = await school.owner.client.post(`/programs/${programId}/restore`, JSON.stringify(body));
        expect([body, response.status, response.body.code]).toEqual([body, 400, 'invalid_request']);
      }
      expect(await school.digest()).toBe(digest);
    });

    it('and leaves its Idempotency-Key free for the attempt that works', async () => {
      const programId = await school.program('active');
      const key = randomUUID();
      expect((await restore(programId, key)).status).toBe(400);
      await archiveAgain(programId);
      const second = await restore(programId, key);
      expect([second.status, second.body.replayed]).toEqual([200, false]);
    });
  });
});
