import { Setting } from '#kernel/settings';
import { isOriginList } from '../http/request/origins.js';

export class AgentsSettings {
  /** Comma-separated origins of the web pages whose requests to the MCP endpoint are accepted. */
  @Setting.accepted(
    isOriginList,
    'MCP_ALLOWED_ORIGINS must be a comma-separated list of origins, like https://agents.example.com',
  )
  MCP_ALLOWED_ORIGINS = '';
}
