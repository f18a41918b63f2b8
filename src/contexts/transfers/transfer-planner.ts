import { Injectable } from '@nestjs/common';
import { EnrollmentTransfer, readSeats, type TransferredEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { listFollowUpToTransfer, lockFollowUpToTransfer } from '#contexts/follow-up/follow-up.public.js';
import {
  listMembershipsToTransfer,
  lockGroupsToTransfer,
  lockMembershipsToTransfer,
} from '#contexts/groups/groups.public.js';
import {
  isActiveMember,
  listCoachAssignments,
  lockCoachAssignments,
  type LockedAssignments,
} from '#contexts/identity/identity.public.js';
import { listQuestionsToTransfer, lockQuestionsToTransfer } from '#contexts/media/media.public.js';
import { listTasksToTransfer, lockTasksToTransfer } from '#contexts/tasks/tasks.public.js';
import { lockedByAnother } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { planTransfer, type CohortPlace, type TransferPlan, type TransferState } from './transfer-plan.js';
import { transferTables } from './transfers.tables.js';

const COHORTS = `select id, program_id as "programId", status, capacity, timezone from cohorts
  where organization_id = :organization and id = any(:ids::uuid[])
  order by id`;
const listCohorts = transferTables
  .statement('list_cohorts_of_transfer', { ids: 'uuid[]' }, COHORTS)
  .returning<CohortPlace>();
// In order of their ids: a transfer in the other direction waits.
const lockCohorts = transferTables
  .statement('lock_cohorts_of_transfer', { ids: 'uuid[]' }, `${COHORTS} for update`)
  .returning<CohortPlace>();

/** The plan of a transfer and the rows that it moves, all locked. */
interface LockedTransfer {
  enrollment: TransferredEnrollment;
  assignments: LockedAssignments;
  plan: TransferPlan;
}

/** Reads what decides on a transfer, with locks or without. Undefined where there is no cohort to transfer to. */
@Injectable()
export class TransferPlanner {
  constructor(private readonly enrollments: EnrollmentTransfer) {}

  async preview(scope: Scope, enrollmentId: string, toCohortId: string): Promise<TransferPlan | undefined> {
    const enrollment = await this.enrollments.get(scope, enrollmentId);
    const places = await scope.query(listCohorts, { ids: [enrollment.cohortId, toCohortId] });
    const to = places.find(({ id }) => id === toCohortId);
    if (!to) return undefined;
    const state = {
      ...(await this.place(scope, enrollment, places, to)),
      isMemberActive: await isActiveMember(scope, enrollment.memberId),
      tasks: await listTasksToTransfer(scope, enrollmentId),
      followUp: await listFollowUpToTransfer(scope, enrollmentId),
      questions: await listQuestionsToTransfer(scope, enrollmentId),
      memberships: await listMembershipsToTransfer(scope, enrollmentId),
      coaches: await listCoachAssignments(scope, enrollmentId),
    };
    return planTransfer(state, { keepCoaches: true });
  }

  /** Everything that the plan names is locked: cohorts, groups, enrollment, members, and then what belongs to it. */
  async lock(
    uow: UnitOfWork,
    enrollmentId: string,
    { toCohortId, keepCoaches }: { toCohortId: string; keepCoaches: boolean },
  ): Promise<LockedTransfer | undefined> {
    const { cohortId } = await this.enrollments.get(uow, enrollmentId);
    const places = await uow.query(lockCohorts, { ids: [cohortId, toCohortId] });
    const to = places.find(({ id }) => id === toCohortId);
    if (!to) return undefined;
    const groups = await lockGroupsToTransfer(uow, enrollmentId);
    const enrollment = await this.enrollments.lock(uow, enrollmentId);
    const coaching = { enrollment: enrollmentId, memberId: enrollment.memberId };
    const { isActive, assignments } = await lockCoachAssignments(uow, coaching);
    const state = {
      ...(await this.place(uow, enrollment, places, to)),
      isMemberActive: isActive,
      tasks: await lockTasksToTransfer(uow, enrollmentId),
      followUp: await lockFollowUpToTransfer(uow, enrollmentId),
      questions: await lockQuestionsToTransfer(uow, enrollmentId),
      memberships: await lockMembershipsToTransfer(uow, enrollmentId),
      coaches: assignments,
    };
    // The enrollment joined another group before it was locked: groups come before it.
    if (!state.memberships.every(({ groupId }) => groups.has(groupId))) throw lockedByAnother();
    return { enrollment, assignments, plan: planTransfer(state, { keepCoaches }) };
  }

  private async place(
    scope: Scope,
    { cohortId, memberId, status }: TransferredEnrollment,
    places: readonly CohortPlace[],
    to: CohortPlace,
  ): Promise<Pick<TransferState, 'status' | 'from' | 'to' | 'seats'>> {
    const from = places.find(({ id }) => id === cohortId) ?? to;
    return { status, from, to, seats: await readSeats(scope, { cohortId: to.id, memberId }) };
  }
}
