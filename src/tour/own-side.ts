import { expect, inDays, itemsOf, type Actor, type Resource } from './guide.js';
import type { Place } from './opening.js';

/** A learner sees and does more than learning: dates, tasks, media, blockers and the videos made for her. */
export async function tellOfOwnSide(place: Place, lea: Actor): Promise<void> {
  const { guide, enrollmentIds } = place;
  const mine = itemsOf(await lea.get('Where is she enrolled?', '/me/enrollments'));
  expect(mine.map(({ id }) => id).join() === enrollmentIds.Lea, 'she is enrolled elsewhere');
  guide.show(mine[0], ['status', 'week', 'path', 'progress', 'openTasks']);
  await handIn(place, lea);
  const schedule = await lea.get('What is ahead of her?', `/me/schedule?from=${inDays(0)}&to=${inDays(60)}`);
  for (const { kind, title, startsAt } of itemsOf(schedule)) {
    guide.tell(`${String(startsAt)} ${String(kind)}: ${String(title)}`);
  }
  const kinds = itemsOf(schedule).map(({ kind }) => kind);
  expect(kinds.includes('task_deadline') && kinds.includes('milestone'), 'a deadline or a milestone is missing');
  await report(place, lea);
}

/** A file, which she registers as media of her own. */
async function handIn({ owner, coach, enrollmentIds }: Place, lea: Actor): Promise<void> {
  const task = await coach.create('The coach gives her a task', `/enrollments/${enrollmentIds.Lea}/tasks`, {
    title: 'Draw your team',
    dueAt: inDays(9),
  });
  await owner.create('A file is expected', `/member-tasks/${task.id}/deliverables`, {
    title: 'The drawing',
    acceptedFormats: [{ kind: 'file' }],
    expectedReviewerRole: 'coach',
  });
  await coach.command('The task is published', `/member-tasks/${task.id}/publish`);
  const open = itemsOf(await lea.get('What has she still to hand in?', '/me/tasks?standing=not_handed_in'));
  const listedTask = open.find(({ id }) => id === task.id);
  expect(listedTask !== undefined, 'she does not see the task');
  const media = await lea.create('She registers her drawing', '/me/media', {
    kind: 'file',
    title: 'My team',
    mimeType: 'application/pdf',
    url: 'https://files.school.example/my-team.pdf',
  });
  const { id } = listedTask?.deliverable as Resource;
  const file = { kind: 'file', mediaId: media.id };
  await lea.create('She hands it in', `/deliverables/${id}/submissions`, file);
  const waiting = itemsOf(await lea.get('It waits for a review', '/me/tasks?standing=pending_review'));
  expect(waiting.map((one) => one.id).join() === task.id, 'it does not wait');
}

async function report({ coach, enrollmentIds }: Place, lea: Actor): Promise<void> {
  const blocker = await lea.create('She reports what keeps her from going on', '/me/blockers', {
    enrollmentId: enrollmentIds.Lea,
    title: 'The team is on strike',
    urgency: 'normal',
  });
  const resolution = { resolution: 'Talked to the works council' };
  await coach.command('The coach resolves it', `/blockers/${blocker.id}/resolve`, resolution);
  const [resolved] = itemsOf(await lea.get('She sees what became of it', '/me/blockers'));
  expect(resolved.id === blocker.id && resolved.resolution === resolution.resolution, 'it is not resolved for her');
}
