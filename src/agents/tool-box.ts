import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '../platform/access/caller.js';
import { forbidden, invalidField } from '../platform/errors/service-error.js';
import { isCorrelationId } from '../platform/http/correlation.middleware.js';
import { failure, success, type FailureEnvelope, type SuccessEnvelope } from '../platform/http/envelope.js';
import { refusalOf } from '../platform/http/refusal.js';
import { pathParameters, type AnyOperation } from '../platform/operations/operation.js';
import { OperationRegistry } from '../platform/operations/operation-registry.js';
import type { OperationCall } from '../platform/operations/operation-call.js';
import { OperationRunner } from '../platform/operations/operation-runner.js';
import { AGENT_TOOLS, type AgentTool } from './agents.tools.js';
import { describeTool, ownArguments } from './tool-description.js';

type Arguments = Record<string, unknown>;

/** The tools of the agent door. A call of one is a call of its operation, by the same runner as over REST. */
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

  /**
   * What REST would answer, as a tool result; a refusal is a result too, marked as an error. Undefined where there is no
   * tool of that name.
   */
  async call(name: string, sent: Arguments, caller: Caller, requestId: string): Promise<CallToolResult | undefined> {
    const known = this.tools.get(name);
    if (!known) return undefined;
    const correlationId = isCorrelationId(sent.correlationId) ? sent.correlationId : requestId;
    try {
      const { tool, operation } = known;
      if (tool.keyScope !== undefined && !caller.keyScopes.includes(tool.keyScope)) {
        throw forbidden(`The API key needs the scope ${tool.keyScope}.`);
      }
      this.runner.authorize(operation, caller);
      const call = { caller, correlationId, ...readArguments(operation, sent) };
      const outcome = await this.runner.run(operation, call, this.registry.handler(operation));
      return toolResult(success(outcome, correlationId));
    } catch (error) {
      return { ...toolResult(failure(refusalOf(error, correlationId), correlationId)), isError: true };
    }
  }
}

/** Sorts a tool's arguments into what a request has in its path, its query, its body and its headers. */
function readArguments(operation: AnyOperation, sent: Arguments): Omit<OperationCall, 'caller' | 'correlationId'> {
  const path = pathParameters(operation);
  const elsewhere = [...path, ...ownArguments(operation)];
  const fields = Object.fromEntries(Object.entries(sent).filter(([name]) => !elsewhere.includes(name)));
  return {
    params: Object.fromEntries(path.map((name) => [name, pathArgument(name, sent[name])])),
    query: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asInQuery(value)])),
    readBody: () => Promise.resolve(fields),
    idempotencyKeys: typeof sent.idempotencyKey === 'string' ? [sent.idempotencyKey] : [],
  };
}

function pathArgument(name: string, value: unknown): string {
  if (typeof value !== 'string') throw invalidField(name, 'is required');
  return value;
}

/** A query string knows no numbers: what reads one takes `10` as "10". */
function asInQuery(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function toolResult(envelope: SuccessEnvelope | FailureEnvelope): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(envelope) }], structuredContent: { ...envelope } };
}
