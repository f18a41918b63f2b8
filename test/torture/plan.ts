import { CUTS } from './commit-proxy.js';
import { Dice } from '../support/dice.js';
import type { Ground } from './ground.js';
import { Workload, type Write } from './workload.js';

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

/** A write that is sent by one client or by several at once. */
export interface PlannedKey extends Write {
  clients: number;
  /** Clients that do not try again, whatever comes: the key stays as the first attempt left it. */
  once: boolean;
  /** The first attempt is abandoned by the client after so many milliseconds. */
  hangUpAfterMs: number | null;
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

const BAITS: Partial<Record<FaultKind, number>> = { deadlock: 3, serializable: 6 };

/** Everything that a seed determines: the keys, what is sent under them, and which faults meet them when. */
export class Plan {
  readonly rounds: Round[];
  private readonly dice: Dice;
  private readonly workload: Workload;

  constructor(
    private readonly ground: Ground,
    seed: number,
    keys: number,
  ) {
    this.dice = new Dice(seed);
    this.workload = new Workload(ground, this.dice);
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
    return {
      ...this.workload.anyWrite(),
      clients: this.dice.chance(0.2) ? 2 + this.dice.below(3) : 1,
      once: this.dice.chance(0.08),
      hangUpAfterMs: this.dice.chance(0.05) ? this.dice.below(25) : null,
    };
  }

  /** Rivals and serializable spells need writes of one row; the other faults take any write with an event. */
  private bait(fault: FaultKind): PlannedKey {
    const contended = fault === 'deadlock' || fault === 'lock held' || fault === 'serializable';
    const operation = contended ? 'configure_cohort' : 'create_group';
    return { ...this.workload.write(operation, this.ground.rivalCohort), clients: 1, once: false, hangUpAfterMs: null };
  }
}

function timesOf(kind: FaultKind, keys: number): number {
  return Math.max(AT_LEAST[kind] ?? 1, Math.round((PER_TEN_THOUSAND[kind] * keys) / 10_000));
}
