import { Injectable } from '@nestjs/common';
import { EnrollmentTransfer, cohortFull, seatTaken } from '#contexts/enrollments/enrollments.public.js';
import { transferBookings } from '#contexts/bookings/bookings.public.js';
import { transferFollowUp } from '#contexts/follow-up/follow-up.public.js';
import { transferResponses } from '#contexts/forms/forms.public.js';
import { transferMemberships } from '#contexts/groups/groups.public.js';
import { transferCoaches } from '#contexts/identity/identity.public.js';
import { transferQuestions } from '#contexts/media/media.public.js';
import { moveSale } from '#contexts/selling/selling.public.js';
import { transferTasks } from '#contexts/tasks/tasks.public.js';
import { addCalendarDays } from '#kernel/clock';
import { invalidField, notFound, wrongStatus, type ServiceError } from '#kernel/errors';
import { INSTANT_RANGE, isInstantInRange, toResource } from '#kernel/fields';
import type { Scope, UnitOfWork } from '#kernel/work';
import { MovedRows, TransferPreview, type Transfer, type TransferRequest } from './transfer.dto.js';
import { enrollmentTransferred, tooManyToMove } from './transfer.operations.js';
import type { TransferPlan } from './transfer-plan.js';
import { TransferPlanner } from './transfer-planner.js';

@Injectable()
export class TransferService {
  constructor(
    private readonly planner: TransferPlanner,
    private readonly enrollments: EnrollmentTransfer,
  ) {}

  async preview(scope: Scope, id: string, toCohortId: string): Promise<TransferPreview> {
    const plan = await this.planner.preview(scope, id, toCohortId);
    if (!plan) throw notFound();
    const { refusals, to, seats } = plan;
    const available = to.capacity === null ? null : Math.max(0, to.capacity - seats.taken);
    const capacity = { limited: available !== null, available };
    return toResource(TransferPreview, { ...plan, possible: refusals.length === 0, capacity, asOf: scope.now });
  }

  async transfer(uow: UnitOfWork, id: string, request: TransferRequest): Promise<Transfer> {
    const { toCohortId, reason, keepCoaches = true, giveCohortTasks = true } = request;
    const locked = await this.planner.lock(uow, id, { toCohortId, keepCoaches });
    if (!locked) throw invalidField('toCohortId', 'must be a cohort of the organization');
    const { enrollment, sale, assignments, plan } = locked;
    if (enrollment.cohortId === toCohortId) throw invalidField('toCohortId', 'must be another cohort');
    if (plan.refusals.length > 0) throw refused(plan.refusals[0], plan);
    const transferred = this.enrollments.transfer(uow, enrollment, { cohortId: toCohortId, reason });
    const ids = { from: id, to: transferred.to.id };
    transferTasks(uow, plan.tasks, ids, deadlinesAfter(request, plan));
    transferFollowUp(uow, plan.followUp, ids);
    transferBookings(uow, plan.followUp.coachingSessions, ids.to);
    transferQuestions(uow, plan.questions, ids);
    transferResponses(uow, ids, toCohortId);
    transferMemberships(uow, plan, ids);
    transferCoaches(uow, assignments, keepCoaches ? ids.to : null);
    if (sale) await moveSale(uow, sale, { cohortId: toCohortId, enrollmentId: ids.to });
    await this.enrollments.arrive(uow, transferred, giveCohortTasks);
    const { moves: moved, ends: ended } = plan;
    const to = { toEnrollmentId: ids.to, toCohortId };
    const { cohortId, memberId } = enrollment;
    uow.record(enrollmentTransferred, {
      targetId: id,
      changes: { ...to, moved, ended },
      data: { enrollmentId: id, cohortId, memberId, ...to, moved: toResource(MovedRows, moved) },
    });
    return { ...(await this.enrollments.describe(uow, transferred)), moved, ended };
  }
}

/** The error for the first of the refusals that the preview names. */
function refused({ code, issue }: TransferPlan['refusals'][number], { status, to }: TransferPlan): ServiceError {
  if (code === 'status') return wrongStatus('enrollment', status, issue);
  if (code === 'cohort_closed') return wrongStatus('cohort', to.status, issue);
  if (code === 'member_detached') return wrongStatus('member', 'detached', issue);
  if (code === 'too_many') return tooManyToMove.error(issue);
  return (code === 'cohort_full' ? cohortFull : seatTaken).error(issue);
}

/** The deadline after the transfer, by the one before it. */
function deadlinesAfter({ deadlines = 'keep', shiftDays = 0 }: TransferRequest, { from, to }: TransferPlan) {
  return (deadline: Date): Date | null => {
    if (deadlines === 'keep') return deadline;
    if (deadlines === 'clear') return null;
    const shifted = addCalendarDays(deadline, shiftDays, from.timezone, to.timezone);
    if (isInstantInRange(shifted)) return shifted;
    throw invalidField('shiftDays', `must not move a deadline out of ${INSTANT_RANGE}`);
  };
}
