import { refusedUnless, wrongStatus, type DeclaredRefusal } from '../errors/refusals.js';

/** For each status, the statuses that may follow. */
export type Transitions<Status extends string> = Readonly<Partial<Record<Status, readonly Status[]>>>;

/** The statuses of a noun, and which may follow which. Every refusal is a 409 whose reason names the present status. */
export class Lifecycle<Status extends string> {
  constructor(
    /** For messages and reasons: "program". */
    readonly noun: string,
    private readonly transitions: Transitions<Status>,
  ) {}

  /** Throws 409 for a move that is not allowed. */
  checkMove(from: Status, to: Status): void {
    if (!this.transitions[from]?.includes(to)) {
      throw wrongStatus(this.noun, from, `The ${this.noun} is ${from} and cannot become ${to}.`);
    }
  }

  /** Throws 409 unless the row has one of the statuses. */
  require({ status }: { readonly status: Status }, ...allowed: readonly Status[]): void {
    if (!allowed.includes(status)) throw wrongStatus(this.noun, status);
  }

  /** The refusals of a move to that status, for the declaration of its operation. */
  refusalsOfMove(to: Status): DeclaredRefusal[] {
    return this.refusalsUnless(...this.statuses.filter((from) => this.transitions[from]?.includes(to)));
  }

  /** The refusals of `require` with the same statuses. */
  refusalsUnless(...allowed: readonly Status[]): DeclaredRefusal[] {
    return refusedUnless(this.noun, allowed, this.statuses);
  }

  private get statuses(): Status[] {
    return Object.keys(this.transitions) as Status[];
  }
}

/** Declares the lifecycle of a noun: `lifecycle('blocker', { open: ['resolved'], resolved: [] })`. */
export function lifecycle<Status extends string>(
  noun: string,
  transitions: Record<Status, readonly Status[]>,
): Lifecycle<Status> {
  return new Lifecycle(noun, transitions);
}
