import { Client as ProtocolClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Client } from '../support/client.js';
import type { TestApp } from '../support/test-app.js';

export interface ToolAnswer {
  isError: boolean;
  /** The envelope that REST would have answered with. */
  envelope: {
    success: boolean;
    data: Record<string, unknown>;
    correlationId: string;
    replayed?: boolean;
    code?: string;
    details?: { field: string; issue: string }[];
  };
  meta?: Record<string, unknown>;
}

/** An agent that speaks the protocol by the official client, with the API key of a REST client. */
export class Agent {
  private constructor(private readonly protocol: ProtocolClient) {}

  static async connect(app: TestApp, { apiKey }: Client, path = '/mcp'): Promise<Agent> {
    const protocol = new ProtocolClient({ name: 'test-agent', version: '1.0.0' });
    const headers = apiKey === null ? undefined : { 'x-api-key': apiKey };
    const transport = new StreamableHTTPClientTransport(new URL(path, app.url), { requestInit: { headers } });
    await protocol.connect(transport);
    return new Agent(protocol);
  }

  async tools(): Promise<Tool[]> {
    return (await this.protocol.listTools()).tools;
  }

  async call(name: string, args: Record<string, unknown>): Promise<ToolAnswer> {
    const {
      isError = false,
      structuredContent,
      content,
      _meta: meta,
    } = await this.protocol.callTool({
      name,
      arguments: args,
    });
    const [{ text }] = content as [{ text: string }];
    const envelope = structuredContent as ToolAnswer['envelope'];
    if (text !== JSON.stringify(envelope)) throw new Error(`the text of a result differs from its structure: ${text}`);
    return { isError: isError as boolean, envelope, meta };
  }

  close(): Promise<void> {
    return this.protocol.close();
  }
}
