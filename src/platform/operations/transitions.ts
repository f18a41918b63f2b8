import { conflict } from '../errors/service-error.js';

/** The legal moves of a state machine: from each status, the statuses it may go to. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** Throws 409 where the move is none of the machine's. `noun` is what moves, for the message: "program". */
export function checkMove<Status extends string>(
  noun: string,
  transitions: Transitions<Status>,
  from: Status,
  to: Status,
): void {
  if (!transitions[from].includes(to)) throw conflict(`The ${noun} is ${from} and can not become ${to}.`);
}
