import { expect, itemsOf, type Resource } from './guide.js';
import { hire, type Place } from './opening.js';

/** Groups and videos, somebody who changes the cohort, and a coach who leaves. */
export async function changePlaces(place: Place): Promise<void> {
  const { owner, coach, program, harbour, enrollmentIds } = place;
  const { Lea, Ada, Ben } = enrollmentIds;
  const group = await owner.create('A group is created for the cohort', '/groups', {
    name: 'Tuesday accountability',
    type: 'accountability',
    scope: 'cohort',
    programId: program.id,
    cohortId: harbour.id,
  });
  const items = [Lea, Ada, Ben].map((enrollmentId) => ({ enrollmentId }));
  await owner.command('Three join it at once', `/groups/${group.id}/bulk-memberships`, { items });
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
  await transferLuc(place);
  await handOver(place);
}

async function transferLuc({ guide, owner, meadow, enrollmentIds }: Place): Promise<void> {
  const path = `/enrollments/${enrollmentIds.Luc}`;
  const target = `toCohortId=${meadow.id}`;
  const full = await owner.get('Can Luc change to the other cohort? It is full', `${path}/transfer-preview?${target}`);
  expect(full.possible === false, 'a transfer into a full cohort is possible');
  const enrollments = await owner.get('Who is in it?', `/enrollments?cohortId=${meadow.id}`);
  const items = itemsOf(enrollments)
    .slice(0, 1)
    .map(({ id }) => ({ enrollmentId: id }));
  const leaving = { move: 'close', result: 'withdrawn', items };
  await owner.command('One of them leaves', `/cohorts/${meadow.id}/bulk-enrollment-moves`, leaving);
  const preview = await owner.get('Now he can', `${path}/transfer-preview?${target}`);
  guide.show(preview, ['possible', 'moves', 'ends', 'capacity']);
  expect(preview.possible === true, 'the transfer is not possible');
  const request = { toCohortId: meadow.id, reason: 'Works on Mondays now', deadlines: 'shift', shiftDays: 14 };
  const transfer = await owner.create('Luc is transferred, with his tasks', `${path}/transfer`, request);
  const { id } = transfer.to as Resource;
  const timeline = await owner.get('His history goes on there', `/enrollments/${id}/timeline`);
  expect(itemsOf(timeline).length > 1, 'nothing moved');
}

async function handOver({ guide, owner, coachId }: Place): Promise<void> {
  const { id: successorId } = await hire(owner, 'Cora Coach');
  const preview = await owner.get('What would the coach leave behind?', `/members/${coachId}/handover-preview`);
  guide.show(preview, ['responsibilities', 'interventions', 'overdueInterventions']);
  const request = { toMemberId: successorId };
  const handed = await owner.command('The other coach takes it over', `/members/${coachId}/handover`, request);
  guide.show(handed, ['responsibilities', 'interventions', 'remaining']);
  const orphaned = await owner.get('No intervention is left without an owner', '/interventions?ownership=orphaned');
  expect(itemsOf(orphaned).length === 0, 'an intervention has nobody who can act on it');
}
