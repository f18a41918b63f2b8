import type { CreatedOrganization } from '#contexts/identity/identity.public.js';
import { changePlaces } from './changes.js';
import { coachThem } from './coaching.js';
import { subscribeFollower, type Follower } from './follower.js';
import { expect, itemsOf, type Actor, type Guide } from './guide.js';
import { keepAndErase } from './keeping.js';
import { spendLearnersDay } from './learning.js';
import { measure } from './measuring.js';
import { open, type Place } from './opening.js';
import { sell } from './selling.js';

/** A whole day of an organization, from the first program to the events that tell of it. */
export async function firstDay(guide: Guide, created: CreatedOrganization, follower?: Follower): Promise<void> {
  const owner = guide.as(created.apiKey);
  if (follower) await subscribeFollower(guide, owner, follower);
  const place = await open(guide, owner);
  await coachThem(place, created.member.accountId);
  await measure(place, await spendLearnersDay(place));
  await sell(place);
  await changePlaces(place);
  await keepAndErase(place);
  await restore(place);
  guide.tell(`${await countEvents(owner)} events`);
  process.stdout.write(`\nThe first day is over: ${guide.steps} steps.\n`);
}

async function restore({ owner, program }: Place): Promise<void> {
  const path = `/programs/${program.id}`;
  await owner.command('The program is archived', `${path}/archive`, { reason: 'End of the season' });
  const preview = await owner.get('What would a restoration do?', `${path}/restore-preview`);
  expect(preview.restoresTo === 'active', 'the program would not be restored to active');
  const restored = await owner.command('It is restored to its verified status', `${path}/restore`);
  expect(restored.status === 'active', 'the restored program is not active');
}

async function countEvents(owner: Actor): Promise<number> {
  const first = await owner.get('The events of the day', '/events?limit=100');
  let count = itemsOf(first).length;
  for (let cursor = first.nextCursor as string | null; cursor !== null;) {
    const page = await owner.look(`/events?limit=100&cursor=${encodeURIComponent(cursor)}`);
    count += itemsOf(page).length;
    cursor = page.nextCursor as string | null;
  }
  return count;
}
