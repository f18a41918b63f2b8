import { CUTS } from './commit-proxy.js';
import { Dice } from '../support/dice.js';
import type { Ground } from './ground.js';

export const FAULTS = [
  'kill postmaster',
  'kill backend',
  'kill service',
  'kill services between sending and recording',
  'terminate backends',
  'cut after COMMIT',
  'cut after COMMIT, worker',
  'deadlock',
  'lock held',
  'serializable',
] as const;

export type FaultKind = (typeof FAULTS)[number];

/** The faults that are a kill -9. */
export const KILLS: readonly FaultKind[] = FAULTS.filter((kind) => kind.startsWith('kill'));

/** How often each fault happens to ten thousand keys. */
const PER_TEN_THOUSAND: Record<FaultKind, number> = {
  'kill postmaster': 10,
  'kill backend': 8,
  'kill service': 10,
  'kill services between sending and recording': 4,
  'terminate backends': 12,
  'cut after COMMIT': 60,
  'cut after COMMIT, worker': 6,
  deadlock: 8,
  'lock held': 4,
  serializable: 4,
};

/** In a run of any length each fault happens at least once; a cut in each of its ways. */
const AT_LEAST: Partial<Record<FaultKind, number>> = { 'cut after COMMIT': CUTS.length };

export type OperationName =
  'create_group' | 'plan_intervention' | 'configure_cohort' | 'create_deliverable' | 'rotate_webhook_secret';

/** One write: sent under its key by one client or by several at once. */
export interface PlannedKey {
  key: string;
  operation: OperationName;
  method: 'POST' | 'PATCH';
  path: string;
  body: Record<string, unknown>;
  clients: number;
  /** Clients that do not try again, whatever comes: the key stays as the first attempt left it. */
  once: boolean;
  /** The first attempt is abandoned by the client after so many milliseconds. */
  hangUpAfterMs: number | null;
  /** For a rotation: the subscription. */
  subscriptionId?: string;
}

/** Keys that are sent, and the fault that meets them once the first of them are under way. */
export interface Round {
  keys: PlannedKey[];
  fault: FaultKind;
  /** So many of the keys are begun before the fault. */
  begunBefore: number;
  /** Keys that the fault sends itself, so that it surely meets one. */
  baits: PlannedKey[];
}

const SHARES: readonly [OperationName, number][] = [
  ['create_group', 0.4],
  ['plan_intervention', 0.66],
  ['configure_cohort', 0.82],
  ['create_deliverable', 0.92],
  ['rotate_webhook_secret', 1],
];

const BAITS: Partial<Record<FaultKind, number>> = { deadlock: 3, serializable: 6 };

/** Enough tasks for the deliverables of so many keys. */
export function tasksFor(keys: number): number {
  return Math.ceil(keys * 0.12) + 20;
}

export function secretOf(key: string): string {
  return `a-secret-made-for-${key}`;
}

/** Everything that a seed determines: the keys, what is sent under them, and which faults meet them when. */
export class Plan {
  readonly rounds: Round[];
  private readonly dice: Dice;
  private made = 0;
  private task = 0;

  constructor(
    private readonly ground: Ground,
    seed: number,
    keys: number,
  ) {
    this.dice = new Dice(seed);
    const faults = this.dice.shuffle(FAULTS.flatMap((kind) => Array<FaultKind>(timesOf(kind, keys)).fill(kind)));
    const baits = faults.map((fault) => Array.from({ length: BAITS[fault] ?? 1 }, () => this.bait(fault)));
    let left = keys;
    this.rounds = faults.map((fault, index) => {
      const size = Math.max(1, Math.round(left / (faults.length - index)));
      left -= size;
      const round = Array.from({ length: size }, () => this.key());
      return { keys: round, fault, begunBefore: this.dice.below(Math.ceil(size / 2)), baits: baits[index] };
    });
  }

  private key(): PlannedKey {
    const roll = this.dice.next();
    const operation = SHARES.find(([, below]) => roll < below)?.[0] ?? 'create_group';
    return {
      ...this.write(operation, this.dice.pick(this.ground.cohorts)),
      clients: this.dice.chance(0.2) ? 2 + this.dice.below(3) : 1,
      once: this.dice.chance(0.08),
      hangUpAfterMs: this.dice.chance(0.05) ? this.dice.below(25) : null,
    };
  }

  /** Rivals and serializable spells need writes of one row; the other faults take any write with an event. */
  private bait(fault: FaultKind): PlannedKey {
    const contended = fault === 'deadlock' || fault === 'lock held' || fault === 'serializable';
    const operation = contended ? 'configure_cohort' : 'create_group';
    return { ...this.write(operation, this.ground.rivalCohort), clients: 1, once: false, hangUpAfterMs: null };
  }

  private write(operation: OperationName, cohort: { id: string; phaseIds: string[] }) {
    this.made += 1;
    const key = `k-${String(this.made).padStart(6, '0')}`;
    switch (operation) {
      case 'create_group':
        return post(key, operation, '/groups', { name: key, type: 'level', scope: 'organization' });
      case 'plan_intervention':
        return post(key, operation, `/enrollments/${this.dice.pick(this.ground.enrollmentIds)}/interventions`, {
          reason: 'late',
          title: key,
          channel: 'call',
          ownerUserId: this.ground.ownerAccountId,
          dueAt: '2099-01-01T10:00:00Z',
          expectedOutcome: 'A new date is agreed on',
        });
      case 'configure_cohort': {
        const phases = cohort.phaseIds.map((id, index) => ({ id, name: `Phase of ${key}`, position: index + 1 }));
        return { ...post(key, operation, `/cohorts/${cohort.id}`, { name: key, phases }), method: 'PATCH' as const };
      }
      case 'create_deliverable': {
        // Often a second key for the task before: the one that comes later is refused.
        if (this.task === 0 || (!this.dice.chance(0.2) && this.task < this.ground.taskIds.length)) this.task += 1;
        return post(key, operation, `/member-tasks/${this.ground.taskIds[this.task - 1]}/deliverables`, {
          title: key,
          acceptedFormats: [{ kind: 'link' }],
          expectedReviewerRole: 'coach',
        });
      }
      case 'rotate_webhook_secret': {
        const subscriptionId = this.dice.pick(this.ground.rotating).id;
        const path = `/webhook-subscriptions/${subscriptionId}/rotate-secret`;
        return { ...post(key, operation, path, { secret: secretOf(key) }), subscriptionId };
      }
    }
  }
}

function post(key: string, operation: OperationName, path: string, body: Record<string, unknown>) {
  return { key, operation, method: 'POST' as const, path, body };
}

function timesOf(kind: FaultKind, keys: number): number {
  return Math.max(AT_LEAST[kind] ?? 1, Math.round((PER_TEN_THOUSAND[kind] * keys) / 10_000));
}
