import { content, question } from '../support/builders/form.js';
import type { School } from '../support/school.js';
import { expectedOf } from './operations.js';

/** The deadline of the tasks that are extended. */
export const FIRST_DEADLINE = '2030-01-01T12:00:00.000Z';

const SEAT_COHORTS = 4;
const TASKED = 6;
const NEWCOMER_TASKS = 3;
/** Below the number of responsibilities that a member may have. */
const COACHED = 40;

export interface Handover {
  fromMemberId: string;
  toMemberId: string;
}

/** What the writes on many are about. Who is given out once more than there is gets what an earlier key has used. */
export interface ManyGround {
  /** Their seats are fewer than those who want one. */
  seatCohorts: string[];
  memberIds: string[];
  transferable: string[];
  handovers: Handover[];
  cohortTaskIds: string[];
  extendable: string[];
  importIds: string[];
  /** Their staff answer a form about them, once each. */
  answering: string[];
  formAssignmentId: string;
}

/** Enough for so many keys. */
export async function buildMany(school: School, keys: number, coached: readonly string[]): Promise<ManyGround> {
  const candidates = expectedOf('bulk_enroll', keys);
  const capacity = Math.ceil(candidates * 0.4);
  const seatCohorts = await times(SEAT_COHORTS, () => school.cohort({ capacity }));
  const memberIds = await times(candidates, async () => (await school.person()).memberId);
  return {
    seatCohorts,
    memberIds,
    transferable: await transferable(school, keys),
    handovers: await handovers(school, keys, coached),
    cohortTaskIds: await cohortTasks(school, keys, seatCohorts),
    extendable: await extendable(school),
    importIds: await imports(school, keys),
    ...(await answering(school, keys)),
  };
}

async function answering(school: School, keys: number): Promise<Pick<ManyGround, 'answering' | 'formAssignmentId'>> {
  const cohort_id = await school.cohort();
  const questions = [
    question({ key: 'mood', kind: 'scale', min: 0, max: 10 }),
    question({ key: 'words', kind: 'text' }),
  ];
  const form_version_id = await school.formVersion({ content: content(...questions) });
  const formAssignmentId = await school.formAssignment({ form_version_id, cohort_id, answered_by: 'staff' });
  const ids = await times(expectedOf('submit_form_response', keys), () =>
    school.enrollment({ cohort_id, status: 'active' }),
  );
  return { answering: ids, formAssignmentId };
}

/** Enrollments with open work of every kind and a coach. */
async function transferable(school: School, keys: number): Promise<string[]> {
  const cohortId = await school.cohort();
  let coach = '';
  return times(expectedOf('transfer_enrollment', keys), async (index) => {
    if (index % COACHED === 0) coach = (await school.person()).memberId;
    const id = await school.enrollment({ cohort_id: cohortId });
    await school.task({ enrollment_id: id });
    const blockerId = await school.blocker(id);
    await school.intervention(id, { blocker_id: blockerId });
    await school.assign(coach, { role: 'coach', enrollmentId: id });
    return id;
  });
}

/** Coaches with responsibilities and planned interventions, and fewer successors. */
async function handovers(school: School, keys: number, coached: readonly string[]): Promise<Handover[]> {
  const enrollmentIds = coached.slice(0, 3);
  let successor = '';
  return times(expectedOf('hand_over_work', keys), async (index) => {
    if (index % 10 === 0) successor = (await school.person()).memberId;
    const { memberId: fromMemberId, accountId } = await school.person();
    for (const enrollmentId of enrollmentIds) {
      await school.assign(fromMemberId, { role: 'coach', enrollmentId });
      await school.intervention(enrollmentId, { owner_account_id: accountId });
    }
    return { fromMemberId, toMemberId: successor };
  });
}

/** Drafts: most for a cohort that stays as it is, some for those who get a seat meanwhile. */
async function cohortTasks(school: School, keys: number, seatCohorts: readonly string[]): Promise<string[]> {
  const cohortId = await school.cohort();
  await times(TASKED, () => school.enrollment({ cohort_id: cohortId }));
  const format = [{ kind: 'link', mimeTypes: [] }];
  const deliverable = { title: 'Plan', expectations: null, criteria: null, acceptedFormats: format };
  const template = JSON.stringify({ ...deliverable, expectedReviewerRole: 'coach' });
  const forNewcomers = seatCohorts.flatMap((id) => Array<string>(NEWCOMER_TASKS).fill(id));
  const tasks = await times(expectedOf('publish_cohort_task', keys), async (index) => {
    const newcomers = index % 2 === 0 ? forNewcomers.pop() : undefined;
    return newcomers
      ? school.cohortTask({ cohort_id: newcomers, new_enrollments: true })
      : school.cohortTask({ cohort_id: cohortId, deliverable: index % 3 === 0 ? template : null });
  });
  return tasks;
}

async function extendable(school: School): Promise<string[]> {
  const cohortId = await school.cohort();
  return times(TASKED, async () => {
    const id = await school.enrollment({ cohort_id: cohortId });
    for (const title of ['One', 'Two']) await school.task({ enrollment_id: id, title, due_at: FIRST_DEADLINE });
    return id;
  });
}

async function imports(school: School, keys: number): Promise<string[]> {
  const cohortId = await school.cohort();
  const row = { cohort_id: cohortId, enrollment_status: 'active', enrollment_plan: 'create' };
  return times(expectedOf('commit_people_import', keys), () => school.peopleImport([row, row, {}]));
}

async function times<Made>(count: number, make: (index: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (let index = 0; index < count; index += 1) made.push(await make(index));
  return made;
}
