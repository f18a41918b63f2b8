import { beforeAll, describe, expect, it } from '@jest/globals';
import { DemoSchoolLoader, type DemoSchool } from '#demo/demo-school.js';
import { SIGNALS, type Signal } from '#insights/cockpit-member/cockpit-member.signals.js';
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

const app = useApp();
const tenant = new Tenant(app);
let demo: DemoSchool;
let owner: Client;

beforeAll(async () => {
  demo = await app.nest.get(DemoSchoolLoader, { strict: false }).load();
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
    expect(rows.map(({ status }) => status)).toEqual(['completed', 'planned']);
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

async function list(path: string, reader = owner): Promise<Item[]> {
  const page = await read(`${path}${path.includes('?') ? '&' : '?'}limit=100`, reader);
  expect(page.nextCursor).toBeNull();
  return page.items as Item[];
}

async function read<Data = Item>(path: string, reader = owner): Promise<Data> {
  const { status, body } = await reader.get(path);
  expect([path, status]).toEqual([path, 200]);
  return (body as { data: Data }).data;
}
