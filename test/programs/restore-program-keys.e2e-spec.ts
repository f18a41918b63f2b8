import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

describe('the Idempotency-Key of a restoration', () => {
  const { app, school } = useSchool();

  const restore = (programId: string, idempotencyKey: string = randomUUID(), person = school.owner) =>
    person.client.post(`/programs/${programId}/restore`, {}, { idempotencyKey });

  async function archiveAgain(programId: string): Promise<void> {
    await school.statusChange(programId, 'active', 'archived');
    await school.rows(`update programs set status = 'archived' where organization_id = $1 and id = $2`, programId);
  }

  const statusOf = async (programId: string): Promise<string> =>
    (await school.owner.client.get(`/programs/${programId}`)).body.data.status as string;

  describe('replayed', () => {
    it('answers with the current program, not with what it was then', async () => {
      const programId = await school.program('archived');
      const key = randomUUID();
      const first = await restore(programId, key);
      await school.rows(`update programs set name = 'Renamed' where organization_id = $1 and id = $2`, programId);
      const digest = await school.digest();
      const replay = await restore(programId, key);
      expect([replay.status, replay.body.replayed, replay.headers['idempotent-replayed']]).toEqual([200, true, 'true']);
      expect(replay.body.data).toEqual({ ...first.body.data, name: 'Renamed' });
      expect(await school.digest()).toBe(digest);
    });

    it('after a later archival restores nothing and shows the archived program; a new key restores', async () => {
      const programId = await school.program('archived');
      const key = randomUUID();
      await restore(programId, key);
      await archiveAgain(programId);
      const digest = await school.digest();
      const replay = await restore(programId, key);
      expect([replay.status, replay.body.replayed, replay.body.data.status]).toEqual([200, true, 'archived']);
      expect(await school.digest()).toBe(digest);
      expect((await school.trail()).events).toHaveLength(1);
      expect((await restore(programId)).body.data.status).toBe('active');
    });

    it('still works when another operation used the key afterwards', async () => {
      const programId = await school.program('archived');
      const key = randomUUID();
      await restore(programId, key);
      const group = { name: 'Tuesday', type: 'level', scope: 'organization' };
      await school.owner.client.post('/groups', group, { idempotencyKey: key });
      const replay = await restore(programId, key);
      expect([replay.status, replay.body.replayed]).toEqual([200, true]);
    });
  });

  describe('with a key that stands for another intention', () => {
    it('is a conflict for another program, and leaves that one archived', async () => {
      const [first, second] = [await school.program('archived'), await school.program('archived')];
      const key = randomUUID();
      await restore(first, key);
      const digest = await school.digest();
      const response = await restore(second, key);
      expect([response.status, response.body.code]).toEqual([409, 'conflict']);
      expect(await school.digest()).toBe(digest);
      expect(await statusOf(second)).toBe('archived');
    });

    it('is a conflict for all programs but one when several are sent at once', async () => {
      const programs: string[] = [];
      for (let n = 0; n < 6; n += 1) programs.push(await school.program('archived'));
      const key = randomUUID();
      const responses = await Promise.all(programs.map((programId) => restore(programId, key)));
      expect(responses.map((response) => response.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
      const { audit, events, keys } = await school.trail();
      expect([audit.length, events.length, keys]).toEqual([1, 1, 1]);
    });

    it('is a conflict when another operation used the key', async () => {
      const programId = await school.program('archived');
      const key = randomUUID();
      const group = { name: 'Tuesday', type: 'level', scope: 'organization' };
      await school.owner.client.post('/groups', group, { idempotencyKey: key });
      const digest = await school.digest();
      const response = await restore(programId, key);
      expect([response.status, response.body.code]).toEqual([409, 'conflict']);
      expect(await school.digest()).toBe(digest);
    });

    it('does not meet keys of other organizations', async () => {
      const other = await School.open(app);
      const key = randomUUID();
      await restore(await school.program('archived'), key);
      const response = await restore(await other.program('archived'), key, other.owner);
      expect([response.status, response.body.replayed]).toEqual([200, false]);
    });

    it('is as unknown as ever where the program is not to be seen', async () => {
      const key = randomUUID();
      await restore(await school.program('archived'), key);
      expect((await restore(randomUUID(), key)).status).toBe(404);
    });
  });

  it('restores once when two keys are sent at once: the other is told that it is not archived', async () => {
    const programId = await school.program('archived');
    const responses = await Promise.all([restore(programId), restore(programId)]);
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400]);
    const { audit, events, keys } = await school.trail();
    expect([audit.length, events.length, keys]).toEqual([1, 1, 1]);
  });
});
