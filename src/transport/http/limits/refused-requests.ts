import { declareCounter } from '#kernel/metrics';

export const refusedRequests = declareCounter({
  name: 'requests_refused_total',
  help: 'Requests refused before they were carried out: 503 under overload, 429 for a limit.',
  label: { name: 'reason', values: ['overload', 'rate_limit', 'failed_authentication'] },
});
