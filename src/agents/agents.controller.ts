import { All, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Request, Response } from 'express';
import { invalidRequest } from '../platform/errors/service-error.js';
import type { AuthenticatedRequest } from '../platform/http/api-key.guard.js';
import { AGENT_PATHS, serviceVersion } from '../platform/http/application.js';
import { readJsonBody } from '../platform/http/body.js';
import type { CorrelatedRequest } from '../platform/http/correlation.middleware.js';
import { ProtocolRoute } from '../platform/operations/operation.decorator.js';
import { ToolBox } from './tool-box.js';

const INSTRUCTIONS =
  'Tools act for the member of the API key, with the permissions that the member has. Every write takes an ' +
  'idempotencyKey: use a new one for each intention, and the same one to try again. Results and refusals are the ' +
  "REST API's envelopes.";

/** The agent protocol over Streamable HTTP, without sessions: each request has a server of its own. */
@ApiExcludeController()
@ProtocolRoute()
@Controller(AGENT_PATHS)
export class AgentsController {
  private readonly version = serviceVersion();

  constructor(private readonly toolBox: ToolBox) {}

  @Post()
  async answer(@Req() request: AuthenticatedRequest & CorrelatedRequest, @Res() response: Response): Promise<void> {
    const message = await readMessage(request, response);
    const server = this.serverFor(request);
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    response.once('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, message);
  }

  /** There is no stream to open and no session to end. */
  @All()
  refuse(@Res({ passthrough: true }) response: Response): never {
    response.setHeader('Allow', 'POST');
    throw invalidRequest('Messages are sent with POST.', 405);
  }

  private serverFor({ caller, correlationId }: AuthenticatedRequest & CorrelatedRequest): McpServer {
    const about = { name: 'delivery-service', title: 'Delivery Service', version: this.version };
    const agent = new McpServer(about, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
    // The tools' schemas are JSON Schemas already: they are handed on by the protocol's own messages.
    agent.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: this.toolBox.list() }));
    agent.server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
      this.toolBox.call(params.name, params.arguments ?? {}, caller, correlationId),
    );
    return agent;
  }
}

/** One message a request, which bounds what a request can set off. */
async function readMessage(request: Request, response: Response): Promise<object> {
  const message = await readJsonBody(request, response);
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message;
  throw invalidRequest('The body must be one JSON-RPC message.');
}
