import {
  Client as ProtocolClient,
  StreamableHTTPClientTransport,
  type GetPromptResult,
  type ListPromptsResult,
  type ListResourcesResult,
  type Tool,
} from '@modelcontextprotocol/client';
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

interface Options {
  path?: string;
  /** The revision of the protocol: the one without `initialize`, or by default those with it. */
  revision?: '2026-07-28';
}

/** An agent that speaks the protocol by the official client, with the API key of a REST client. */
export class Agent {
  private constructor(readonly protocol: ProtocolClient) {}

  static async connect(app: TestApp, { apiKey }: Client, { path = '/mcp', revision }: Options = {}): Promise<Agent> {
    const versionNegotiation = { mode: revision ? { pin: revision } : ('legacy' as const) };
    const protocol = new ProtocolClient({ name: 'test-agent', version: '1.0.0' }, { versionNegotiation });
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
    const { text } = content[0] as { text: string };
    const envelope = structuredContent as ToolAnswer['envelope'];
    if (text !== JSON.stringify(envelope)) throw new Error(`the text of a result differs from its structure: ${text}`);
    return { isError, envelope, meta };
  }

  /** One page. */
  resources(cursor?: string): Promise<ListResourcesResult> {
    return this.protocol.request({ method: 'resources/list', params: { cursor } });
  }

  async templates(): Promise<string[]> {
    return (await this.protocol.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate);
  }

  /** The data in a resource. */
  async read(uri: string): Promise<Record<string, unknown>> {
    const { contents } = await this.protocol.readResource({ uri });
    return JSON.parse((contents[0] as { text: string }).text) as Record<string, unknown>;
  }

  async prompts(): Promise<ListPromptsResult['prompts']> {
    return (await this.protocol.listPrompts()).prompts;
  }

  prompt(name: string, args: Record<string, string>): Promise<GetPromptResult> {
    return this.protocol.getPrompt({ name, arguments: args });
  }

  close(): Promise<void> {
    return this.protocol.close();
  }
}
