import { describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';
import { pathOf } from './sample.js';
import { samples } from './samples.js';

const { school } = useSchool();

/** What only others may do about an enrollment. Handing in is not among them: it is what who is enrolled does. */
const DECISIONS = ['close_enrollment', 'complete_member_task', 'reach_milestone', 'review_submission'];

/** Refused as a conflict: the member is detached here, one's own close is an illegal move, and the staff set the completion. */
const CONFLICTS = ['transfer_enrollment', 'bulk_move_enrollments', 'uncomplete_lesson'];

describe('whoever is enrolled', () => {
  it.each(samples.map((sample) => [sample.operation.name, sample] as const))(
    'decides nothing on themselves, not even as an OWNER and by a former membership: %s',
    async (name, { operation, arrange }) => {
      const { params, body } = await arrange(school);
      const former = { account_id: school.owner.accountId, name: 'Formerly', role: 'MEMBER', status: 'detached' };
      const { rows } = await school.rows<{ id: string }>('select id from enrollments where organization_id = $1');
      for (const { id } of rows) {
        const member = await school.insert('members', { ...former, created_at: school.app.now() });
        await school.rows('update enrollments set member_id = $2 where organization_id = $1 and id = $3', member, id);
      }
      const digest = await school.digest();
      const path = pathOf(operation, params);
      const { status, body: answer } = await school.owner.client.send(operation.method, path, { body });
      if (DECISIONS.includes(name)) {
        expect([status, (answer as { message: string }).message]).toEqual([
          403,
          'Nobody decides on their own enrollment.',
        ]);
        expect(await school.digest()).toBe(digest);
      } else expect(status).toBe(CONFLICTS.includes(name) ? 409 : operation.status);
    },
  );

  it('is every one of these', () => {
    const names = samples.map(({ operation }) => operation.name);
    expect(DECISIONS.filter((name) => !names.includes(name))).toEqual([]);
  });
});
