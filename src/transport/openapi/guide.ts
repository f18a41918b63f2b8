/** The introduction of the document, in Markdown: the reference shows its headings beside the tags. */
export const GUIDE = `Training and coaching delivery for organizations: programs, cohorts, enrollments, groups, tasks with
deliverables, interventions, live sessions, a video library and webhook subscriptions.

## Requests

Send an API key as \`x-api-key\`, or as \`Authorization: Bearer\`; \`x-api-key\` takes precedence. The tenant is the
organization of the API key. A key acts for one member, with the permissions of that member, unless
its scopes restrict it. A body has at most 256 kB, 20 levels and 10,000 values, unknown ones included. Unknown body
fields and query parameters are ignored; with \`Prefer: handling=strict\` they are refused (400), and the response has
\`Preference-Applied: handling=strict\`. Names, titles and tags have a visible character and no control characters,
line breaks or bidirectional overrides.

Every response has \`X-Correlation-Id\`; the answer to a known caller also has \`RateLimit\` and \`RateLimit-Policy\`.

\`\`\`http
GET /api/v1/me
x-api-key: dsk_…
X-Correlation-Id: nightly-sync-17
\`\`\`

## Idempotency

Every write takes an \`Idempotency-Key\` and commits its change, its audit entry and its event in one transaction. Use a
new key for each intention and the same key for each retry. The first request under a key is carried out; every later
one returns the first result with \`replayed: true\` and status 200, and changes nothing. A refused request uses up no
key. After a 503 or a lost connection, retry with the same key: it tells whether the write was carried out.

A key belongs to the operation and the resource in the path, so another operation may use the same one. With another
body the first result is returned, with \`Idempotency-Body-Mismatch: true\`.

\`\`\`http
POST /api/v1/groups
x-api-key: dsk_…
Idempotency-Key: 6f1c2d34-level-b
Content-Type: application/json

{"name": "Level B", "type": "level", "scope": "organization"}

HTTP/1.1 200 OK
Idempotent-Replayed: true

{"success": true, "replayed": true, "data": {"name": "Level B", …}, "correlationId": "…"}
\`\`\`

## Changes by several people

The response to a read of a resource has an \`ETag\`, and so has that of a write that shows the resource. Send it with a
PATCH or PUT as \`If-Match\`: if the resource has changed since, the response is 412 and nothing changes. Read it again,
and decide what to send. Without the header the last change wins.

\`\`\`http
PATCH /api/v1/groups/0198c5d2-7b1e-7c4f-9d3a-5f0e6b2a4c11
x-api-key: dsk_…
Idempotency-Key: rename-level-b
If-Match: "b7VYq2fW0sXcN5mJr8kTzA"
Content-Type: application/json

{"name": "Level B, evenings"}

HTTP/1.1 412 Precondition Failed

{"success": false, "code": "precondition_failed", "message": "The resource has changed since it was read.", …}
\`\`\`

## Errors

Every failure has the same body. \`code\` is for programs: invalid_request (400, 413, 415), unauthorized (401), forbidden
(403), not_found (404), conflict (409), precondition_failed (412), rate_limited (429), internal_error (500) and unavailable (503). A 409, and a 400 that depends on the
state of resources, has a \`reason\` beside it, such as \`seat_taken\` or \`program_archived\`: decide by it, reasons never change. \`message\` is for
people. \`details\` names the invalid fields by their path, such as \`phases.0.name\`. A resource that the caller
may not see is answered with 404, like an unknown one.

Requests are limited by key and by organization, requests without a valid key by remote address. Wait as long
as \`Retry-After\` says, where it is sent.

\`\`\`json
{
  "success": false,
  "code": "invalid_request",
  "message": "The request is invalid.",
  "details": [{ "field": "phases.0.name", "issue": "must have 1 to 100 characters" }],
  "correlationId": "nightly-sync-17"
}
\`\`\`

## Lists

A list returns \`items\` and \`nextCursor\`, by default the newest first. Send \`nextCursor\` as \`cursor\` to get the next page; it is
null on the last one. Cursors are opaque. What is added meanwhile does not move the items of later pages.

\`\`\`http
GET /api/v1/enrollments?limit=2

{ "success": true, "data": { "items": [{ … }, { … }], "nextCursor": "WyIwMTk4YzVkMi0uLi4iXQ" }, "correlationId": "…" }

GET /api/v1/enrollments?limit=2&cursor=WyIwMTk4YzVkMi0uLi4iXQ
\`\`\`

## Signals

The cockpit, the overview and the briefing show signals such as late members, blockers and absences. A signal that cannot be
measured is never 0: it has \`measured: false\` and a \`reason\`. \`GET /cohorts/{cohortId}/cockpit/members\` lists who is behind a
number, and the counts of its items add up to it.

\`\`\`json
{
  "reviews": { "measured": true, "total": 6, "highlighted": 3 },
  "absences": { "measured": false, "reason": "no_past_live" }
}
\`\`\`

## Webhooks

Subscriptions receive events as POST requests that are signed as [Standard Webhooks](https://www.standardwebhooks.com), once
their endpoint has answered a challenge. Delivery is at least once and in no promised order: ignore a \`webhook-id\` that you
have handled. \`GET /event-types\` lists the events with the schema of their data, to which fields may be added.

\`\`\`http
POST /hooks/delivery
webhook-id: 0198c5d2-7b1e-7c4f-9d3a-5f0e6b2a4c11
webhook-timestamp: 1894699800
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"id": "0198c5d2-7b1e-7c4f-9d3a-5f0e6b2a4c11", "type": "enrollment.created", "organizationId": "…", "timestamp": "2030-01-15T09:30:00.000Z", "data": {"enrollmentId": "…", …}}
\`\`\`

## Agents

\`POST /mcp\` speaks the Model Context Protocol (Streamable HTTP, without sessions) with the same API keys. Tools are
operations of this API and have their names, checks and results; a key is shown those that it may use. A write takes the
argument \`idempotencyKey\`, and unknown arguments are refused. Cockpits and briefings are resources, too, and prompts help
with reviews and calls.

\`\`\`json
{
  "jsonrpc": "2.0",
  "id": 1,
  "method": "tools/call",
  "params": {
    "name": "restore_program",
    "arguments": { "programId": "0198c5d2-7b1e-7c4f-9d3a-…", "idempotencyKey": "restore-1" }
  }
}
\`\`\`

Most clients take the address and the header:

\`\`\`json
{
  "mcpServers": {
    "delivery": {
      "type": "http",
      "url": "https://delivery.example.org/mcp",
      "headers": { "Authorization": "Bearer dsk_…" }
    }
  }
}
\`\`\``;
