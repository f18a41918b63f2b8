import type { Stage } from '../support/stage.js';

/** Duration and repetitions of the measures. */
export interface Effort {
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
  pgbenchSeconds: number;
  pgbenchClients: number[];
  cockpitSizes: number[];
  /** Rows in each of the three tables that every write inserts into, in the grown database. */
  growthRows: number;
  growthOrganizations: number[];
  starts: number;
}

export const FULL: Effort = {
  rounds: 3,
  seconds: 5,
  warmUpSeconds: 8,
  pgbenchSeconds: 3,
  pgbenchClients: [8, 16],
  cockpitSizes: [1_000, 10_000, 100_000, 1_000_000],
  growthRows: 10_000_000,
  growthOrganizations: [10, 1_000, 100_000],
  starts: 7,
};

/** A smoke test; its figures are not meaningful. */
export const QUICK: Effort = {
  rounds: 1,
  seconds: 1,
  warmUpSeconds: 1,
  pgbenchSeconds: 1,
  pgbenchClients: [8],
  cockpitSizes: [1_000],
  growthRows: 20_000,
  growthOrganizations: [10, 1_000],
  starts: 2,
};

/** One figure, or why there is none. */
export interface Row {
  measure: string;
  value?: number;
  unit: string;
  wanted?: string;
  missing?: string;
}

export type Measure = (stage: Stage, effort: Effort) => Promise<Row[]>;
