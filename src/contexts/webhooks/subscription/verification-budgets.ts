import type { Budget } from './webhook-budget.js';

const SECOND = 1_000;

/** How often `/verify` or `/test` is accepted. */
export function requestBudgets(what: 'verify' | 'test', subscriptionId: string, endpointUrl: string): Budget[] {
  return [
    { name: `${what} subscription ${subscriptionId}`, everyMs: 5 * SECOND, burst: 1 },
    { name: `${what} host ${hostOf(endpointUrl)}`, everyMs: SECOND, burst: 60 },
    { name: what, everyMs: SECOND / 2, burst: 120 },
  ];
}

/**
 * How often an endpoint is challenged, whatever led to it. A verification that succeeds costs nothing: these limits are
 * for endpoints that have not consented.
 */
export function challengeBudgets(endpointUrl: string): Budget[] {
  return [
    { name: `challenge host ${hostOf(endpointUrl)}`, everyMs: SECOND, burst: 60 },
    { name: 'challenge', everyMs: SECOND / 2, burst: 120 },
  ];
}

/** Without the port, so that the ports of one machine share a budget; a trailing dot names the same host. */
function hostOf(endpointUrl: string): string {
  return new URL(endpointUrl).hostname.replace(/\.$/, '');
}
