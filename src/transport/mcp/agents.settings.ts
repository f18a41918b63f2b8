import { Setting } from '#kernel/settings/setting.decorator.js';

export class AgentsSettings {
  /** Comma-separated origins of the web pages whose requests to the MCP endpoint are accepted. */
  @Setting.accepted(
    (value) => originsOf(value).every(isOrigin),
    'MCP_ALLOWED_ORIGINS must be a comma-separated list of origins, like https://agents.example.com',
  )
  MCP_ALLOWED_ORIGINS = '';
}

export function originsOf(list: string): string[] {
  return list.split(',').flatMap((origin) => origin.trim() || []);
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
