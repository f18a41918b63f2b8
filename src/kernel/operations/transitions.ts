import { conflict } from '../errors/service-error.js';

/** The transitions of a state machine: for each status, the statuses that may follow. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** Throws 409 for a transition that is not allowed. `noun` is for the message: "program". */
export function checkMove<Status extends string>(
  noun: string,
  transitions: Partial<Transitions<Status>>,
  from: Status,
  to: Status,
): void {
  if (!transitions[from]?.includes(to)) throw conflict(`The ${noun} is ${from} and cannot become ${to}.`);
}
