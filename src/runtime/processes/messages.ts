/** The environment variable that gives a child process its number, from 1 on. */
export const CHILD_NUMBER = 'DELIVERY_SERVICE_PROCESS';

/** A child sends it when it serves requests. */
export interface Ready {
  url: string;
  /** The parent prints it once all children are ready. */
  welcome: string;
}

export type ToParent =
  | ({ type: 'ready' } & Ready)
  /** From here on until `migrated`, its start is not timed. */
  | { type: 'migrating' }
  | { type: 'migrated' }
  /** A scrape reached this child: it asks for the metrics of all. */
  | { type: 'gather' }
  /** The metrics of this child. */
  | { type: 'measured'; text: string };

export type ToChild =
  | { type: 'stop' }
  /** Stop, because another child has taken over; the service as a whole stays ready. */
  | { type: 'replaced' }
  /** Each is answered, in their order. */
  | { type: 'measure' }
  /** The answer to the first `gather` that has none. */
  | { type: 'gathered'; text: string };
