import { randomUUID } from 'node:crypto';
import { expect, inDays, itemsOf, type Resource } from './guide.js';
import type { Place } from './opening.js';

/** A task for the whole cohort, which most hand in late or not at all, and what the coach does about it. */
export async function coachThem(place: Place, ownerAccountId: string): Promise<void> {
  const { guide, owner, coach, coachAccountId, harbour, enrollmentIds } = place;
  await giveTask(place);
  const overview = await owner.get('All running cohorts on one page', '/cohort-overviews');
  expect(itemsOf(overview).length === 2, 'there is another number of cohorts');
  const cockpit = `/cohorts/${harbour.id}/cockpit`;
  const before = await owner.get("The cohort's cockpit", cockpit);
  guide.show(before, ['scope', 'week', 'members', 'rhythm', 'blockers', 'withoutIntervention', 'absences']);
  await removeBlocker(place, ownerAccountId);
  const late = await coach.get('Who is late, without a plan?', `${cockpit}/members?signal=late&uncovered=true`);
  const items = itemsOf(late).map(({ enrollmentId }) => ({ enrollmentId }));
  expect(items.length === 3, `${items.length} are late`);
  await owner.command(
    'The same intervention is planned for each of them',
    `/cohorts/${harbour.id}/bulk-interventions`,
    {
      reason: 'late',
      title: 'Agree on a new date',
      channel: 'call',
      ownerUserId: coachAccountId,
      dueAt: inDays(2),
      expectedOutcome: 'A date within a week',
      items,
    },
  );
  const path = `/enrollments/${enrollmentIds.Lou}`;
  const briefing = await coach.get('What the coach needs to know before calling Lou', `${path}/briefing`);
  guide.show(briefing, ['rhythm', 'alerts', 'tasks', 'lastContact']);
  await coach.create('The call is noted', `${path}/notes`, { body: 'Was ill; back on Monday.' });
  const extension = { scope: 'all', days: 10, reason: 'Ill' };
  await coach.create('Lou gets ten more days for everything', `${path}/deadline-extensions`, extension);
  const timeline = await coach.get('What has happened to Lou so far', `${path}/timeline`);
  for (const { kind, occurredAt } of itemsOf(timeline)) guide.tell(`${String(occurredAt)} ${String(kind)}`);
  const after = await coach.get('The cockpit as the coach sees it', cockpit);
  guide.show(after, ['scope', 'members', 'rhythm', 'reviews', 'capacity']);
}

async function giveTask({ owner, coach, harbour, enrollmentIds }: Place): Promise<void> {
  const task = await owner.create('A task for the whole cohort', `/cohorts/${harbour.id}/tasks`, {
    title: 'Write a coaching plan',
    deadline: { kind: 'at', dueAt: inDays(-1) },
    deliverable: { title: 'Coaching plan', acceptedFormats: [{ kind: 'link' }], expectedReviewerRole: 'coach' },
  });
  const published = await owner.command('It is published, and is overdue at once', `/cohort-tasks/${task.id}/publish`);
  expect((published.counts as Resource).total === 6, 'not everybody has the task');
  const standing = await coach.get('How those of the coach stand', `/cohort-tasks/${task.id}/member-tasks`);
  const lea = itemsOf(standing).find(({ enrollmentId }) => enrollmentId === enrollmentIds.Lea);
  const deliverables = await coach.get(
    'What Lea is to hand in',
    `/member-tasks/${String(lea?.memberTaskId)}/deliverables`,
  );
  const [deliverable] = itemsOf(deliverables);
  const link = { kind: 'link', url: 'https://files.school.example/plan' };
  const submissions = `/deliverables/${deliverable.id}/submissions`;
  const { id } = await coach.create('Lea’s plan is handed in', submissions, link);
  await coach.create('It is accepted', `/submissions/${id}/reviews`, { verdict: 'accepted', comment: 'Go ahead' });
}

/** One intervention, planned twice under one key. */
async function removeBlocker({ coach, enrollmentIds }: Place, ownerUserId: string): Promise<void> {
  const { Lea, Ada } = enrollmentIds;
  const noLaptop = { title: 'No laptop', urgency: 'urgent' };
  const blocker = await coach.create('The coach opens a blocker', `/enrollments/${Lea}/blockers`, noLaptop);
  const foreign = { title: 'No', urgency: 'normal' };
  await coach.step("The coach does not reach Ada's enrollment", `/enrollments/${Ada}/blockers`, foreign, 404);
  const intervention = {
    reason: 'blocker',
    title: 'Lend a laptop',
    channel: 'call',
    ownerUserId,
    dueAt: inDays(3),
    expectedOutcome: 'Lea can hand in',
    blockerId: blocker.id,
  };
  const path = `/enrollments/${Lea}/interventions`;
  const key = randomUUID();
  const planned = await coach.step('The coach plans an intervention', path, intervention, 201, key);
  const again = await coach.step('… and again under the same key: a replay', path, intervention, 200, key);
  expect(again.id === planned.id, 'the replay is another intervention');
  await coach.command('The blocker is resolved', `/blockers/${blocker.id}/resolve`, { resolution: 'Lent one' });
}
