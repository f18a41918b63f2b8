import type { Request } from 'express';
import type { Caller } from '#kernel/access';
import type { AnyOperation } from '#kernel/operations';

/** Set by the API key guard. */
export interface AuthenticatedRequest extends Request {
  caller: Caller;
}

export interface ToolOutcome {
  operation: AnyOperation;
  status: number;
}

/** Set by the API key guard, once the route is known. */
export interface RoutedRequest extends Request {
  operation?: AnyOperation;
  /** The outcome of the tool that a message to /mcp has called: the protocol answers refusals with 200. */
  toolOutcome?: ToolOutcome;
}

/** Set where the request is traced. */
export interface TracedRequest extends Request {
  traceId?: string;
}
