import { refusedUnless, wrongStatus, type DeclaredRefusal } from '../errors/refusals.js';

/** The transitions of a state machine: for each status, the statuses that may follow. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** Throws 409 for a transition that is not allowed. `noun` is for the message: "program". */
export function checkMove<Status extends string>(
  noun: string,
  transitions: Partial<Transitions<Status>>,
  from: Status,
  to: Status,
): void {
  if (!transitions[from]?.includes(to))
    throw wrongStatus(noun, from, `The ${noun} is ${from} and cannot become ${to}.`);
}

/** The refusals of a move to that status, for the declaration of its operation. */
export function refusedMoves<Status extends string>(
  noun: string,
  transitions: Transitions<Status>,
  to: Status,
): DeclaredRefusal[] {
  const statuses = Object.keys(transitions) as Status[];
  return refusedUnless(
    noun,
    statuses.filter((from) => transitions[from].includes(to)),
    statuses,
  );
}
