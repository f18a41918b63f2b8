import { dataOf } from '../identity/answers.js';
import type { Person, School } from '../support/school.js';

/** The person as a member again, after they have left: with a new membership. */
export async function addedAnew(school: School, { memberId: former, accountId, name }: Person): Promise<Person> {
  const { client } = school.owner;
  await client.delete(`/members/${former}`);
  const { rows } = await school.app.rows.query<{ email: string }>('select email from accounts where id = $1', [
    accountId,
  ]);
  const added = await client.post('/members', { ...rows[0], name: `${name} anew`, role: 'MEMBER' });
  const { id: memberId } = dataOf<{ id: string }>(added);
  const { id: apiKeyId, client: own } = await school.key(memberId, accountId, { created_with_role: 'OWNER' });
  return { memberId, accountId, name: `${name} anew`, apiKeyId, client: own };
}
