import { randomUUID } from 'node:crypto';
import type { CreatedOrganization } from '../identity/identity.public.js';
import { subscribeFollower, type Follower } from './follower.js';
import { expect, type Guide, type Resource } from './guide.js';

/**
 * A school's first day, from the first program to a restored one; every request goes over HTTP. A follower, where there
 * is one, is told of it from the start.
 */
export async function firstDay(guide: Guide, school: CreatedOrganization, follower?: Follower): Promise<void> {
  const { member, apiKey } = school;
  const owner = apiKey;
  if (follower) await subscribeFollower(guide, owner, follower);
  const program = await guide.post(owner, 'A program is created, as a draft', '/programs', {
    name: 'Leadership Essentials',
  });
  await guide.post(owner, 'It is published', `/programs/${program.id}/publish`, {}, 200);
  const cohort = await guide.post(owner, 'A cohort of it is planned', `/programs/${program.id}/cohorts`, {
    name: 'Harbour cohort',
    timezone: 'Europe/Paris',
    startDate: inDays(-8).slice(0, 10),
    capacity: 2,
    phases: [{ name: 'Foundations', position: 1 }],
  });
  for (const status of ['open', 'active']) {
    await guide.post(owner, `The cohort becomes ${status}`, `/cohorts/${cohort.id}/status`, { status }, 200);
  }
  const coach = await addMember(guide, owner, 'Carl Coach');
  const { key } = await guide.post(owner, 'The coach gets an API key', '/api-keys', {
    memberId: coach.id,
    name: 'Coach',
  });
  const coachKey = key as string;

  const enrollments: Resource[] = [];
  for (const name of ['Lea Learner', 'Luc Learner']) {
    const { id: memberId } = await addMember(guide, owner, name);
    const place = { memberId, status: 'active' };
    enrollments.push(await guide.post(owner, `${name} is enrolled`, `/cohorts/${cohort.id}/enrollments`, place));
  }
  const [lea, luc] = enrollments;
  const { id: late } = await addMember(guide, owner, 'Lou Learner');
  await guide.refused(
    owner,
    'A third seat is refused: the cohort is full',
    `/cohorts/${cohort.id}/enrollments`,
    { memberId: late, status: 'active' },
    409,
  );

  await guide.refused(coachKey, 'The coach can not see the cohort yet', `/cohorts/${cohort.id}/cockpit`, null, 404);
  await guide.post(owner, 'The coach is made responsible for Lea', '/responsibilities', {
    memberId: coach.id,
    role: 'coach',
    scope: 'enrollment',
    enrollmentId: lea.id,
  });

  const task = await guide.post(owner, 'Lea gets a task', `/enrollments/${lea.id}/tasks`, {
    title: 'Write a coaching plan',
    dueAt: inDays(-1),
  });
  const deliverable = await guide.post(owner, 'It expects a deliverable', `/member-tasks/${task.id}/deliverables`, {
    title: 'Coaching plan',
    acceptedFormats: [{ kind: 'link' }],
    expectedReviewerRole: 'coach',
  });
  await guide.post(owner, 'The task is published, and is overdue', `/member-tasks/${task.id}/publish`, {}, 200);
  const blocker = await guide.post(coachKey, 'The coach notes a blocker', `/enrollments/${lea.id}/blockers`, {
    title: 'No laptop',
    urgency: 'urgent',
  });
  await guide.refused(
    coachKey,
    "The coach does not reach Luc's enrollment",
    `/enrollments/${luc.id}/blockers`,
    { title: 'No', urgency: 'normal' },
    404,
  );

  const plan = {
    reason: 'blocker',
    title: 'Lend a laptop',
    channel: 'call',
    ownerUserId: member.accountId,
    dueAt: inDays(3),
    expectedOutcome: 'Lea can hand in',
    blockerId: blocker.id,
  };
  const key1 = randomUUID();
  const planned = await guide.post(
    coachKey,
    'The coach plans an intervention',
    `/enrollments/${lea.id}/interventions`,
    plan,
    201,
    key1,
  );
  const again = await guide.post(
    coachKey,
    '… and again under the same key: a replay',
    `/enrollments/${lea.id}/interventions`,
    plan,
    200,
    key1,
  );
  expect(again.id === planned.id, 'the replay is the same intervention');
  await guide.post(owner, 'A group is made for the cohort', '/groups', {
    name: 'Tuesday accountability',
    type: 'accountability',
    scope: 'cohort',
    programId: program.id,
    cohortId: cohort.id,
  });
  const video = await guide.post(owner, 'A video is registered', '/media', {
    kind: 'video',
    title: 'Giving feedback',
    mimeType: 'video/mp4',
    url: 'https://media.school.example/feedback.mp4',
  });
  await guide.post(coachKey, 'The coach publishes it in the library', '/video-resources', {
    programId: program.id,
    kind: 'replay_other',
    category: 'video',
    title: 'Giving feedback',
    videos: [{ mediaId: video.id }],
  });

  const before = await guide.get(owner, "The cohort's cockpit", `/cohorts/${cohort.id}/cockpit`);
  guide.show(before, ['scope', 'week', 'members', 'rhythm', 'blockers', 'withoutIntervention', 'absences']);
  await guide.post(
    coachKey,
    'The blocker is resolved',
    `/blockers/${blocker.id}/resolve`,
    { resolution: 'Lent one' },
    200,
  );
  await guide.post(coachKey, 'Lea’s plan is handed in', `/deliverables/${deliverable.id}/submissions`, {
    kind: 'link',
    url: 'https://files.school.example/plan',
  });
  const after = await guide.get(coachKey, 'The cockpit as the coach sees it', `/cohorts/${cohort.id}/cockpit`);
  guide.show(after, ['scope', 'members', 'rhythm', 'reviews', 'capacity']);

  await guide.post(
    owner,
    'The program is archived',
    `/programs/${program.id}/archive`,
    { reason: 'End of the season' },
    200,
  );
  const restored = await guide.post(
    owner,
    'And restored to its verified status',
    `/programs/${program.id}/restore`,
    {},
    200,
  );
  expect(restored.status === 'active', 'the program is active again');
  const events = await guide.get(owner, 'What was told to others', '/events?limit=100');
  const names = (events.items as { name: string }[]).map((event) => event.name);
  process.stdout.write(
    `      ${names.length} events, the last one ${names[0]}\n\nThe first day is over: ${guide.steps} steps.\n`,
  );
}

function addMember(guide: Guide, key: string, name: string): Promise<Resource> {
  const email = `${name.toLowerCase().replace(' ', '.')}.${randomUUID().slice(0, 8)}@school.example`;
  return guide.post(key, `${name} becomes a member`, '/members', { name, email, role: 'MEMBER' });
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}
