import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import type { Client } from '../support/client.js';
import { afterWaitingFor, fiftyAtOnce, oneOfFifty, statusChange } from '../support/held-rows.js';
import { School, type Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();
let programId: string;
let cohortId: string;
let ada: Person;
let enrollmentId: string;
let ben: Person;
let enrollmentOfBen: string;

beforeEach(async () => {
  programId = await school.program();
  cohortId = await school.cohort({ program_id: programId });
  [ada, ben] = [await school.person(), await school.person()];
  enrollmentId = await school.enrollment({ cohort_id: cohortId, member_id: ada.memberId });
  enrollmentOfBen = await school.enrollment({ cohort_id: cohortId, member_id: ben.memberId });
});

const MINE = '/me/video-questions';
const QUESTIONS = '/video-questions';
const BODY = 'How do I begin?';

const ask = (change: object = {}, client: Client = ada.client) =>
  client.post(MINE, { enrollmentId, body: BODY, ...change });
const answer = (id: string, body: object = { text: 'Begin.' }, client: Client = school.owner.client) =>
  client.post(`${QUESTIONS}/${id}/answer`, body);
const decline = (id: string, client: Client = school.owner.client) =>
  client.post(`${QUESTIONS}/${id}/decline`, { reason: 'See the first lesson' });
const withdraw = (id: string, client: Client = ada.client) => client.post(`${MINE}/${id}/withdraw`);
const withVideos = async (change: object = {}) => ({
  title: 'How to begin',
  videos: [{ mediaId: await school.media() }],
  ...change,
});
const idOf = ({ body }: Response) => (body.data as { id: string }).id;
const idsOf = ({ body }: Response) => (body.data.items as { id: string }[]).map(({ id }) => id);
const fieldsOf = ({ body }: Response) => (body.details as { field: string }[]).map(({ field }) => field);

async function expectRefusals(
  status: number,
  send: (body: object) => Promise<Response>,
  cases: [field: string[], body: object][],
): Promise<void> {
  const digest = await school.digest();
  for (const [fields, body] of cases) {
    const response = await send(body);
    expect([body, response.status, fieldsOf(response)]).toEqual([body, status, fields]);
  }
  expect(await school.digest()).toBe(digest);
}

describe('asking', () => {
  it('opens a question, which the person gets without the fields about who answers', async () => {
    const videoResourceId = await school.videoResource({ program_id: programId });
    const asked = await ask({ body: `  ${BODY} `, videoResourceId, positionSeconds: 86_400 });
    expect([asked.status, asked.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        programId,
        enrollmentId,
        memberName: ada.name,
        videoResourceId,
        positionSeconds: 86_400,
        body: BODY,
        status: 'open',
        visibility: null,
        answerText: null,
        answerVideoResourceId: null,
        answeredAt: null,
        declineReason: null,
        askedAt: expect.stringMatching(/\.\d{3}Z$/),
      },
    ]);
    expect((await ada.client.get(MINE)).body.data.items).toEqual([asked.body.data]);
    expect((await school.owner.client.get(`${QUESTIONS}/${idOf(asked)}`)).body.data).toEqual({
      ...asked.body.data,
      answeredBy: null,
      answeredByName: null,
    });
    const { audit, events } = await school.trail();
    const changes = { programId, enrollmentId, videoResourceId, positionSeconds: 86_400 };
    expect(audit).toMatchObject([{ action: 'video_question.asked', target_id: idOf(asked) }]);
    expect(audit[0].changes).toEqual(changes);
    expect(events.map(({ name, data }) => [name, data])).toEqual([
      ['video_question.asked', { videoQuestionId: idOf(asked), enrollmentId, programId }],
    ]);
  });

  it('takes a position in a video only', async () => {
    const videoResourceId = await school.videoResource({ program_id: programId });
    expect((await ask({ videoResourceId, positionSeconds: 0 })).status).toBe(201);
    expect((await ask({ videoResourceId: null, positionSeconds: null })).status).toBe(201);
    await expectRefusals(400, ask, [
      [['positionSeconds'], { positionSeconds: 5 }],
      [['positionSeconds'], { videoResourceId: null, positionSeconds: 0 }],
    ]);
  });

  it("takes an enrollment of the person's own only, whatever the role: any other is like an unknown one", async () => {
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    const other = await School.open(app);
    await expectRefusals(400, ask, [
      [['enrollmentId'], { enrollmentId: enrollmentOfBen }],
      [['enrollmentId'], { enrollmentId: await other.enrollment() }],
      [['enrollmentId'], { enrollmentId: randomUUID() }],
    ]);
    for (const { client } of [ben, coach, school.owner]) {
      await expectRefusals(400, (body) => ask(body, client), [[['enrollmentId'], {}]]);
    }
    const own = await school.enrollment({ cohort_id: cohortId, member_id: coach.memberId });
    expect((await ask({ enrollmentId: own }, coach.client)).status).toBe(201);
  });

  it('takes an enrollment of a former membership of the person', async () => {
    const former = await school.insert('members', {
      account_id: ada.accountId,
      name: 'Formerly',
      role: 'MEMBER',
      status: 'detached',
      created_at: school.app.now(),
    });
    const asked = await ask({ enrollmentId: await school.enrollment({ member_id: former }) });
    expect([asked.status, asked.body.data.memberName]).toEqual([201, 'Formerly']);
    expect(idsOf(await ada.client.get(MINE))).toEqual([idOf(asked)]);
  });

  it.each(['pending', 'paused', 'completed', 'withdrawn', 'failed', 'transferred'])(
    'is a conflict on an enrollment that is %s',
    async (status) => {
      await school.rows(
        'update enrollments set status = $3 where organization_id = $1 and id = $2',
        enrollmentId,
        status,
      );
      expect((await ask()).status).toBe(409);
    },
  );

  it('waits for a pause of the enrollment under way, and is then a conflict', async () => {
    expect(
      (await afterWaitingFor(school, statusChange('enrollments', enrollmentId, 'paused'), () => ask())).status,
    ).toBe(409);
  });

  it('leaves at most 20 open questions on an enrollment, also when many are asked at once', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 19; n += 1) ids.push(await school.videoQuestion(enrollmentId));
    await school.videoQuestion(enrollmentId, { status: 'withdrawn' });
    await school.videoQuestion(enrollmentOfBen);
    expect(await fiftyAtOnce(school, { table: 'enrollments', id: enrollmentId }, () => ask())).toEqual(
      oneOfFifty(201, 409),
    );
    expect((await ask({ enrollmentId: enrollmentOfBen }, ben.client)).status).toBe(201);
    await withdraw(ids[0]);
    expect((await ask()).status).toBe(201);
    await decline(ids[1]);
    expect((await ask()).status).toBe(201);
    expect((await ask()).status).toBe(409);
  });

  it('is about a published video of a program in which the person is or was, unless withdrawn or failed', async () => {
    const elsewhere = async (status: string) => {
      const program_id = await school.program();
      const cohort_id = await school.cohort({ program_id });
      await school.enrollment({ cohort_id, member_id: ada.memberId, status });
      return school.videoResource({ program_id });
    };
    for (const status of ['pending', 'active', 'paused', 'completed', 'transferred']) {
      const response = await ask({ videoResourceId: await elsewhere(status) });
      expect([status, response.status]).toEqual([status, 201]);
    }
    const unpublished = { program_id: programId, status: 'unpublished', unpublished_at: school.app.now() };
    const ofBenOnly = { program_id: programId, kind: 'video_answer', audience_enrollment_id: enrollmentOfBen };
    const hidden = [
      await elsewhere('withdrawn'),
      await elsewhere('failed'),
      await school.videoResource(),
      await school.videoResource(unpublished),
      await school.videoResource(ofBenOnly),
      await (await School.open(app)).videoResource(),
      randomUUID(),
    ];
    await expectRefusals(
      400,
      ask,
      hidden.map((videoResourceId) => [['videoResourceId'], { videoResourceId }]),
    );
    const ofAdaOnly = { ...ofBenOnly, audience_enrollment_id: enrollmentId };
    expect((await ask({ videoResourceId: await school.videoResource(ofAdaOnly) })).status).toBe(201);
  });

  it("has the person's own Idempotency-Keys: the same key of another person replays nothing of theirs", async () => {
    const idempotencyKey = randomUUID();
    const first = await ada.client.post(MINE, { enrollmentId, body: BODY }, { idempotencyKey });
    const other = await ben.client.post(MINE, { enrollmentId: enrollmentOfBen, body: BODY }, { idempotencyKey });
    const again = await ada.client.post(MINE, { enrollmentId, body: BODY }, { idempotencyKey });
    expect([first, other, again].map(({ status, body }) => [status, body.replayed as boolean])).toEqual([
      [201, false],
      [201, false],
      [200, true],
    ]);
    expect(other.body.data.enrollmentId).toBe(enrollmentOfBen);
    expect(again.body.data).toEqual(first.body.data);
  });
});

describe("the person's own questions", () => {
  it("are listed newest first, with the answers, and never another's", async () => {
    const [first, second] = [idOf(await ask()), idOf(await ask())];
    const ofBen = idOf(await ask({ enrollmentId: enrollmentOfBen }, ben.client));
    await answer(first);
    const mine = await ada.client.get(MINE);
    expect(idsOf(mine)).toEqual([second, first]);
    expect(mine.body.data.items[1]).toMatchObject({ status: 'answered', answerText: 'Begin.', visibility: 'private' });
    expect(idsOf(await ben.client.get(MINE))).toEqual([ofBen]);
    expect(idsOf(await school.owner.client.get(MINE))).toEqual([]);
    expect(idsOf(await (await school.person()).client.get(MINE))).toEqual([]);
  });

  it('never tell who answered: neither account nor name, in whatever the person reads', async () => {
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    await school.rows(
      'update members set name = $3 where organization_id = $1 and id = $2',
      coach.memberId,
      'Canary Coach',
    );
    const idempotencyKey = randomUUID();
    const body = { enrollmentId, body: BODY };
    const id = idOf(await ada.client.post(MINE, body, { idempotencyKey }));
    const answered = await answer(id, await withVideos({ text: 'Begin.' }), coach.client);
    expect([answered.body.data.answeredBy, answered.body.data.answeredByName]).toEqual([
      coach.accountId,
      'Canary Coach',
    ]);
    const declined = idOf(await ask());
    expect((await decline(declined, coach.client)).status).toBe(200);
    const read = [
      await ada.client.get(MINE),
      await ada.client.post(MINE, body, { idempotencyKey }),
      await withdraw(id),
      await answer(id, undefined, ada.client),
      await ada.client.get(`${QUESTIONS}/${id}`),
    ];
    expect(read.map(({ status }) => status)).toEqual([200, 200, 409, 403, 403]);
    for (const { text } of read) expect(text).not.toMatch(new RegExp(`Canary|answeredBy|${coach.accountId}`));
  });

  it('are withdrawn while they are open, on an enrollment of any status', async () => {
    const id = idOf(await ask());
    await school.rows(`update enrollments set status = 'failed' where organization_id = $1 and id = $2`, enrollmentId);
    const withdrawn = await withdraw(id);
    expect([withdrawn.status, withdrawn.body.data.status]).toEqual([200, 'withdrawn']);
    expect((await school.trail()).events.at(-1)).toMatchObject({
      name: 'video_question.withdrawn',
      data: { videoQuestionId: id, enrollmentId, programId },
    });
    expect([(await withdraw(id)).status, (await answer(id)).status, (await decline(id)).status]).toEqual([
      409, 409, 409,
    ]);
  });

  it('under one key are two withdrawals, each of which replays', async () => {
    const ids = [idOf(await ask()), idOf(await ask())];
    const idempotencyKey = randomUUID();
    const answers: [string, string, boolean][] = [];
    for (const id of [...ids, ...ids]) {
      const { body } = await ada.client.post(`${MINE}/${id}/withdraw`, undefined, { idempotencyKey });
      const { data, replayed } = body as { data: { id: string; status: string }; replayed: boolean };
      answers.push([data.id, data.status, replayed]);
    }
    expect(answers).toEqual([
      ...ids.map((id) => [id, 'withdrawn', false]),
      ...ids.map((id) => [id, 'withdrawn', true]),
    ]);
  });

  it("are withdrawn by the person alone: another's is like an unknown one", async () => {
    const id = idOf(await ask());
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    const [other, nobody] = [await School.open(app), await school.person()];
    const digest = await school.digest();
    for (const { client } of [ben, coach, school.owner, other.owner, nobody]) {
      expect((await withdraw(id, client)).status).toBe(404);
    }
    expect((await withdraw(randomUUID())).status).toBe(404);
    expect(await school.digest()).toBe(digest);
  });
});

describe('what staff read', () => {
  it('is oldest first where it is what is open, else newest first; narrowed by status, program and enrollment', async () => {
    const at = (minute: number) => `2026-01-01T10:0${minute}:00Z`;
    const question = (minute: number, status: string, enrollment = enrollmentId) =>
      school.videoQuestion(enrollment, {
        asked_at: at(minute),
        status,
        answered_by: status === 'answered' ? school.owner.accountId : null,
      });
    const elsewhere = await school.enrollment();
    const one = await question(1, 'open');
    const two = await question(2, 'answered');
    const three = await question(3, 'open', enrollmentOfBen);
    const four = await question(4, 'open', elsewhere);
    const five = await question(5, 'answered', enrollmentOfBen);
    const list = async (query: string) => idsOf(await school.owner.client.get(`${QUESTIONS}?${query}`));
    expect(await list('')).toEqual([five, four, three, two, one]);
    expect(await list('status=open')).toEqual([one, three, four]);
    expect(await list('status=answered')).toEqual([five, two]);
    expect(await list('status=declined')).toEqual([]);
    expect(await list(`programId=${programId}&status=open`)).toEqual([one, three]);
    expect(await list(`programId=${programId}`)).toEqual([five, three, two, one]);
    expect(await list(`enrollmentId=${enrollmentOfBen}`)).toEqual([five, three]);
    const paged: string[] = [];
    for (let query = 'status=open&limit=1'; ;) {
      const page = await school.owner.client.get(`${QUESTIONS}?${query}`);
      paged.push(...idsOf(page));
      if (page.body.data.nextCursor === null) break;
      query = `status=open&limit=1&cursor=${page.body.data.nextCursor as string}`;
    }
    expect(paged).toEqual([one, three, four]);
  });
});

describe('answering', () => {
  let id: string;

  beforeEach(async () => {
    id = await school.videoQuestion(enrollmentId);
  });

  it('with a text ends the question and publishes nothing', async () => {
    const asked = (await school.owner.client.get(`${QUESTIONS}/${id}`)).body.data as object;
    const answered = await answer(id, { text: ' Begin. ' });
    expect([answered.status, answered.body.data]).toEqual([
      200,
      {
        ...asked,
        status: 'answered',
        visibility: 'private',
        answerText: 'Begin.',
        answeredBy: school.owner.accountId,
        answeredByName: school.owner.name,
        answeredAt: expect.stringMatching(/\.\d{3}Z$/),
      },
    ]);
    expect((await school.owner.client.get(`${QUESTIONS}/${id}`)).body.data).toEqual(answered.body.data);
    const { events } = await school.trail();
    expect(events.map(({ name, data }) => [name, data])).toEqual([
      [
        'video_question.answered',
        { videoQuestionId: id, enrollmentId, programId, answerVideoResourceId: null, visibility: 'private' },
      ],
    ]);
    expect(idsOf(await school.owner.client.get('/video-resources'))).toEqual([]);
  });

  it('with videos publishes a video answer in the program, with the trail of a publication', async () => {
    const [first, second, image] = [await school.media(), await school.media(), await school.media('image')];
    const body = {
      text: 'Begin.',
      title: ' How to begin ',
      tags: ['Start', 'start'],
      videos: [{ mediaId: first }, { mediaId: second, title: 'Part two' }],
      thumbnailMediaId: image,
      visibility: 'program',
    };
    const answered = await answer(id, body);
    const videoResourceId = answered.body.data.answerVideoResourceId as string;
    expect(answered.body.data).toMatchObject({ status: 'answered', visibility: 'program', answerText: 'Begin.' });
    const { body: detail } = await school.owner.client.get(`/video-resources/${videoResourceId}`);
    expect(detail.data).toMatchObject({
      programId,
      kind: 'video_answer',
      category: 'video',
      title: 'How to begin',
      description: null,
      tags: ['Start'],
      status: 'published',
      thumbnailMediaId: image,
      createdBy: school.owner.accountId,
      publishedAt: answered.body.data.answeredAt,
      videos: [
        { mediaId: first, title: 'A video', position: 1 },
        { mediaId: second, title: 'Part two', position: 2 },
      ],
    });
    const created = await school.trail();
    const published = await school.owner.client.post('/video-resources', {
      ...{ programId, kind: 'replay_other', category: 'video' },
      ...{ title: body.title, tags: body.tags, videos: body.videos, thumbnailMediaId: image },
    });
    const { audit, events } = await school.trail();
    expect(created.events.map(({ name }) => name)).toEqual(['video_question.answered', 'video_resource.created']);
    const alone = JSON.stringify(events[2].data).replaceAll(idOf(published), videoResourceId);
    expect(JSON.stringify(events[1].data)).toBe(alone);
    expect([audit[1].action, audit[1].target_type, audit[1].target_id, events[1].version]).toEqual([
      audit[2].action,
      audit[2].target_type,
      videoResourceId,
      events[2].version,
    ]);
    const videos = [{ mediaId: first }, { mediaId: second }];
    expect(audit[1].changes).toEqual({
      ...{ programId, kind: 'video_answer', category: 'video', thumbnailMediaId: image },
      videos,
    });
    expect(Object.keys(audit[2].changes as object).sort()).toEqual(
      [...Object.keys(audit[1].changes as object), 'tags', 'title'].sort(),
    );
  });

  it('needs a text or videos, and a title with videos; what belongs to videos is refused without them', async () => {
    const media = { mediaId: await school.media() };
    const image = await school.media('image');
    const videos = [media];
    await expectRefusals(400, (body) => answer(id, body), [
      [['text'], {}],
      [['text'], { text: null }],
      [['text'], { text: ' ' }],
      [['videos'], { text: 'Begin.', videos: [] }],
      [['videos'], { text: 'Begin.', videos: null }],
      [['title'], { videos }],
      [['title'], { videos, title: '' }],
      [['videos.1.mediaId'], { title: 'Begin', videos: [media, media] }],
      [['videos.0.mediaId'], { title: 'Begin', videos: [{ mediaId: image }] }],
      [['thumbnailMediaId'], { title: 'Begin', videos, thumbnailMediaId: media.mediaId }],
      [['title', 'tags', 'thumbnailMediaId'], { text: 'Begin.', title: 'Begin', tags: [], thumbnailMediaId: image }],
    ]);
  });

  it('is for OWNER, ADMIN and a coach who reaches the enrollment; a program_director alone gets 403', async () => {
    const { person } = school;
    const director = { role: 'program_director' } as const;
    const refused: [Person, number][] = [
      [await person('MEMBER', director), 403],
      [await person('MEMBER', { role: 'program_director', programId }), 403],
      [await person('MEMBER', { role: 'reviewer' }), 403],
      [await person('MEMBER', { role: 'coach', cohortId, ended: true }), 403],
      [ada, 403],
      [await person('MEMBER', { role: 'coach', enrollmentId: enrollmentOfBen }), 404],
      [await person('MEMBER', director, { role: 'coach', enrollmentId: enrollmentOfBen }), 403],
      [(await School.open(app)).owner, 404],
    ];
    const digest = await school.digest();
    for (const [{ client }, status] of refused) {
      expect([(await answer(id, undefined, client)).status, (await decline(id, client)).status]).toEqual([
        status,
        status,
      ]);
    }
    expect(await school.digest()).toBe(digest);
    const allowed = [
      await person('ADMIN'),
      await person('MEMBER', { role: 'coach', enrollmentId }),
      await person('MEMBER', { role: 'coach', cohortId }, director),
    ];
    for (const { client } of allowed) {
      const [one, two] = [await school.videoQuestion(enrollmentId), await school.videoQuestion(enrollmentId)];
      expect((await answer(one, await withVideos(), client)).status).toBe(200);
      expect((await decline(two, client)).status).toBe(200);
    }
  });

  it('with videos is refused in an archived program, also when the archival is under way; with a text it is not', async () => {
    const archival = statusChange('programs', programId, 'archived');
    const body = await withVideos();
    expect((await afterWaitingFor(school, archival, () => answer(id, body))).status).toBe(400);
    await expectRefusals(400, (sent) => answer(id, sent), [[[], body]]);
    expect((await answer(id)).status).toBe(200);
  });

  it('happens once: of many answers at once one wins, and one video resource is published', async () => {
    const body = await withVideos();
    expect(await fiftyAtOnce(school, { table: 'video_questions', id }, () => answer(id, body))).toEqual(
      oneOfFifty(200, 409),
    );
    expect(idsOf(await school.owner.client.get('/video-resources'))).toHaveLength(1);
    expect([(await answer(id)).status, (await decline(id)).status, (await withdraw(id)).status]).toEqual([
      409, 409, 409,
    ]);
  });

  it.each([
    ['an answer', () => answer(id)],
    ['a refusal to answer', () => decline(id)],
    ['a withdrawal', () => withdraw(id)],
  ])('waits for a withdrawal under way, and is then a conflict: %s', async (_, send) => {
    const ended = statusChange('video_questions', id, 'withdrawn');
    expect((await afterWaitingFor(school, ended, send)).status).toBe(409);
  });

  it('privately is for the person alone: staff list it, nobody is shown for whom it is, another person cannot name it', async () => {
    const answered = await answer(id, await withVideos());
    const videoResourceId = answered.body.data.answerVideoResourceId as string;
    expect(answered.body.data.visibility).toBe('private');
    const { rows } = await school.rows<object>(
      'select audience_enrollment_id as audience from video_resources where organization_id = $1',
    );
    expect(rows).toEqual([{ audience: enrollmentId }]);
    const reviewer = await school.person('MEMBER', { role: 'reviewer' });
    for (const { client } of [school.owner, reviewer]) {
      const list = await client.get('/video-resources');
      expect(idsOf(list)).toEqual([videoResourceId]);
      const detail = await client.get(`/video-resources/${videoResourceId}`);
      const patched = await school.owner.client.patch(`/video-resources/${videoResourceId}`, { title: 'To begin' });
      for (const { text } of [list, detail, patched]) expect(text).not.toMatch(new RegExp(`udience|${enrollmentId}`));
    }
    expect((await ask({ videoResourceId })).status).toBe(201);
    const named = await ask({ enrollmentId: enrollmentOfBen, videoResourceId }, ben.client);
    const unknown = await ask({ enrollmentId: enrollmentOfBen, videoResourceId: randomUUID() }, ben.client);
    expect([named.status, named.body.details]).toEqual([400, unknown.body.details]);
  });

  it('for the program is for all of it', async () => {
    const answered = await answer(id, await withVideos({ visibility: 'program' }));
    const videoResourceId = answered.body.data.answerVideoResourceId as string;
    expect((await ask({ enrollmentId: enrollmentOfBen, videoResourceId }, ben.client)).status).toBe(201);
  });

  it('leaves the publication of a video answer by publish_video_resource refused', async () => {
    const body = { ...(await withVideos()), programId, category: 'video', kind: 'video_answer' };
    await expectRefusals(400, (sent) => school.owner.client.post('/video-resources', sent), [[['kind'], body]]);
  });
});

describe('declining', () => {
  it('ends the question with a reason, which the person reads', async () => {
    const id = idOf(await ask());
    const declined = await decline(id);
    expect(declined.body.data).toMatchObject({
      status: 'declined',
      declineReason: 'See the first lesson',
      answeredBy: null,
      answeredAt: null,
      visibility: null,
    });
    expect((await ada.client.get(MINE)).body.data.items[0].declineReason).toBe('See the first lesson');
    expect((await school.trail()).events.at(-1)).toMatchObject({
      name: 'video_question.declined',
      data: { videoQuestionId: id, enrollmentId, programId },
    });
    expect([(await decline(id)).status, (await answer(id)).status]).toEqual([409, 409]);
  });
});

it('leaves no text of questions and answers in audit entries, and the title of the videos alone in events', async () => {
  const [one, two, three] = [
    idOf(await ask({ body: 'canary' })),
    idOf(await ask({ body: 'canary' })),
    idOf(await ask({ body: 'canary' })),
  ];
  const videos = [{ mediaId: await school.media('video', { title: 'canary' }), title: 'canary' }];
  const answered = await answer(one, { text: 'canary', title: 'canary', tags: ['canary'], videos });
  expect(answered.status).toBe(200);
  await school.owner.client.post(`${QUESTIONS}/${two}/decline`, { reason: 'canary' });
  await withdraw(three);
  const { audit, events } = await school.trail();
  expect([audit.length, events.length]).toEqual([7, 7]);
  expect(JSON.stringify(audit)).not.toContain('canary');
  const telling = events.filter(({ data }) => JSON.stringify(data).includes('canary'));
  const videoResourceId = answered.body.data.answerVideoResourceId as string;
  expect(telling.map(({ name, data }) => [name, data])).toEqual([
    ['video_resource.created', { videoResourceId, programId, category: 'video', title: 'canary' }],
  ]);
});
