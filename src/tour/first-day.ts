import { randomUUID } from 'node:crypto';
import type { CreatedOrganization } from '#contexts/identity/identity.public.js';
import { subscribeFollower, type Follower } from './follower.js';
import { expect, type Actor, type Guide, type Resource } from './guide.js';

export async function firstDay(guide: Guide, created: CreatedOrganization, follower?: Follower): Promise<void> {
  const owner = guide.as(created.apiKey);
  if (follower) await subscribeFollower(owner, follower);
  const program = await owner.create('A draft program is created', '/programs', { name: 'Leadership Essentials' });
  await owner.command('It is published', `/programs/${program.id}/publish`);
  const cohort = await owner.create('A cohort of it is created', `/programs/${program.id}/cohorts`, {
    name: 'Harbour cohort',
    timezone: 'Europe/Paris',
    startDate: inDays(-8).slice(0, 10),
    capacity: 2,
    phases: [{ name: 'Foundations', position: 1 }],
  });
  for (const status of ['open', 'active']) {
    await owner.command(`The cohort becomes ${status}`, `/cohorts/${cohort.id}/status`, { status });
  }
  const { id: coachId } = await addMember(owner, 'Carl Coach');
  const coachKey = { memberId: coachId, name: 'Coach' };
  const { key } = await owner.create('The coach gets an API key', '/api-keys', coachKey);
  const coach = guide.as(key as string);

  const enrollments: Resource[] = [];
  const enrollmentsPath = `/cohorts/${cohort.id}/enrollments`;
  for (const name of ['Lea Learner', 'Luc Learner']) {
    const { id: memberId } = await addMember(owner, name);
    enrollments.push(await owner.create(`${name} is enrolled`, enrollmentsPath, { memberId, status: 'active' }));
  }
  const [lea, luc] = enrollments;
  const { id: memberId } = await addMember(owner, 'Lou Learner');
  const third = { memberId, status: 'active' };
  await owner.step('A third enrollment is refused: the cohort is full', enrollmentsPath, third, 409);

  const cockpit = `/cohorts/${cohort.id}/cockpit`;
  await coach.step('The coach does not reach the cohort yet', cockpit, null, 404);
  await owner.create('The coach becomes responsible for Lea', '/responsibilities', {
    memberId: coachId,
    role: 'coach',
    scope: 'enrollment',
    enrollmentId: lea.id,
  });

  const plan = { title: 'Write a coaching plan', dueAt: inDays(-1) };
  const task = await owner.create('Lea gets a task', `/enrollments/${lea.id}/tasks`, plan);
  const deliverable = await owner.create('It expects a deliverable', `/member-tasks/${task.id}/deliverables`, {
    title: 'Coaching plan',
    acceptedFormats: [{ kind: 'link' }],
    expectedReviewerRole: 'coach',
  });
  await owner.command('The task is published, and is overdue', `/member-tasks/${task.id}/publish`);
  const noLaptop = { title: 'No laptop', urgency: 'urgent' };
  const blocker = await coach.create('The coach opens a blocker', `/enrollments/${lea.id}/blockers`, noLaptop);
  const foreign = { title: 'No', urgency: 'normal' };
  await coach.step("The coach does not reach Luc's enrollment", `/enrollments/${luc.id}/blockers`, foreign, 404);

  const intervention = {
    reason: 'blocker',
    title: 'Lend a laptop',
    channel: 'call',
    ownerUserId: created.member.accountId,
    dueAt: inDays(3),
    expectedOutcome: 'Lea can hand in',
    blockerId: blocker.id,
  };
  const interventions = `/enrollments/${lea.id}/interventions`;
  const keyOfPlan = randomUUID();
  const planned = await coach.step('The coach plans an intervention', interventions, intervention, 201, keyOfPlan);
  const again = await coach.step(
    '… and again under the same key: a replay',
    interventions,
    intervention,
    200,
    keyOfPlan,
  );
  expect(again.id === planned.id, 'the replay is another intervention');
  await owner.create('A group is created for the cohort', '/groups', {
    name: 'Tuesday accountability',
    type: 'accountability',
    scope: 'cohort',
    programId: program.id,
    cohortId: cohort.id,
  });
  const video = await owner.create('A video is registered', '/media', {
    kind: 'video',
    title: 'Giving feedback',
    mimeType: 'video/mp4',
    url: 'https://media.school.example/feedback.mp4',
  });
  await coach.create('The coach publishes it in the library', '/video-resources', {
    programId: program.id,
    kind: 'replay_other',
    category: 'video',
    title: 'Giving feedback',
    videos: [{ mediaId: video.id }],
  });

  const before = await owner.get("The cohort's cockpit", cockpit);
  guide.show(before, ['scope', 'week', 'members', 'rhythm', 'blockers', 'withoutIntervention', 'absences']);
  await coach.command('The blocker is resolved', `/blockers/${blocker.id}/resolve`, { resolution: 'Lent one' });
  const link = { kind: 'link', url: 'https://files.school.example/plan' };
  await coach.create('Lea’s plan is handed in', `/deliverables/${deliverable.id}/submissions`, link);
  const after = await coach.get('The cockpit as the coach sees it', cockpit);
  guide.show(after, ['scope', 'members', 'rhythm', 'reviews', 'capacity']);

  const reason = 'End of the season';
  await owner.command('The program is archived', `/programs/${program.id}/archive`, { reason });
  const restored = await owner.command('And restored to its verified status', `/programs/${program.id}/restore`);
  expect(restored.status === 'active', 'the restored program is not active');
  const events = await owner.get('The events of the day', '/events?limit=100');
  const names = (events.items as { name: string }[]).map((event) => event.name);
  const summary = `      ${names.length} events, the last one ${names[0]}`;
  process.stdout.write(`${summary}\n\nThe first day is over: ${guide.steps} steps.\n`);
}

function addMember(owner: Actor, name: string): Promise<Resource> {
  const email = `${name.toLowerCase().replace(' ', '.')}.${randomUUID().slice(0, 8)}@school.example`;
  return owner.create(`${name} becomes a member`, '/members', { name, email, role: 'MEMBER' });
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}
