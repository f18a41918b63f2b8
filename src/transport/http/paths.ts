export const API_PREFIX = 'api/v1';

export const AGENT_PATHS = ['mcp', `${API_PREFIX}/mcp`];
