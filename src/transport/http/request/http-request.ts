import type { Caller } from '#kernel/access';
import type { AnyOperation } from '#kernel/operations';

export interface ToolOutcome {
  operation: AnyOperation;
  status: number;
  replayed?: boolean;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the first middleware. */
    correlationId: string;
    /** Set by the API key guard; absent on a public route. */
    caller: Caller;
    /** Set by the API key guard, once the route is known. */
    operation?: AnyOperation;
    /** The outcome of the tool that a message to /mcp has called: the protocol answers refusals with 200. */
    toolOutcome?: ToolOutcome;
    /** Set where the request is traced. */
    traceId?: string;
  }
}
