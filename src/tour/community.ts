import { expect, itemsOf, type Actor } from './guide.js';
import type { Place } from './opening.js';

/** The cohort has a room: what is new for her, a word that she would rather not read, and what becomes of it. */
export async function tellOfCommunity({ guide, owner, coach, program, harbour }: Place, lea: Actor): Promise<void> {
  const space = await owner.create('The cohort gets a room', '/spaces', {
    ...{ name: 'Harbour room', scope: 'cohort', programId: program.id, cohortId: harbour.id },
  });
  const posts = `/spaces/${space.id}/posts`;
  const hello = await lea.create('She writes in it', posts, { title: 'Hello', body: 'Who else leads a team of six?' });
  const answer = await coach.create('The coach answers', posts, { body: 'Four of you do.', parentId: hello.id });
  const [seen] = itemsOf(await lea.get('What is new for her?', '/spaces'));
  guide.show(seen, ['name', 'newPosts', 'newActivity', 'mayPost']);
  expect(seen.newPosts === 0 && seen.newActivity === 1, 'another number of posts is new');
  const marker = `/spaces/${space.id}/read-marker`;
  const read = await lea.put('She has read everything', marker, { through: answer.number });
  expect(read.newActivity === 0, 'something is still new');
  await lea.put('She likes the answer', `/posts/${answer.id}/reactions`, { reactions: ['like'] });
  const loose = await coach.create('The coach says too much', posts, { body: 'Luc is at 555-0137.' });
  const report = { reason: 'personal_data', text: 'Luc has not said so himself.' };
  await lea.create('She reports it', `/posts/${loose.id}/reports`, report);
  const [found] = itemsOf(await owner.get('The owner sees the report', '/moderation-cases?status=open'));
  guide.show(found, ['snapshot', 'reports']);
  const decision = { decision: 'remove', note: 'Numbers are given in person.' };
  await owner.command('The post is removed', `/moderation-cases/${found.id}/decide`, decision);
  const [told] = itemsOf(await lea.get('She is told what came of it', '/me/reports'));
  expect(told.status === 'upheld', 'her report is not upheld');
  const gone = await lea.get('Nobody reads the words any more', `/posts/${loose.id}`);
  expect(gone.status === 'removed' && gone.body === null, 'the words are still there');
}
