import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { Caller } from '#kernel/access';
import { type FieldIssue, forbidden } from '#kernel/errors';
import {
  type AnyOperation,
  callFaults,
  isAllowed,
  type OperationCall,
  OperationRegistry,
  OperationRunner,
  pathParameters,
} from '#kernel/operations';
import { once } from '../documents/compressed.js';
import { isCorrelationId } from '../http/request/correlation.middleware.js';
import { failure, success, type FailureBody, type SuccessEnvelope } from '../http/envelope/envelope.js';
import { refusalOf } from '../http/envelope/refusal.js';
import type { AgentCall } from './agent-call.js';
import { AGENT_TOOLS, type AgentTool } from './agents.tools.js';
import { describeTool, outputSchema, ownArguments } from './tool-description.js';

type Arguments = Record<string, unknown>;

interface KnownTool {
  tool: AgentTool;
  operation: AnyOperation;
  /** Made when it is first asked for: most processes are never asked. */
  description: () => Tool;
}

/** The tools for agents. A tool call runs its operation by the same runner as REST. */
@Injectable()
export class ToolBox implements OnApplicationBootstrap {
  private readonly tools = new Map<string, KnownTool>();

  constructor(
    private readonly registry: OperationRegistry,
    private readonly runner: OperationRunner,
  ) {}

  onApplicationBootstrap(): void {
    for (const tool of AGENT_TOOLS) {
      const operation = this.registry.get(tool.operation);
      this.tools.set(operation.name, { tool, operation, description: once(() => describeTool(operation)) });
    }
  }

  has(name: string): boolean {
    return this.tools.has(name);
  }

  /** Whether the role and the key of the caller allow the tool. Which resources it reaches is decided by each call. */
  mayUse(name: string, caller: Caller): boolean {
    const entry = this.tools.get(name);
    return entry !== undefined && hasKeyScope(entry, caller) && isAllowed(entry.operation, caller);
  }

  /** The tools that the caller may use. */
  list({ caller }: AgentCall): Tool[] {
    const offered = [...this.tools].filter(([name]) => this.mayUse(name, caller));
    return offered.map(([, { description }]) => description());
  }

  /** The tool with the schema of its results, if the caller may use it. */
  describe(name: string, caller: Caller): Tool | undefined {
    const tool = this.tools.get(name);
    if (!tool || !this.mayUse(name, caller)) return undefined;
    return { ...tool.description(), outputSchema: outputSchema(tool.operation) };
  }

  /** The response envelope of REST as a tool result; undefined when there is no tool of that name. */
  async call(name: string, sent: Arguments, { caller, ...request }: AgentCall): Promise<CallToolResult | undefined> {
    const entry = this.tools.get(name);
    if (!entry) return undefined;
    const correlationId = isCorrelationId(sent.correlationId) ? sent.correlationId : request.correlationId;
    const { tool, operation } = entry;
    const call = { caller, correlationId, baseUrl: request.baseUrl, ...readArguments(operation, sent) };
    try {
      if (!hasKeyScope(entry, caller)) throw forbidden(`The API key needs the scope ${tool.keyScope}.`);
      const outcome = await this.runner.run(operation, call);
      const { consistencyToken, status, replayed } = outcome;
      request.onOutcome({ operation, status, replayed });
      const result = toolResult(success(outcome, correlationId));
      return consistencyToken === undefined ? result : { ...result, _meta: { consistencyToken } };
    } catch (error) {
      const { code, reason, message, details, status } = refusalOf(error, correlationId);
      request.onOutcome({ operation, status });
      const faults = code === 'invalid_request' ? await callFaults(operation, call) : [];
      const refusal = { code, reason, message, details: (faults.length > 0 ? faults : details).map(nameArgument) };
      return { ...toolResult(failure(refusal, correlationId)), isError: true };
    }
  }
}

function hasKeyScope({ tool }: KnownTool, caller: Caller): boolean {
  return tool.keyScope === undefined || caller.keyScopes.includes(tool.keyScope);
}

/** Maps the arguments of a tool to path, query, body and headers of a request. */
function readArguments(
  operation: AnyOperation,
  sent: Arguments,
): Omit<OperationCall, 'caller' | 'correlationId' | 'baseUrl'> {
  const path = pathParameters(operation);
  const elsewhere = [...path, ...ownArguments(operation)];
  const fields = Object.fromEntries(Object.entries(sent).filter(([name]) => !elsewhere.includes(name)));
  return {
    params: Object.fromEntries(path.map((name) => [name, sent[name]])),
    query:
      operation.kind === 'read'
        ? Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asInQuery(value)]))
        : {},
    // A misspelled argument would otherwise go unnoticed.
    strict: true,
    readBody: () => Promise.resolve(fields),
    idempotencyKeys: typeof sent.idempotencyKey === 'string' ? [sent.idempotencyKey] : [],
  };
}

/** Query classes expect strings: 10 is sent as "10". */
function asInQuery(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

/** The issue with the name of the argument. Only the key has another name in REST. */
function nameArgument({ field, issue }: FieldIssue): FieldIssue {
  return { field: field === 'Idempotency-Key' ? 'idempotencyKey' : field, issue };
}

function toolResult(envelope: SuccessEnvelope | FailureBody): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(envelope) }], structuredContent: { ...envelope } };
}
