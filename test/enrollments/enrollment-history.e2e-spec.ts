import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { statementsOf } from '../support/statement-log.js';
import { noteUseOfKey } from '../support/key-usage.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

interface StatusChange {
  enrollment_id: string;
  position: number;
  from_status: string | null;
  to_status: string;
  reason: string | null;
  changed_by: string;
}

const history = async (id: string) =>
  (
    await school.rows<StatusChange>(
      `select position, from_status, to_status, reason, changed_by from enrollment_status_changes
       where organization_id = $1 and enrollment_id = $2 order by position`,
      id,
    )
  ).rows;

const enroll = async (status: string) => {
  const { memberId } = await school.person();
  const response = await school.owner.client.post(`/cohorts/${await school.cohort()}/enrollments`, {
    memberId,
    status,
  });
  return (response.body.data as { id: string }).id;
};

const move = (id: string, path: string, body: object = {}, client = school.owner.client) =>
  client.post(`/enrollments/${id}/${path}`, body);

describe('the status history of an enrollment', () => {
  it('has every move with its reason and who made it, beginning with the creation', async () => {
    const id = await enroll('pending');
    const admin = await school.person('ADMIN');
    await move(id, 'activate', {}, admin.client);
    await move(id, 'pause', { reason: 'Leave' });
    await move(id, 'resume');
    await move(id, 'close', { result: 'completed', reason: 'Every milestone' }, admin.client);
    const [owner, other] = [school.owner.accountId, admin.accountId];
    expect(await history(id)).toEqual([
      { position: 1, from_status: null, to_status: 'pending', reason: null, changed_by: owner },
      { position: 2, from_status: 'pending', to_status: 'active', reason: null, changed_by: other },
      { position: 3, from_status: 'active', to_status: 'paused', reason: 'Leave', changed_by: owner },
      { position: 4, from_status: 'paused', to_status: 'active', reason: null, changed_by: owner },
      { position: 5, from_status: 'active', to_status: 'completed', reason: 'Every milestone', changed_by: other },
    ]);
  });

  it('gets nothing from a refused move, nor from a replay', async () => {
    const id = await enroll('active');
    expect((await move(id, 'activate')).status).toBe(409);
    const key = { idempotencyKey: randomUUID() };
    for (const status of [200, 200]) {
      const response = await school.owner.client.post(`/enrollments/${id}/pause`, { reason: 'Leave' }, key);
      expect(response.status).toBe(status);
    }
    expect((await history(id)).map(({ to_status }) => to_status)).toEqual(['active', 'paused']);
  });

  it('begins with the next move where an enrollment has none, and is in order after concurrent moves', async () => {
    const id = await school.enrollment();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? move(id, 'resume') : move(id, 'pause', { reason: 'Leave' }))),
    );
    const changes = await history(id);
    expect(changes.length).toBeGreaterThan(0);
    changes.forEach(({ position, from_status }, index) => {
      expect(position).toBe(index + 1);
      expect(from_status).toBe(index === 0 ? 'active' : changes[index - 1].to_status);
    });
  });

  it('costs a move no round trip of its own: it is sent with the row', async () => {
    const id = await school.enrollment();
    await noteUseOfKey(school);
    const sent = await statementsOf('commit', async () => {
      expect((await move(id, 'pause', { reason: 'Leave' })).status).toBe(200);
    });
    const at = sent.indexOf('record_enrollment_status_changes');
    expect(sent.slice(at - 1, at + 1)).toEqual(['update_enrollments', 'record_enrollment_status_changes']);
    expect(sent.filter((name) => name === 'record_enrollment_status_changes')).toHaveLength(1);
  });
});
