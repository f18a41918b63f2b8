import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { DemoSchoolLoader, type DemoSchool } from '#demo/demo-school.js';
import { Doors } from '#demo/door.js';
import { DemoFiles } from '#demo/files/demo-files.js';
import { SIGNALS, type Signal } from '#insights/cockpit-member/cockpit-member.signals.js';
import { JobWorker } from '#kernel/jobs';
import { Agent } from '../mcp/agent.js';
import { Client } from '../support/client.js';
import { Tenant } from '../support/tenant.js';
import { useApp } from '../support/use-school.js';

interface Highlighted {
  measured: boolean;
  total: number;
  highlighted: number;
}
interface Cockpit {
  cohort: { name: string; status: string };
  members: Record<'total' | 'active' | 'pending' | 'completed', number>;
  rhythm: Record<'on_time' | 'late' | 'at_risk' | 'unknown', number>;
  reviews: Highlighted;
  blockers: Highlighted;
  absences: Highlighted;
  withoutIntervention: number;
  upcomingLives: object[];
}
type Item = Record<string, unknown>;
interface Outline {
  sections: { availability: object; lessons: Item[] }[];
}
interface Progress {
  path: { name: string } | null;
  milestones: { status: string }[];
}

const DAY = 86_400_000;

const app = useApp({ isOwn: true });
const tenant = new Tenant(app);
let demo: DemoSchool;
/** Its days are counted from this instant, also if they end meanwhile. */
let loadedAt: number;
let owner: Client;

beforeAll(async () => {
  // A worker is at work meanwhile, as in a process of every role: it must leave the jobs of the organization alone.
  const worker = app.nest.get(JobWorker, { strict: false });
  let isLoaded = false;
  const working = (async () => {
    while (!isLoaded) await worker.runOnce().then(() => delay(50));
  })();
  loadedAt = Date.now();
  demo = await app.nest.get(DemoSchoolLoader, { strict: false }).load();
  isLoaded = true;
  await working;
  tenant.id = demo.organizationId;
  owner = new Client(app, demo.keys.owner);
});

describe('the demo school', () => {
  it('has cohorts in different states, each of 14 to 25 people', async () => {
    const cockpits = await Promise.all(Object.values(demo.cohortIds).map((id) => readCockpit(id)));
    expect(cockpits.map(({ cohort }) => `${cohort.name}: ${cohort.status}`)).toEqual([
      'Harbour cohort: active',
      'Meadow cohort: active',
      'Summit cohort: open',
      'Orchard cohort: completed',
      'Willow cohort: archived',
    ]);
    for (const { members } of cockpits) {
      expect(members.total).toBeGreaterThanOrEqual(14);
      expect(members.total).toBeLessThanOrEqual(25);
    }
  });

  it('has something behind every signal of the cockpit, and lists as much as the cockpit counts', async () => {
    expect(await signalsWithoutMembers(demo)).toEqual([]);
  });

  // Its days begin at midnight UTC.
  it.each(['00:00', '23:59'])('has it also when it is loaded at %s', async (time) => {
    app.moveClock(Date.parse(`${new Date().toISOString().slice(0, 10)}T${time}:30Z`) - Date.now());
    const other = await app.nest.get(DemoSchoolLoader, { strict: false }).load();
    expect(await signalsWithoutMembers(other)).toEqual([]);
    app.moveClock(0);
  });

  it('has live sessions ahead, and a cohort in which absences are not measured', async () => {
    const { upcomingLives } = await readCockpit(demo.cohortIds.Harbour);
    expect(upcomingLives).toHaveLength(2);
    expect((await readCockpit(demo.cohortIds.Summit)).absences).toEqual({ measured: false, reason: 'no_past_live' });
  });

  it('has somebody who was transferred, with a timeline on both sides', async () => {
    const old = await read(`/enrollments/${demo.transferredEnrollmentId}`);
    expect(old).toMatchObject({ status: 'transferred', cohortId: demo.cohortIds.Meadow });
    const present = await read(`/enrollments/${String(old.transferredToId)}`);
    expect(present).toMatchObject({ status: 'active', cohortId: demo.cohortId, transferredFromId: old.id });
    const kindsOf = async ({ id }: Item) => (await list(`/enrollments/${String(id)}/timeline`)).map(({ kind }) => kind);
    expect(await kindsOf(old)).toEqual(expect.arrayContaining(['enrollment.transferred', 'attendance.recorded']));
    expect(await kindsOf(present)).toEqual(
      expect.arrayContaining(['enrollment.created', 'blocker.opened', 'intervention.planned', 'member_task.published']),
    );
  });

  it('has a coach who left with work in hand, and a handover that was done', async () => {
    const orphaned = await list('/interventions?ownership=orphaned');
    expect(orphaned).toHaveLength(5);
    expect(orphaned.filter(({ overdue }) => overdue)).toHaveLength(4);
    const preview = await read(`/members/${demo.departedMemberId}/handover-preview`);
    expect(preview).toMatchObject({ interventions: 5, overdueInterventions: 4 });
    expect(preview.responsibilities).toBeGreaterThan(5);
    const handedOver = await list('/audit-entries?action=member.handed_over');
    expect(handedOver).toHaveLength(1);
  });

  it('has extended deadlines, tasks of a cohort that some handed in, and interventions of every status', async () => {
    const [diary] = (await list(`/cohorts/${demo.cohortId}/tasks`)).filter(({ deliverable }) => deliverable);
    expect(diary).toMatchObject({ status: 'published', counts: { total: 19, handedIn: 11, accepted: 5, overdue: 7 } });
    const members = await list(`/cohort-tasks/${String(diary.id)}/member-tasks`);
    expect(members.filter(({ extended }) => extended).map(({ memberName }) => memberName)).toEqual(['Lou Harbour']);
    const { rows } = await tenant.rows<{ status: string }>(
      'select distinct status from interventions where organization_id = $1 order by 1',
    );
    expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'completed', 'planned']);
  });

  it('has courses whose sections open over time, a path for new enrollments, and milestones', async () => {
    const courses = await list(`/courses?programId=${demo.programId}&status=published`);
    const outlines = await Promise.all(courses.map(({ id }) => read<Outline>(`/courses/${String(id)}`)));
    const sections = outlines.flatMap((outline) => outline.sections);
    expect(sections.map(({ availability }) => availability)).toEqual([
      { kind: 'always' },
      { kind: 'after_start', days: 14 },
      { kind: 'after_start', days: 14 },
      { kind: 'after_start', days: 60 },
      { kind: 'after_start', days: 60 },
    ]);
    const lessons = sections.flatMap((section) => section.lessons);
    expect(lessons).toHaveLength(7);
    expect(new Set(lessons.map(({ kind }) => kind))).toEqual(new Set(['text', 'video', 'link']));
    expect(lessons.filter(({ required }) => !required)).toHaveLength(1);
    const details = await Promise.all(lessons.map(({ id }) => read(`/lessons/${String(id)}`)));
    expect(details.filter(({ completion }) => completion === 'staff')).toHaveLength(1);
    const milestones = await list(`/milestones?programId=${demo.programId}`);
    expect(milestones.map(({ requirement }) => (requirement as Item).kind)).toEqual(['lessons', 'course', 'manual']);
    const paths = await list(`/paths?programId=${demo.programId}`);
    expect(paths).toMatchObject([
      {
        name: 'For new managers',
        status: 'active',
        sequential: true,
        isDefault: true,
        courses: courses.map(({ id }) => ({ courseId: id })),
        milestoneIds: milestones.map(({ id }) => id),
      },
    ]);
  });

  it('has a cohort of which some finished the first course, more are in it, and others have begun nothing', async () => {
    const rows = await list(`/cohorts/${demo.cohortId}/progress`);
    const namesOf = (rest: Item[]) => rest.map(({ memberName }) => String(memberName).split(' ')[0]).sort();
    const done = ({ overall }: Item) => (overall as { completed: number; total: number }).completed;
    const finished = rows.filter(({ coursesCompleted }) => coursesCompleted === 1);
    expect(namesOf(finished)).toEqual(['Ada', 'Cleo', 'Lea']);
    const inside = rows.filter((row) => !finished.includes(row) && done(row) > 0);
    expect(namesOf(inside)).toEqual(['Ben', 'Eva', 'Finn', 'Gia', 'Hugo', 'Ida', 'Kim', 'Lou', 'Luc', 'Olga']);
    expect(rows).toHaveLength(22);
    expect(new Set(rows.map(done))).toEqual(new Set([0, 1, 2, 3, 4]));
    expect(rows.find(({ memberName }) => memberName === 'Dan Harbour')).toMatchObject({
      overall: { measured: true, completed: 0, total: 6, percent: 0 },
      lastActivityAt: null,
    });
  });

  it('has milestones that some reached, one overdue for those who did not, and one ahead', async () => {
    const standings = async (name: string) => {
      const rows = await list(`/cohorts/${demo.cohortId}/progress`);
      const row = rows.find(({ memberName }) => memberName === `${name} Harbour`);
      const progress = await read<Progress>(`/enrollments/${String(row?.enrollmentId)}/progress`);
      expect(progress.path?.name).toBe('For new managers');
      return progress.milestones.map(({ status }) => status);
    };
    expect(await standings('Ada')).toEqual(['reached', 'reached', 'reached']);
    expect(await standings('Lea')).toEqual(['reached', 'reached', 'ahead']);
    expect(await standings('Eva')).toEqual(['reached', 'overdue', 'ahead']);
    expect(await standings('Dan')).toEqual(['ahead', 'overdue', 'ahead']);
  });

  it('has somebody with a key of her own, who sees her courses, dates, enrollment and questions', async () => {
    const lea = new Client(app, demo.keys.learner);
    expect(await read('/me', lea)).toMatchObject({
      member: { name: 'Lea Harbour', role: 'MEMBER' },
      enrollmentCount: 1,
    });
    const enrollments = await list('/me/enrollments', lea, 20);
    expect(enrollments).toMatchObject([
      {
        id: demo.enrollmentId,
        path: { name: 'For new managers' },
        progress: { measured: true, completed: 4, total: 6, percent: 66 },
      },
    ]);
    const courses = await list(`/me/courses?enrollmentId=${demo.enrollmentId}`, lea, 20);
    const lessons = courses.flatMap(({ sections }) => (sections as Outline['sections']).flatMap((one) => one.lessons));
    const stateOf = ({ completedAt, locked }: Item) =>
      completedAt ? 'completed' : locked ? (locked as { reason: string }).reason : 'open';
    expect(lessons.map(stateOf)).toEqual([
      ...['completed', 'open', 'completed', 'completed', 'completed'],
      ...['not_open_yet', 'previous_course'],
    ]);
    const day = (days: number) => new Date(loadedAt + days * 86_400_000).toISOString();
    const schedule = await list(`/me/schedule?from=${day(-1)}&to=${day(30)}`, lea);
    expect(new Set(schedule.map(({ kind }) => kind))).toEqual(
      new Set(['booking', 'live_session', 'milestone', 'task_deadline']),
    );
    const questions = await list('/me/video-questions', lea);
    expect(questions.map(({ status }) => status)).toEqual(['open', 'answered']);
    expect((await lea.get(`/cohorts/${demo.cohortId}/progress`)).status).toBe(403);
  });

  it('has a blocker that she reported, media of her own, and an answer with a video for her alone', async () => {
    const lea = new Client(app, demo.keys.learner);
    const { member } = await read<{ member: { accountId: string } }>('/me', lea);
    expect(await list('/me/blockers', lea)).toMatchObject([
      { enrollmentId: demo.enrollmentId, status: 'resolved', resolution: expect.any(String) },
    ]);
    const media = await list('/media');
    expect(media.filter(({ createdBy }) => createdBy === member.accountId)).toMatchObject([{ kind: 'file' }]);
    const [, answered] = await list('/me/video-questions', lea);
    expect(answered).toMatchObject({ visibility: 'private', answerVideoResourceId: expect.any(String) });
    const videos = await list('/me/video-resources', lea);
    expect(videos.map(({ id }) => id)).toContain(answered.answerVideoResourceId);
  });

  it('has a diary that somebody handed in as a file, which its reviewer reads beside what is expected', async () => {
    const coach = new Client(app, demo.keys.coach);
    const waiting = await list('/reviews', coach);
    const [diary, ...others] = waiting.filter(({ kind }) => kind === 'file');
    expect(others).toEqual([]);
    expect(diary).toMatchObject({ memberName: 'Leo Harbour', criteria: expect.any(String) });
    const media = diary.media as Item;
    const registered = await read(`/media/${String(media.mediaId)}`);
    expect(registered).toMatchObject({ stored: true, mimeType: 'application/pdf' });
    const content = await contentAt(String(media.url));
    expect(content.toString('latin1')).toMatch(/^%PDF-.*Learning diary of Leo Harbour.*%%EOF/s);
    expect(digestOf(content)).toBe(registered.sha256);
  });

  it('has a film whose poster is a stored picture', async () => {
    const media = await list('/media');
    const film = media.find(({ id }) => id === demo.videoMediaId);
    const poster = media.find(({ id }) => id === film?.posterMediaId);
    expect(poster).toMatchObject({ kind: 'image', stored: true });
    const content = await contentAt(String(poster?.url));
    expect([digestOf(content), content.length]).toEqual([poster?.sha256, poster?.byteSize]);
    expect(content.readUInt32BE(16)).toBe(640);
  });

  it('names an address in place of a file that is not taken', async () => {
    const clock = { now: () => new Date() };
    const door = app.nest.get(Doors, { strict: false }).open(demo.keys.owner, 'without-files', clock);
    const register = app.nest.get(DemoFiles, { strict: false }).of(demo.organizationId, clock);
    const file = { name: 'A plan.pdf', mimeType: 'application/pdf', bytes: Buffer.from('no PDF') };
    const id = await register(door, 'create_media', { kind: 'file', title: 'A plan' }, file);
    const url = 'https://files.school.example/A%20plan.pdf';
    expect(await read(`/media/${id}`)).toMatchObject({ stored: false, url });
  });

  it('has one question that waits for the coach, and one that the coach answered', async () => {
    const coach = new Client(app, demo.keys.coach);
    const open = await list('/video-questions?status=open', coach);
    expect(open).toMatchObject([{ memberName: 'Lea Harbour', videoResourceId: null }]);
    const answered = await list('/video-questions?status=answered', coach);
    expect(answered).toMatchObject([
      { enrollmentId: demo.enrollmentId, positionSeconds: 95, answeredByName: 'Carl Coach' },
    ]);
    expect(answered[0].videoResourceId).not.toBeNull();
  });

  it('has a key with which an agent restores the archived program, unlike with the key of its member', async () => {
    const restore = async (key: string, idempotencyKey: string) => {
      const agent = await Agent.connect(app, new Client(app, key));
      const { isError, envelope } = await agent.call('restore_program', {
        programId: other.archivedProgramId,
        idempotencyKey,
      });
      await agent.close();
      return [isError, envelope.code ?? envelope.data.status];
    };
    // Another one, as it is changed.
    const other = await app.nest.get(DemoSchoolLoader, { strict: false }).load();
    expect(await restore(other.keys.admin, 'a')).toEqual([true, 'forbidden']);
    expect(await restore(other.keys.agent, 'b')).toEqual([false, 'active']);
  });

  it('has the history of its cockpits for each day on which a cohort was open or active', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const historyOf = async (id: string, from: number, to: number) => {
      const path = `/cohorts/${id}/cockpit/history?from=${day(from)}&to=${day(to)}`;
      return (await read<{ items: (Cockpit & Highlighted)[] }>(path)).items;
    };
    const periods = {
      Harbour: [-36, -1],
      Meadow: [-65, -1],
      Summit: [-24, -1],
      Orchard: [-145, -35],
      Willow: [-305, -201],
    };
    for (const [name, [from, to]] of Object.entries(periods)) {
      const days = await historyOf(demo.cohortIds[name], from, to);
      expect([name, days.length, days.filter(({ measured }) => !measured)]).toEqual([name, to - from + 1, []]);
    }
    const orchard = await historyOf(demo.cohortIds.Orchard, -145, -35);
    const [first, last] = [orchard[0], orchard[orchard.length - 2]];
    expect([first.members.total, last.members.total]).toEqual([0, 14]);
    expect(new Set(orchard.map(({ rhythm }) => rhythm.late)).size).toBeGreaterThan(4);
    expect(await historyOf(demo.cohortIds.Orchard, -30, -30)).toMatchObject([{ measured: false }]);
  });

  it('has something behind every figure of the analytics of a cohort that is over', async () => {
    const analytics = await read(`/cohorts/${demo.cohortIds.Orchard}/analytics`);
    const { outcomes, interventions, ...figures } = analytics as Record<string, Item> & { outcomes: Item[] };
    const missing = Object.entries(figures).filter(([, figure]) => figure?.measured === false);
    expect(missing).toEqual([]);
    expect(interventions).toMatchObject({
      effect: {
        measured: true,
        improved: expect.any(Number),
        unchanged: expect.any(Number),
        worsened: expect.any(Number),
      },
    });
    for (const kind of ['improved', 'unchanged', 'worsened']) {
      expect((interventions.effect as Record<string, number>)[kind]).toBeGreaterThan(0);
    }
    expect(outcomes.map(({ meanChange }) => (meanChange as Item).measured)).toEqual([true, false, true]);
  });

  it('has bookings that were held and cancelled, and some to come, of a coach who can be booked', async () => {
    const bookings = await list('/bookings');
    const of = (status: string) => bookings.filter((booking) => booking.status === status);
    expect([of('held').length, of('cancelled').length, of('booked').length]).toEqual([4, 1, 3]);
    const isAhead = ({ startsAt }: Item) => Date.parse(String(startsAt)) > Date.now();
    expect(of('booked').every(isAhead)).toBe(true);
    const [type] = await list('/booking-types');
    const { weekly } = await read<{ weekly: Item[] }>(`/members/${String(type.hostMemberId)}/availability`);
    expect(weekly).toHaveLength(10);
  });

  it('has sales in every state that payments by hand reach, and a ledger that says the same', async () => {
    const sales = await list('/sales');
    const stateOf = ({ status, standing, fulfillment }: Item) =>
      [status, standing, (fulfillment as Item).status].filter((part) => part !== null && part !== 'none').join(' ');
    expect(Object.fromEntries(sales.map((sale) => [(sale.buyer as Item).name, stateOf(sale)]))).toEqual({
      'Nora North': 'active on_schedule done',
      'Emil East': 'active overdue done',
      'Sara South': 'active paid done',
      'Lily Lake': 'active paid stuck',
      'Hana Hill': 'cancelled paid ended',
      'Rob River': 'expired',
      'Ivy Island': 'proposed',
      'Will West': 'reserved',
    });
    const seats = { limit: 24, occupancy: 19, held: 1, keptBack: 1, available: 3 };
    const availability = await read(`/cohorts/${demo.cohortIds.Summit}/sales-availability`);
    expect(availability).toMatchObject({ seats, offers: [{ onSale: { now: true, reason: null } }] });
    const [from, to] = [new Date(Date.now() - 30 * DAY), new Date()].map((at) => at.toISOString().slice(0, 10));
    const { money } = await read(`/analytics/sales?from=${from}&to=${to}`);
    expect(money).toEqual([
      expect.objectContaining({ currency: 'EUR', received: 520_000, refunded: 40_000, outstanding: 250_000 }),
    ]);
    const entries = await list('/sale-entries');
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['owed', 'owed_reduced', 'received', 'refunded']));
  });

  it('has something behind the kinds of the sales queue, told when it was time', async () => {
    const queue = await list('/sales-queue');
    expect(new Set(queue.map(({ kind }) => kind))).toEqual(
      new Set([
        ...['no_next_step', 'call_ahead', 'call_to_record', 'proposal_expiring', 'installment_overdue', 'unassigned'],
        'sale_stuck',
      ]),
    );
    const names = ['sale.expired', 'installment.due', 'installment.overdue'];
    const told = await Promise.all(names.map((name) => list(`/events?name=${name}`)));
    expect(told.map(({ length }) => length)).toEqual([2, 1, 1]);
    // A worker that looks now finds nothing which the jobs of those days have left.
    for (const { occurredAt } of told.flat()) expect(Date.parse(String(occurredAt))).toBeLessThan(Date.now() - DAY);
  });

  it('has two closers, of whom one has a key and sees her own prospects only', async () => {
    const closers = await list('/closers');
    expect(closers.map(({ memberName }) => memberName).sort()).toEqual(['Clio Closer', 'Colin Closer']);
    const calls = closers.map(({ joinUrl }) => joinUrl);
    expect(new Set(calls).size).toBe(2);
    const clio = new Client(app, demo.keys.closer);
    const own = await list('/prospects', clio);
    const all = await list('/prospects');
    expect([own.length > 0, all.length]).toEqual([true, 12]);
    expect(new Set(own.map(({ closerName }) => closerName))).toEqual(new Set(['Clio Closer']));
    expect((await clio.get(`/cohorts/${demo.cohortId}/cockpit`)).status).toBe(404);
  });

  it('has a form that members are asked, and one that a coach has answered about seven of them', async () => {
    const { items } = (await owner.get('/forms')).body.data as { items: { id: string; name: string }[] };
    expect(items.map(({ name }) => name).sort()).toEqual(['After your first weeks', 'How the coaching goes']);
    const check = items.find(({ name }) => name === 'How the coaching goes');
    const results = await owner.get(`/forms/${String(check?.id)}/results`);
    expect(results.body.data).toMatchObject({
      responses: { measured: true, submitted: 7 },
      questions: [
        { key: 'rhythm' },
        { key: 'progress', result: { sample: 7, median: 7 } },
        { key: 'hours' },
        { key: 'next' },
      ],
    });
  });

  it('has reminder rules that fired when it was time, one that is paused, settings and an export', async () => {
    const rules = await list('/reminder-rules');
    expect(rules.map(({ status }) => status).sort()).toEqual(['active', 'active', 'active', 'active', 'paused']);
    for (const { id, name } of rules) {
      const { items } = await read<{ items: Item[] }>(`/reminder-rules/${String(id)}/firings`);
      expect([name, items.length > 0]).toEqual([name, true]);
      // The worker of the story looks once a day.
      expect(items.filter(({ outcome }) => outcome === 'missed')).toEqual([]);
    }
    expect(await read('/organization')).toMatchObject({ name: 'Lighthouse Demo School', reviewDueHours: 48 });
    expect(await list('/exports')).toMatchObject([{ kind: 'progress', format: 'csv' }]);
  });

  it('has a coach whose calendar elsewhere cannot be read', async () => {
    expect(await list('/calendar-connections')).toMatchObject([
      { provider: 'caldav', label: 'School calendar', lastReadAt: null, calendars: null },
    ]);
  });

  it('tells its history in the order of its ids, and nothing of it is in the future', async () => {
    const { rows } = await tenant.rows<{ ordered: boolean; past: boolean }>(
      `select bool_and(occurred_at >= before) as ordered, max(occurred_at) < now() as past from (
         select occurred_at, lag(occurred_at, 1, '-infinity') over (order by id) as before
         from audit_entries where organization_id = $1) a`,
    );
    expect(rows).toEqual([{ ordered: true, past: true }]);
  });
});

/** Compares the lists of members with the cockpits. */
async function signalsWithoutMembers({ cohortIds, keys }: DemoSchool): Promise<Signal[]> {
  const reader = new Client(app, keys.owner);
  const shown = new Set<Signal>();
  for (const cohortId of Object.values(cohortIds)) {
    const numbers = numbersOf(await readCockpit(cohortId, reader));
    for (const signal of SIGNALS) {
      const members = await list(`/cohorts/${cohortId}/cockpit/members?signal=${signal}`, reader);
      const counts = members.map(({ count }) => (signal === 'repeated_absences' ? 1 : Number(count)));
      const sum = counts.reduce((one, other) => one + other, 0);
      expect([cohortId, signal, sum]).toEqual([cohortId, signal, numbers[signal]]);
      if (sum > 0) shown.add(signal);
    }
  }
  return SIGNALS.filter((signal) => !shown.has(signal));
}

async function contentAt(url: string): Promise<Buffer> {
  const { status, body } = await request(app.url).get(new URL(url).pathname).responseType('blob');
  expect(status).toBe(200);
  return body as Buffer;
}

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function readCockpit(cohortId: string, reader = owner): Promise<Cockpit> {
  return read<Cockpit>(`/cohorts/${cohortId}/cockpit`, reader);
}

/** What the cockpit shows for each signal; where it is not measured, as for an empty list. */
function numbersOf(cockpit: Cockpit): Record<Signal, number> {
  const { members, rhythm, reviews, blockers, absences, withoutIntervention } = cockpit;
  const { total: all, active, pending, completed } = members;
  return {
    all,
    active,
    pending,
    completed,
    paused: all - active - pending - completed,
    ...rhythm,
    reviews: reviews.total,
    overdue_reviews: reviews.highlighted,
    blockers: blockers.total,
    urgent_blockers: blockers.highlighted,
    absences: absences.measured ? absences.total : 0,
    repeated_absences: absences.measured ? absences.highlighted : 0,
    without_intervention: withoutIntervention,
  };
}

async function list(path: string, reader = owner, limit = 100): Promise<Item[]> {
  const page = await read(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}`, reader);
  expect(page.nextCursor).toBeNull();
  return page.items as Item[];
}

async function read<Data = Item>(path: string, reader = owner): Promise<Data> {
  const { status, body } = await reader.get(path);
  expect([path, status]).toEqual([path, 200]);
  return (body as { data: Data }).data;
}
