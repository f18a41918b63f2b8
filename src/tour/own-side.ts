import { smallPdf } from '#demo/files/small-pdf.js';
import { expect, inDays, itemsOf, type Actor, type Guide, type Resource } from './guide.js';
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
async function handIn({ guide, owner, coach, enrollmentIds }: Place, lea: Actor): Promise<void> {
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
  const uploadId = await upload(guide, lea, smallPdf(['My team', 'Ada, Ben and Cleo, and I between them']));
  const media = await lea.create('She registers her drawing', '/me/media', {
    kind: 'file',
    title: 'My team',
    uploadId,
  });
  const { id } = listedTask?.deliverable as Resource;
  const file = { kind: 'file', mediaId: media.id };
  const handedIn = await lea.create('She hands it in', `/deliverables/${id}/submissions`, file);
  const { url } = handedIn.media as Resource;
  expect((await guide.open('It is read at its address', String(url))).startsWith('%PDF-'), 'it is no PDF');
  const waiting = itemsOf(await lea.get('It waits for a review', '/me/tasks?standing=pending_review'));
  expect(waiting.map((one) => one.id).join() === task.id, 'it does not wait');
}

/** Sends a file in parts; returns the upload's id once it is checked. */
async function upload(guide: Guide, lea: Actor, file: Buffer): Promise<string> {
  const announced = { name: 'My team.pdf', mimeType: 'application/pdf', byteSize: file.length };
  const { id, parts, partSize } = await lea.create('She announces her drawing', '/me/uploads', announced);
  for (const { number, byteSize, url } of parts as { number: number; byteSize: number; url: string }[]) {
    const start = (number - 1) * Number(partSize);
    await guide.sendBytes('Its bytes are sent without a key', url, file.subarray(start, start + byteSize));
  }
  await lea.command('That is all of it', `/me/uploads/${id}/complete`);
  await guide.until(async () => (await lea.look(`/me/uploads/${id}`)).status === 'ready', 'the drawing is not ready');
  guide.show(await lea.get('It was checked', `/me/uploads/${id}`), ['status', 'sha256', 'scan']);
  return id;
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
