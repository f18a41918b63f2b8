import type { Dice } from '../support/dice.js';
import type { Ground, PhasedCohort } from './ground.js';
import { OPERATIONS, type OperationName } from './operations.js';

/** One write and its key. */
export interface Write {
  key: string;
  operation: OperationName;
  method: 'POST' | 'PATCH';
  path: string;
  body: Record<string, unknown>;
  /** For a rotation: the subscription. */
  subscriptionId?: string;
  /** Of whoever sends it; by default the owner. */
  apiKey?: string;
}

type Request = Pick<Write, 'path' | 'body'> & Partial<Write>;

const NAMES = Object.keys(OPERATIONS) as OperationName[];
const DUE = '2099-01-01T10:00:00Z';

export function secretOf(key: string): string {
  return `a-secret-made-for-${key}`;
}

/** Makes writes, as the dice fall. */
export class Workload {
  private made = 0;
  /** How many of the things that serve one write were given out. */
  private readonly used = new Map<readonly unknown[], number>();

  constructor(
    private readonly ground: Ground,
    private readonly dice: Dice,
  ) {}

  anyWrite(): Write {
    let roll = this.dice.next() * NAMES.reduce((sum, name) => sum + OPERATIONS[name].share, 0);
    const operation = NAMES.find((name) => (roll -= OPERATIONS[name].share) < 0) ?? 'create_group';
    return this.write(operation, this.dice.pick(this.ground.cohorts));
  }

  write(operation: OperationName, cohort: PhasedCohort): Write {
    this.made += 1;
    const key = `k-${String(this.made).padStart(6, '0')}`;
    return { key, operation, method: 'POST', ...this.request(operation, key, cohort) };
  }

  private request(operation: OperationName, key: string, cohort: PhasedCohort): Request {
    const { dice, ground } = this;
    const { many } = ground;
    switch (operation) {
      case 'create_group':
        return { path: '/groups', body: { name: key, type: 'level', scope: 'organization' } };
      case 'plan_intervention':
        return { path: `/enrollments/${dice.pick(ground.enrollmentIds)}/interventions`, body: this.plan(key) };
      case 'configure_cohort': {
        const phases = cohort.phaseIds.map((id, index) => ({ id, name: `Phase of ${key}`, position: index + 1 }));
        return { method: 'PATCH', path: `/cohorts/${cohort.id}`, body: { name: key, phases } };
      }
      case 'create_deliverable': {
        const body = { title: key, acceptedFormats: [{ kind: 'link' }], expectedReviewerRole: 'coach' };
        return { path: `/member-tasks/${this.next(ground.taskIds)}/deliverables`, body };
      }
      case 'rotate_webhook_secret': {
        const subscriptionId = dice.pick(ground.rotating).id;
        const path = `/webhook-subscriptions/${subscriptionId}/rotate-secret`;
        return { path, body: { secret: secretOf(key) }, subscriptionId };
      }
      case 'bulk_enroll': {
        const items = this.some(many.memberIds).map((memberId) => ({ memberId }));
        const path = `/cohorts/${dice.pick(many.seatCohorts)}/bulk-enrollments`;
        return { path, body: { status: 'active', items, onRefusal: this.onRefusal() } };
      }
      case 'bulk_plan_interventions': {
        const inCohort = ground.enrollmentIds.filter((_, index) => ground.cohortOf(index) === cohort);
        const items = this.some(inCohort).map((enrollmentId) => ({ enrollmentId }));
        const body = { ...this.plan(`Of ${key}`), items, onRefusal: this.onRefusal() };
        return { path: `/cohorts/${cohort.id}/bulk-interventions`, body };
      }
      case 'transfer_enrollment': {
        const toCohortId = dice.pick(many.seatCohorts);
        return { path: `/enrollments/${this.next(many.transferable)}/transfer`, body: { toCohortId, reason: key } };
      }
      case 'hand_over_work': {
        const { fromMemberId, toMemberId } = this.next(many.handovers);
        return { path: `/members/${fromMemberId}/handover`, body: { toMemberId } };
      }
      case 'publish_cohort_task':
        return { path: `/cohort-tasks/${this.next(many.cohortTaskIds)}/publish`, body: {} };
      case 'book_slot': {
        const { bookingTypeId, bookable, slots } = ground.times;
        const body = { enrollmentId: dice.pick(bookable), startsAt: dice.pick(slots) };
        return { path: `/booking-types/${bookingTypeId}/bookings`, body };
      }
      case 'extend_deadlines': {
        const path = `/enrollments/${dice.pick(many.extendable)}/deadline-extensions`;
        return { path, body: { scope: 'all', days: 1, reason: key } };
      }
      case 'submit_form_response': {
        const path = `/form-assignments/${many.formAssignmentId}/responses/${this.next(many.answering)}/submit`;
        return { path, body: { revision: 0, answers: { mood: 1 + dice.below(9), words: key } } };
      }
      case 'record_payment': {
        const body = { amount: 100, currency: 'EUR', method: 'cash', reference: key };
        return { path: `/sales/${dice.pick(ground.payments.recordable)}/payments`, body };
      }
      case 'create_checkout':
        return { path: `/sales/${this.next(ground.payments.payable)}/checkouts`, body: { pay: 'due' } };
      case 'refund_payment': {
        const path = `/payments/${this.next(ground.payments.refundable)}/refunds`;
        return { path, body: { amount: 90_000, reason: key, enrollment: 'keep', claim: 'keep' } };
      }
      case 'create_post': {
        const { spaceId, threads, authors } = ground.community;
        const parentId = dice.chance(0.5) ? dice.pick(threads) : null;
        return { path: `/spaces/${spaceId}/posts`, body: { body: key, parentId }, apiKey: this.each(authors) };
      }
      case 'report_post': {
        const { postId, apiKey } = this.next(ground.community.reports);
        return { path: `/posts/${postId}/reports`, body: { reason: 'other', text: key }, apiKey };
      }
      case 'create_my_upload':
        return { path: '/me/uploads', body: { name: key, mimeType: 'text/plain', byteSize: 1 + dice.below(1_000) } };
      case 'commit_people_import':
        return { path: `/people-imports/${this.next(many.importIds)}/commit`, body: { onRefusal: this.onRefusal() } };
    }
  }

  private plan(title: string) {
    const { ownerAccountId: ownerUserId } = this.ground;
    const expectedOutcome = 'A new date is agreed on';
    return { reason: 'late', title, channel: 'call', ownerUserId, dueAt: DUE, expectedOutcome };
  }

  private onRefusal(): string {
    return this.dice.chance(0.5) ? 'stop' : 'skip';
  }

  /** Up to three of them. */
  private some<Item>(items: readonly Item[]): Item[] {
    return this.dice.shuffle(items).slice(0, 1 + this.dice.below(3));
  }

  /** Often the one before, for a second key: the one that comes later finds nothing to do or is refused. */
  private next<Item>(items: readonly Item[]): Item {
    let used = this.used.get(items) ?? 0;
    if (used === 0 || (!this.dice.chance(0.2) && used < items.length)) used += 1;
    this.used.set(items, used);
    return items[used - 1];
  }
  /** One after the other. */
  private each<Item>(items: readonly Item[]): Item {
    const used = this.used.get(items) ?? 0;
    if (used >= items.length) throw new Error('more writes than were provided for');
    this.used.set(items, used + 1);
    return items[used];
  }
}
