import { randomUUID } from 'node:crypto';
import type { DemoSchool } from './demo-school.js';
import { holdersOf } from './holders.js';

const HOLDER_WIDTH = 23;

const FIRST_STEPS = `
Create an organization: node dist/service/cli.js organization create --name NAME --owner-email EMAIL
`;

const NO_DEMO = `
NODE_ENV=production: there is no demo organization.
`;

/** The URLs, the demo keys and the first requests to try. */
export function welcomeText(url: string, demo: DemoSchool | null, { production = false } = {}): string {
  return `
Delivery Service is ready.

  API        ${url}/api/v1
  Console    ${url}/console
  Reference  ${url}/docs
  OpenAPI    ${url}/openapi.json
  Agents     ${url}/mcp
${production ? NO_DEMO : ''}${demo ? describeDemo(url, demo) : FIRST_STEPS}
`;
}

function describeDemo(url: string, { keys, enrollmentId, ownerAccountId, cohortId }: DemoSchool): string {
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
  return `
The keys of the demo organization (the console offers them, too):

${listKeys(keys)}

Try it: plan an intervention (send it twice: the second response is a replay), then retrieve the cockpit.

  curl -s '${url}/api/v1/enrollments/${enrollmentId}/interventions' \\
    -H 'x-api-key: ${keys.owner}' -H 'Idempotency-Key: ${randomUUID()}' -H 'Content-Type: application/json' \\
    -d '{"reason":"late","title":"Call about the diary","channel":"call","ownerUserId":"${ownerAccountId}","dueAt":"${inAWeek}","expectedOutcome":"A new date"}'

  curl -s '${url}/api/v1/cohorts/${cohortId}/cockpit' -H 'x-api-key: ${keys.owner}'
`;
}

function listKeys(keys: Partial<DemoSchool['keys']>): string {
  return holdersOf(keys)
    .map(({ holder, apiKey }) => `  ${holder.padEnd(HOLDER_WIDTH)}${apiKey}`)
    .join('\n');
}
