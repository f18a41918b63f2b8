import { Injectable } from '@nestjs/common';
import { EnrollmentTransfer, readSeats, type TransferredEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { followUpToTransfer } from '#contexts/follow-up/follow-up.public.js';
import { lockGroupsToTransfer, membershipsToTransfer } from '#contexts/groups/groups.public.js';
import {
  isActiveMember,
  listCoachAssignments,
  lockCoachAssignments,
  type LockedAssignments,
} from '#contexts/identity/identity.public.js';
import { questionsToTransfer } from '#contexts/media/media.public.js';
import { lockSaleOfEnrollment } from '#contexts/selling/selling.public.js';
import { tasksToTransfer } from '#contexts/tasks/tasks.public.js';
import { lockedByAnother } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { planTransfer, type CohortPlace, type TransferPlan, type TransferState } from './transfer-plan.js';
import { transferTables } from './transfers.tables.js';

// In order of their ids: a transfer in the other direction waits.
const cohortsOfTransfer = transferTables
  .lockable(
    'cohorts_of_transfer',
    { ids: 'uuid[]' },
    `select id, program_id as "programId", status, capacity, timezone from cohorts
     where organization_id = :organization and id = any(:ids::uuid[])
     order by id`,
  )
  .returning<CohortPlace>();

/** The plan of a transfer and the rows that it moves, all locked. */
interface LockedTransfer {
  enrollment: TransferredEnrollment;
  /** By which the enrollment was sold. */
  sale: Awaited<ReturnType<typeof lockSaleOfEnrollment>>;
  assignments: LockedAssignments;
  plan: TransferPlan;
}

/** Reads what decides on a transfer, with locks or without. Undefined where there is no cohort to transfer to. */
@Injectable()
export class TransferPlanner {
  constructor(private readonly enrollments: EnrollmentTransfer) {}

  async preview(scope: Scope, enrollmentId: string, toCohortId: string): Promise<TransferPlan | undefined> {
    const enrollment = await this.enrollments.get(scope, enrollmentId);
    const ids = [enrollment.cohortId, toCohortId];
    const places = await scope.query(cohortsOfTransfer.list, { ids });
    const to = places.find(({ id }) => id === toCohortId);
    if (!to) return undefined;
    const state = {
      isMemberActive: await isActiveMember(scope, enrollment.memberId),
      ...(await this.read(scope, 'list', enrollment, places, to)),
      coaches: await listCoachAssignments(scope, enrollmentId),
    };
    return planTransfer(state, { keepCoaches: true });
  }

  /** Everything that the plan names is locked: cohorts, groups, sale, enrollment, members, and then what belongs to it. */
  async lock(
    uow: UnitOfWork,
    enrollmentId: string,
    { toCohortId, keepCoaches }: { toCohortId: string; keepCoaches: boolean },
  ): Promise<LockedTransfer | undefined> {
    const { cohortId } = await this.enrollments.get(uow, enrollmentId);
    const places = await uow.query(cohortsOfTransfer.lock, { ids: [cohortId, toCohortId] });
    const to = places.find(({ id }) => id === toCohortId);
    if (!to) return undefined;
    const groups = await lockGroupsToTransfer(uow, enrollmentId);
    const sale = await lockSaleOfEnrollment(uow, enrollmentId);
    const enrollment = await this.enrollments.lock(uow, enrollmentId);
    const coaching = { enrollment: enrollmentId, memberId: enrollment.memberId };
    const { isActive, assignments } = await lockCoachAssignments(uow, coaching);
    const state = {
      isMemberActive: isActive,
      ...(await this.read(uow, 'lock', enrollment, places, to)),
      coaches: assignments,
    };
    // The enrollment joined another group before it was locked: groups come before it.
    if (!state.memberships.every(({ groupId }) => groups.has(groupId))) throw lockedByAnother();
    return { enrollment, sale, assignments, plan: planTransfer(state, { keepCoaches }) };
  }

  private async read(
    scope: Scope,
    form: 'list' | 'lock',
    { id: enrollment, cohortId, memberId, status }: TransferredEnrollment,
    places: readonly CohortPlace[],
    to: CohortPlace,
  ): Promise<Omit<TransferState, 'isMemberActive' | 'coaches'>> {
    return {
      status,
      from: places.find(({ id }) => id === cohortId) ?? to,
      to,
      seats: await readSeats(scope, { cohortId: to.id, memberId }),
      tasks: await scope.query(tasksToTransfer[form], { enrollment }),
      followUp: await followUpToTransfer(scope, form, enrollment),
      questions: await scope.query(questionsToTransfer[form], { enrollment }),
      memberships: await scope.query(membershipsToTransfer[form], { enrollment }),
    };
  }
}
