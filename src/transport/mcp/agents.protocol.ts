import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  ListToolsRequestSchema,
  McpError,
  PingRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Response } from 'express';
import type { AuthenticatedRequest } from '../http/api-key.guard.js';
import type { CorrelatedRequest } from '../http/correlation.middleware.js';
import type { ToolBox } from './tool-box.js';

const INSTRUCTIONS =
  'Tools act for the member of the API key, with the permissions of that member. Every write takes an ' +
  'idempotencyKey: use a new one for each intention and the same one to retry. Results and errors are the ' +
  'envelopes of the REST API.';

const REQUESTS = new Map<string, { safeParse: (message: unknown) => { success: boolean } }>([
  ['initialize', InitializeRequestSchema],
  ['ping', PingRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
]);

type AgentRequest = AuthenticatedRequest & CorrelatedRequest;

/** Handles one MCP message over Streamable HTTP, with a server for this request only. */
export async function answerMessage(
  message: object,
  toolBox: ToolBox,
  version: string,
  request: AgentRequest,
  response: Response,
): Promise<void> {
  const problem = invalidParamsOf(message);
  if (problem !== undefined) {
    response.status(200).json(problem);
    return;
  }
  const server = serverFor(request, toolBox, version);
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  // The library builds an unused URL from it, and would refuse hosts that REST accepts.
  request.headers.host = 'localhost';
  response.once('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response, message);
}

function serverFor({ caller, correlationId }: AgentRequest, toolBox: ToolBox, version: string): McpServer {
  const about = { name: 'delivery-service', title: 'Delivery Service', version };
  const agent = new McpServer(about, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  // Low-level handlers, as the tools' schemas are JSON Schemas, not Zod.
  agent.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolBox.list() }));
  agent.server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const result = await toolBox.call(params.name, params.arguments ?? {}, caller, correlationId);
    if (!result) throw new McpError(ErrorCode.InvalidParams, 'There is no tool of that name.');
    return result;
  });
  return agent;
}

/** The error for invalid parameters, which the library would report as an internal error with its details. */
function invalidParamsOf(message: { id?: unknown; method?: unknown }): object | undefined {
  const { id, method } = message;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const schema = REQUESTS.get(method as string);
  if (!schema || schema.safeParse(message).success) return undefined;
  const error = { code: ErrorCode.InvalidParams, message: `The params are not those of ${method as string}.` };
  return { jsonrpc: '2.0', id, error };
}
