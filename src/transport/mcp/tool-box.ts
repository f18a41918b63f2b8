import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '#kernel/access/caller.js';
import { forbidden } from '#kernel/errors/service-error.js';
import { isCorrelationId } from '../http/correlation.middleware.js';
import { failure, success, type FailureEnvelope, type SuccessEnvelope } from '../http/envelope.js';
import { refusalOf } from '../http/refusal.js';
import { pathParameters, type AnyOperation } from '#kernel/operations/operation.js';
import { OperationRegistry } from '#kernel/operations/operation-registry.js';
import type { OperationCall } from '#kernel/operations/operation-call.js';
import { OperationRunner } from '#kernel/operations/operation-runner.js';
import { AGENT_TOOLS, type AgentTool } from './agents.tools.js';
import { describeTool, ownArguments } from './tool-description.js';

type Arguments = Record<string, unknown>;

/** The tools for agents. A tool call runs its operation by the same runner as REST. */
@Injectable()
export class ToolBox implements OnApplicationBootstrap {
  private readonly tools = new Map<string, { tool: AgentTool; operation: AnyOperation; description: Tool }>();

  constructor(
    private readonly registry: OperationRegistry,
    private readonly runner: OperationRunner,
  ) {}

  onApplicationBootstrap(): void {
    for (const tool of AGENT_TOOLS) {
      const operation = this.registry.get(tool.operation);
      this.tools.set(operation.name, { tool, operation, description: describeTool(operation) });
    }
  }

  list(): Tool[] {
    return [...this.tools.values()].map(({ description }) => description);
  }

  /** The response envelope of REST as a tool result; undefined when there is no tool of that name. */
  async call(name: string, sent: Arguments, caller: Caller, requestId: string): Promise<CallToolResult | undefined> {
    const known = this.tools.get(name);
    if (!known) return undefined;
    const correlationId = isCorrelationId(sent.correlationId) ? sent.correlationId : requestId;
    try {
      const { tool, operation } = known;
      if (tool.keyScope !== undefined && !caller.keyScopes.includes(tool.keyScope)) {
        throw forbidden(`The API key needs the scope ${tool.keyScope}.`);
      }
      const call = { caller, correlationId, ...readArguments(operation, sent) };
      const outcome = await this.runner.run(operation, call);
      const { consistencyToken } = outcome;
      const result = toolResult(success(outcome, correlationId));
      return consistencyToken === undefined ? result : { ...result, _meta: { consistencyToken } };
    } catch (error) {
      return { ...toolResult(failure(refusalOf(error, correlationId), correlationId)), isError: true };
    }
  }
}

/** Maps the arguments of a tool to path, query, body and headers of a request. */
function readArguments(operation: AnyOperation, sent: Arguments): Omit<OperationCall, 'caller' | 'correlationId'> {
  const path = pathParameters(operation);
  const elsewhere = [...path, ...ownArguments(operation)];
  const fields = Object.fromEntries(Object.entries(sent).filter(([name]) => !elsewhere.includes(name)));
  return {
    params: Object.fromEntries(path.map((name) => [name, sent[name]])),
    query: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asInQuery(value)])),
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

function toolResult(envelope: SuccessEnvelope | FailureEnvelope): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(envelope) }], structuredContent: { ...envelope } };
}
