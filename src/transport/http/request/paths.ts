export const API_PREFIX = 'api/v1';

export const AGENT_PATHS = ['mcp', `${API_PREFIX}/mcp`];

/** The paths of agents in a request's URL. */
export const OF_AGENTS = /^\/(api\/v1\/)?mcp(\/|\?|$)/;

/** Documents at capability URLs, and what signed URLs lead to. */
export const DOCUMENT_PATHS = [
  ...['calendars', 'files', 'uploads', 'content', 'intake', 'buy', 'payment-events'],
  ...['oauth/calendar', 'hooks/calendar'],
];

/** Where people sign in. */
export const SIGN_IN_PATH = 'sign-in';
