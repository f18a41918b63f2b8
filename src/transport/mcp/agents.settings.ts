import { Origins } from '#kernel/settings';

export class AgentsSettings {
  /** Comma-separated origins of the web pages whose requests to the MCP endpoint are accepted. */
  @Origins() MCP_ALLOWED_ORIGINS = '';
}
