import { instantOf } from '#kernel/clock';
import type { Created, Door, Doors } from '../door.js';
import type { Story } from '../story.js';
import type {
  CoachPlan,
  CohortPlan,
  EventPlan,
  GroupPlan,
  ImportPlan,
  LivePlan,
  StaffName,
  SubmissionPlan,
  TaskPlan,
} from './cohort-plan.js';

const HOUR_MS = 3_600_000;
const LIVE_AT_HOUR = 18;
/** A live session is announced so many days before it. */
const ANNOUNCED_BEFORE = 7;

interface Items<Item> {
  items: Item[];
}

/** Somebody of the staff, and what they do with their key. */
export interface Colleague {
  memberId: string;
  accountId: string;
  door: Door;
}

export type Staff = Readonly<Record<StaffName, Colleague>>;

/** Tells what happened in one cohort, and knows its ids while the story goes on. */
export class CohortTeller {
  cohortId: string;
  /** By first name. */
  readonly enrollments = new Map<string, string>();
  private phases: Created[] = [];

  constructor(
    private readonly story: Story,
    private readonly doors: Doors,
    private readonly staff: Staff,
    private readonly plan: CohortPlan,
    private readonly programId: string,
  ) {}

  /** Enters everything of the plan into the story. */
  enter(): void {
    const { created, statuses, phases, imports, coaches, groups = [], lives, tasks, events } = this.plan;
    this.story.on(created, () => this.create());
    for (const [status, day] of Object.entries(statuses)) {
      this.story.on(day, () => this.call('move_cohort_status', { status }));
    }
    for (const [position, day] of Object.values(phases).entries()) {
      if (day === null) continue;
      this.story.on(day, () => this.call('move_cohort_phase', { phaseId: this.phases[position].id }));
    }
    for (const people of imports) this.story.on(people.day, () => this.import(people));
    for (const assigned of coaches) this.story.on(assigned.day, () => this.assign(assigned));
    for (const group of groups) this.story.on(group.day, () => this.group(group));
    for (const live of lives) this.story.on(Math.min(live.day, 0) - ANNOUNCED_BEFORE, () => this.announce(live));
    for (const task of tasks) this.story.on(task.day, () => this.give(task));
    for (const event of events) this.story.on(event.day, () => this.happen(event));
  }

  idOf(name: string): string {
    const id = this.enrollments.get(name);
    if (id === undefined) throw new Error(`${name} is not enrolled in ${this.plan.name}`);
    return id;
  }

  private itemsOf(people: string): { enrollmentId: string }[] {
    return namesIn(people).map((name) => ({ enrollmentId: this.idOf(name) }));
  }

  private get owner(): Door {
    return this.staff.owner.door;
  }

  private async call(operation: string, fields: Record<string, unknown>): Promise<void> {
    await this.owner(operation, { cohortId: this.cohortId, ...fields });
  }

  private async create(): Promise<void> {
    const { name, timezone, capacity, starts, ends, phases } = this.plan;
    const cohort = await this.owner<Created & { phases: Created[] }>('create_cohort', {
      programId: this.programId,
      name: `${name} cohort`,
      timezone,
      startDate: this.story.dateOf(starts),
      endDate: ends === undefined ? null : this.story.dateOf(ends),
      capacity,
      phases: Object.keys(phases).map((phase, index) => ({ name: phase, position: index + 1 })),
    });
    this.cohortId = cohort.id;
    this.phases = cohort.phases;
  }

  private async import({ people, status }: ImportPlan): Promise<void> {
    const { name: family } = this.plan;
    const rows = namesIn(people).map((name) => ({
      name: `${name} ${family}`,
      email: `${name}.${family}@learners.example`.toLowerCase(),
      externalId: `${family}-${name}`.toUpperCase(),
    }));
    const { id: peopleImportId } = await this.owner('create_people_import', {
      label: `Registrations for the ${family} cohort`,
      rows,
      cohortId: this.cohortId,
      enrollmentStatus: status,
    });
    await this.owner('commit_people_import', { peopleImportId, onRefusal: 'stop' });
    const { items } = await this.owner<Items<{ enrollmentId: string }>>('list_people_import_rows', {
      peopleImportId,
      limit: '100',
    });
    for (const [index, name] of namesIn(people).entries()) this.enrollments.set(name, items[index].enrollmentId);
  }

  private async assign({ coach, people }: CoachPlan): Promise<void> {
    const { memberId } = this.staff[coach];
    if (people === undefined) return this.call('assign_responsibility', { memberId, role: 'coach', scope: 'cohort' });
    await this.call('bulk_assign_coach', { memberId, items: this.itemsOf(people) });
  }

  private async group({ name, type, people }: GroupPlan): Promise<void> {
    const { cohortId, programId } = this;
    const group = { name, type, scope: 'cohort', programId, cohortId };
    const { id: groupId } = await this.owner('create_group', group);
    await this.owner('bulk_start_memberships', { groupId, items: this.itemsOf(people) });
  }

  private async announce({ day, title, absent = '', excused = '' }: LivePlan): Promise<void> {
    const { timezone } = this.plan;
    const midnight = Date.parse(this.story.dateOf(day));
    const at = (hour: number) => instantOf(midnight + hour * HOUR_MS, timezone).toISOString();
    const [startsAt, endsAt] = [at(LIVE_AT_HOUR), at(LIVE_AT_HOUR + 1)];
    const session = { title, startsAt, endsAt, timezone, cohortIds: [this.cohortId] };
    const { id: liveSessionId } = await this.owner('create_live_session', session);
    if (day >= 0) return;
    const expected = [...this.enrollments.keys()];
    const statusOf = (name: string) =>
      namesIn(absent).includes(name) ? 'absent' : namesIn(excused).includes(name) ? 'excused' : 'present';
    this.story.on(day + 1, async () => {
      const entries = expected.map((name) => ({ enrollmentId: this.idOf(name), status: statusOf(name) }));
      await this.owner('record_attendance', { liveSessionId, entries });
    });
  }

  private async give(task: TaskPlan): Promise<void> {
    const { title, due, reviewer, expectations, criteria, newEnrollments, handedIn = [], completed, archived } = task;
    const acceptedFormats = [{ kind: 'link' }, { kind: 'file' }];
    const deliverable = { title, expectations, criteria, acceptedFormats, expectedReviewerRole: reviewer };
    const { id: cohortTaskId } = await this.owner('create_cohort_task', {
      cohortId: this.cohortId,
      title,
      deadline: { kind: 'at', dueAt: this.story.dayOf(due).toISOString() },
      newEnrollments,
      deliverable: reviewer && deliverable,
    });
    await this.owner('publish_cohort_task', { cohortTaskId });
    if (archived !== undefined) this.story.on(archived, () => this.owner('archive_cohort_task', { cohortTaskId }));
    const { items } = await this.owner<Items<{ enrollmentId: string; memberTaskId: string }>>(
      'list_cohort_task_members',
      { cohortTaskId, limit: '100' },
    );
    const taskOf = new Map(items.map(({ enrollmentId, memberTaskId }) => [enrollmentId, memberTaskId]));
    const of = (name: string) => ({ memberTaskId: taskOf.get(this.idOf(name)) });
    for (const name of namesIn(completed?.who ?? '')) {
      this.story.on(completed?.day ?? 0, () => this.owner('complete_member_task', of(name)));
    }
    for (const submission of handedIn) {
      for (const name of namesIn(submission.who)) {
        this.story.on(submission.day, () => this.handIn(name, of(name), submission, reviewer));
      }
    }
  }

  private async handIn(
    name: string,
    task: object,
    { reviewed }: SubmissionPlan,
    reviewer: TaskPlan['reviewer'] = 'reviewer',
  ): Promise<void> {
    const { items } = await this.owner<Items<Created>>('list_deliverables', { ...task });
    const url = `https://files.school.example/${this.plan.name}/${name}`.toLowerCase();
    const submission = { deliverableId: items[0].id, kind: 'link', url };
    const { id: submissionId } = await this.owner('create_submission', submission);
    if (!reviewed) return;
    const { day, ...review } = reviewed;
    const { door } = this.staff[reviewer];
    this.story.on(day, () => door('review_submission', { submissionId, ...review }));
  }

  private async happen({ by, who, operation, fields, then }: EventPlan, madeId?: string): Promise<void> {
    const [name, ...others] = namesIn(who ?? '');
    const path = this.doors.pathOf(operation).map((parameter): [string, string | undefined] => {
      if (parameter === 'cohortId') return [parameter, this.cohortId];
      return [parameter, parameter === 'enrollmentId' ? this.idOf(name) : madeId];
    });
    const isAboutOne = path.some(([parameter]) => parameter === 'enrollmentId');
    if (isAboutOne && others.length > 0) throw new Error(`${operation} is about one enrollment, not ${who}`);
    const sent = { ...fields, ...(isAboutOne || name === undefined ? {} : { items: this.itemsOf(who ?? '') }) };
    const { id } = await this.staff[by].door(operation, { ...Object.fromEntries(path), ...sent });
    if (then) this.story.on(then.day, () => this.happen(then, id));
  }
}

export function namesIn(names: string): string[] {
  return names.split(' ').filter((name) => name !== '');
}
