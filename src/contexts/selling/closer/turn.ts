/** A closer who may get the next prospect. */
export interface TurnState {
  id: string;
  /** How many prospects the closer gets, compared with the others. */
  share: number;
  /** Shares that were gained and not paid for yet. */
  credit: number;
  lastTurnAt: Date | null;
}

export interface Turn {
  /** Gets the prospect. */
  id: string;
  /** The credit of each eligible closer after it. */
  credits: ReadonlyMap<string, number>;
}

/**
 * Each eligible closer gains their share; whoever then has most pays the sum of the shares and gets the prospect. Of several
 * the one who has waited longest gets it, then the one with the lowest id. Undefined where nobody is eligible.
 *
 * Among the same closers, credits are at most the sum of equal shares apart, and less than twice the sum of others. What goes
 * beyond that comes from turns among other closers, and is dropped: whoever is back, or was alone for a while, neither
 * catches up nor waits for the others.
 */
export function takeTurn(eligible: readonly TurnState[]): Turn | undefined {
  const [first] = eligible;
  if (first === undefined) return undefined;
  const total = eligible.reduce((sum, { share }) => sum + share, 0);
  const range = eligible.every(({ share }) => share === first.share) ? total : 2 * total;
  const lowest = Math.max(...eligible.map(({ credit }) => credit)) - range;
  const gained = eligible.map((one) => ({ ...one, credit: Math.max(one.credit, lowest) + one.share }));
  const next = gained.reduce((best, one) => (comesBefore(one, best) ? one : best));
  const credits = new Map(gained.map(({ id, credit }) => [id, id === next.id ? credit - total : credit]));
  return { id: next.id, credits };
}

function comesBefore(one: TurnState, other: TurnState): boolean {
  if (one.credit !== other.credit) return one.credit > other.credit;
  const [lastOfOne, lastOfOther] = [one, other].map(({ lastTurnAt }) => lastTurnAt?.getTime() ?? -Infinity);
  return lastOfOne === lastOfOther ? one.id < other.id : lastOfOne < lastOfOther;
}
