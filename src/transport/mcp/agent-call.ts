import type { Caller } from '#kernel/access';
import type { ToolOutcome } from '../http/request/http-request.js';

/** The sender of a message, and the correlation id of its request. */
export interface AgentCall {
  caller: Caller;
  correlationId: string;
  /** The beginning of addresses of the service. */
  baseUrl: string;
  /** Told of the operation of a tool call, with the status that REST would have answered with. */
  onOutcome: (outcome: ToolOutcome) => void;
}
