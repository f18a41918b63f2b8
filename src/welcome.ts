import { randomUUID } from 'node:crypto';
import type { DemoSchool } from './demo/demo-school.js';

/** Tells the person who started the service where things are, and what to try first. */
export function printWelcome(url: string, demo: DemoSchool | null): void {
  process.stdout.write(`
Delivery Service is ready.

  API        ${url}/api/v1
  Reference  ${url}/docs
  OpenAPI    ${url}/openapi.json
${demo ? describeDemo(url, demo) : firstSteps()}
`);
}

function describeDemo(url: string, { keys, enrollmentId, ownerAccountId, cohortId }: DemoSchool): string {
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
  // A key of its own for every start: the instant above makes every start's request another one.
  const idempotencyKey = randomUUID();
  return `
The demo school's keys:

  OWNER                  ${keys.owner}
  ADMIN                  ${keys.admin}
  MEMBER, director       ${keys.director}
  MEMBER, coach          ${keys.coach}
  MEMBER, no other role  ${keys.member}

Try it: plan an intervention (send it twice: the second answer is a replay), then look at the cohort.

  curl -s '${url}/api/v1/enrollments/${enrollmentId}/interventions' \\
    -H 'x-api-key: ${keys.owner}' -H 'Idempotency-Key: ${idempotencyKey}' -H 'Content-Type: application/json' \\
    -d '{"reason":"late","title":"Call about the diary","channel":"call","ownerUserId":"${ownerAccountId}","dueAt":"${inAWeek}","expectedOutcome":"A new date"}'

  curl -s '${url}/api/v1/cohorts/${cohortId}/cockpit' -H 'x-api-key: ${keys.owner}'
`;
}

function firstSteps(): string {
  return `
Make an organization: npm run cli -- organization create --name NAME --owner-email EMAIL
`;
}
