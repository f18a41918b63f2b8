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
import type { AuthenticatedRequest } from '../platform/http/api-key.guard.js';
import type { CorrelatedRequest } from '../platform/http/correlation.middleware.js';
import type { ToolBox } from './tool-box.js';

const INSTRUCTIONS =
  'Tools act for the member of the API key, with the permissions that the member has. Every write takes an ' +
  'idempotencyKey: use a new one for each intention, and the same one to try again. Results and refusals are the ' +
  "REST API's envelopes.";

/** What can be asked, by its method. */
const REQUESTS = new Map<string, { safeParse: (message: unknown) => { success: boolean } }>([
  ['initialize', InitializeRequestSchema],
  ['ping', PingRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
]);

type AgentRequest = AuthenticatedRequest & CorrelatedRequest;

/** Answers one message of the agent protocol over Streamable HTTP: each request has a server of its own. */
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
  // The library makes a URL of it, which is used for nothing, and refuses what other doors take.
  request.headers.host = 'localhost';
  response.once('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response, message);
}

function serverFor({ caller, correlationId }: AgentRequest, toolBox: ToolBox, version: string): McpServer {
  const about = { name: 'delivery-service', title: 'Delivery Service', version };
  const agent = new McpServer(about, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  // The tools' schemas are JSON Schemas already: they are handed on by the protocol's own messages.
  agent.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolBox.list() }));
  agent.server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const result = await toolBox.call(params.name, params.arguments ?? {}, caller, correlationId);
    if (!result) throw new McpError(ErrorCode.InvalidParams, 'There is no tool of that name.');
    return result;
  });
  return agent;
}

/** Whose parameters are not what its method takes: to the library that is an internal error, and it tells its insides. */
function invalidParamsOf(message: { id?: unknown; method?: unknown }): object | undefined {
  const { id, method } = message;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const schema = REQUESTS.get(method as string);
  if (!schema || schema.safeParse(message).success) return undefined;
  const error = { code: ErrorCode.InvalidParams, message: `The params are not those of ${method as string}.` };
  return { jsonrpc: '2.0', id, error };
}
