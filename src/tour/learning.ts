import { tellOfCommunity } from './community.js';
import { expect, itemsOf, type Actor, type Resource } from './guide.js';
import type { Place } from './opening.js';
import { tellOfOwnSide } from './own-side.js';

interface Course {
  id: string;
  /** In the order of the course; the last one is in a section that is not open yet. */
  lessonIds: string[];
  milestoneId: string;
}

/** A course is written, one who is enrolled learns with a session key of her own, and the coach sees what she has done. */
export async function spendLearnersDay(place: Place): Promise<Actor> {
  const { owner, coach, harbour, enrollmentIds } = place;
  const { Lea, Luc, Lin, Lou } = enrollmentIds;
  const course = await writeCourse(place);
  await givePath(place, course);
  const lea = await openSession(place);
  await learn(place, lea, course);
  await ask(place, lea);
  await tellOfOwnSide(place, lea);
  await tellOfCommunity(place, lea);
  const progress = await coach.get('The coach looks at her progress', `/enrollments/${Lea}/progress`);
  place.guide.show(progress, ['path', 'overall', 'milestones']);
  const ofCohort = await coach.get('… and at that of all whom the coach reaches', `/cohorts/${harbour.id}/progress`);
  const rows = itemsOf(ofCohort);
  for (const { memberName, coursesCompleted } of rows) {
    place.guide.tell(`${String(memberName)}, courses completed: ${String(coursesCompleted)}`);
  }
  const reached = rows.map(({ enrollmentId }) => String(enrollmentId)).sort();
  expect(reached.join() === [Lea, Luc, Lin, Lou].sort().join(), 'the coach sees the progress of others');
  const everybody = await owner.get('The owner sees everybody', `/cohorts/${harbour.id}/progress`);
  expect(itemsOf(everybody).length === Object.keys(enrollmentIds).length, 'somebody is missing');
  return lea;
}

async function writeCourse({ owner, program }: Place): Promise<Course> {
  const { id } = await owner.create('A course is drafted', `/programs/${program.id}/courses`, {
    title: 'Giving feedback',
  });
  const sections = `/courses/${id}/sections`;
  const first = await owner.create('Its first section is open to everybody', sections, { title: 'Begin' });
  const later = await owner.create('The second opens thirty days after the start of the cohort', sections, {
    title: 'Go on',
    availability: { kind: 'after_start', days: 30 },
  });
  const lessonIds = [
    await writeLesson(owner, 'A lesson to read', first, {
      title: 'Asking before telling',
      kind: 'text',
      body: 'Ask what the other one sees before you say what you see.',
    }),
    await writeLesson(owner, 'A link, which is optional', first, {
      title: 'How others do it',
      kind: 'link',
      url: 'https://reading.school.example/feedback',
      required: false,
    }),
    await writeLesson(owner, 'A lesson for later, optional as well', later, {
      title: 'Feedback to your own manager',
      kind: 'text',
      body: 'Ask whether they want it first.',
      required: false,
    }),
  ];
  const published = await owner.command('The course is published', `/courses/${id}/publish`);
  expect(published.status === 'published', 'the course is not published');
  const milestone = await owner.create('A milestone asks for the course', `/programs/${program.id}/milestones`, {
    title: 'Knows how to give feedback',
    requirement: { kind: 'course', courseId: id },
    due: { kind: 'after_start', days: 21 },
  });
  return { id, lessonIds, milestoneId: milestone.id };
}

async function writeLesson(owner: Actor, title: string, section: Resource, lesson: object): Promise<string> {
  const { id } = await owner.create(title, `/sections/${section.id}/lessons`, lesson);
  await owner.command('It is published', `/lessons/${id}/publish`);
  return id;
}

async function givePath({ owner, program, enrollmentIds }: Place, { id, milestoneId }: Course): Promise<void> {
  const path = await owner.create('A path through the program', `/programs/${program.id}/paths`, {
    name: 'For new managers',
    courseIds: [id],
    milestoneIds: [milestoneId],
  });
  await owner.command('It is activated', `/paths/${path.id}/activate`);
  const followed = await owner.put('Lea follows it', `/enrollments/${enrollmentIds.Lea}/path`, { pathId: path.id });
  expect(followed.pathId === path.id, 'she does not follow it');
}

/** Acts for her alone. The key is not printed. */
async function openSession({ guide, owner, enrollmentIds }: Place): Promise<Actor> {
  const { memberId } = await owner.get('Who is Lea?', `/enrollments/${enrollmentIds.Lea}`);
  const sessionKeys = `/members/${String(memberId)}/session-keys`;
  const session = await owner.create('A portal gets a session key for her', sessionKeys, { minutes: 30 });
  guide.show(session, ['expiresAt']);
  const lea = guide.as(String(session.key));
  const me = await lea.get('With that key one is Lea', '/me');
  guide.show(me, ['member', 'responsibilities', 'enrollmentCount']);
  expect((me.member as Resource).id === memberId, 'the key is that of somebody else');
  return lea;
}

async function learn({ guide, enrollmentIds }: Place, lea: Actor, course: Course): Promise<void> {
  const { Lea, Ada } = enrollmentIds;
  const [toRead, , later] = course.lessonIds;
  const plan = itemsOf(await lea.get('What is there to learn?', `/me/courses?enrollmentId=${Lea}`));
  for (const section of plan[0].sections as Resource[]) {
    for (const { title, locked } of section.lessons as Resource[]) guide.tell(`${String(title)}: ${opening(locked)}`);
  }
  expect(plan.map(({ id }) => id).join() === course.id, 'her plan is another one');
  const lesson = await lea.get('She reads a lesson', `/me/lessons/${toRead}?enrollmentId=${Lea}`);
  guide.show(lesson, ['title', 'body']);
  expect(lesson.body !== null, 'the lesson cannot be read');
  const locked = await lea.get('One that is not open yet shows nothing', `/me/lessons/${later}?enrollmentId=${Lea}`);
  expect(locked.locked !== null && locked.body === null, 'a locked lesson can be read');
  const done = await lea.command('She completes the first one', `/enrollments/${Lea}/complete-lesson`, {
    lessonId: toRead,
  });
  guide.show(done, ['progress', 'courseCompletedAt', 'milestonesReached']);
  expect((done.milestonesReached as string[]).includes(course.milestoneId), 'the milestone is not reached');
  await lea.step('She does not see the progress of others', `/enrollments/${Ada}/progress`, null, 404);
}

function opening(locked: unknown): string {
  return locked === null ? 'open' : `opens at ${String((locked as Resource).opensAt)}`;
}

async function ask({ guide, coach, enrollmentIds }: Place, lea: Actor): Promise<void> {
  const question = { enrollmentId: enrollmentIds.Lea, body: 'What if the other one says nothing at all?' };
  const { id } = await lea.create('She asks a question', '/me/video-questions', question);
  const open = await coach.get('Which questions are open?', '/video-questions?status=open');
  expect(
    itemsOf(open).some((one) => one.id === id),
    'the coach does not see the question',
  );
  const film = await coach.create('The coach films an answer', '/media', {
    kind: 'video',
    title: 'Silence',
    mimeType: 'video/mp4',
    url: 'https://media.school.example/silence.mp4',
  });
  await coach.command('… and gives it, for her alone', `/video-questions/${id}/answer`, {
    text: 'Wait, and count to ten.',
    title: 'What to do with silence',
    videos: [{ mediaId: film.id }],
  });
  const [answered] = itemsOf(await lea.get('She reads the answer', '/me/video-questions'));
  expect(answered.status === 'answered' && answered.answerText !== null, 'she does not get the answer');
  const videos = itemsOf(await lea.get('She finds the video', '/me/video-resources'));
  expect(videos.map((video) => video.id).join() === answered.answerVideoResourceId, 'she does not find it');
  const video = await lea.get('… and watches it', `/me/video-resources/${videos[0].id}`);
  guide.show(video, ['kind', 'title', 'videos']);
}
