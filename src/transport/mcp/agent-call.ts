import type { Caller } from '#kernel/access';
import type { AnyOperation } from '#kernel/operations';

export interface ToolOutcome {
  operation: AnyOperation;
  status: number;
}

/** Who sent a message, and the correlation id of its request. */
export interface AgentCall {
  caller: Caller;
  correlationId: string;
  /** Told of the operation of a tool call, with the status that REST would have answered with. */
  onOutcome: (outcome: ToolOutcome) => void;
}
