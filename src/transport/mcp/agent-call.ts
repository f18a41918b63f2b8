import type { Caller } from '#kernel/access/caller.js';

/** Who sent a message, and the correlation id of its request. */
export interface AgentCall {
  caller: Caller;
  correlationId: string;
}
