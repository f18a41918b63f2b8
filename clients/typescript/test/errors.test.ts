import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { ApiError, DeliveryClient, type ApiErrorFields, type RefusalReason } from '@delivery-service/client';
import { clientOf, demo, noteOf, notes, serviceUrl } from './demo.js';

async function refusal(promise: Promise<unknown>): Promise<ApiErrorFields> {
  const error = await promise.then(
    () => assert.fail('The request was not refused.'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError);
  return error;
}

describe('an ApiError', () => {
  it('has the fields of the failure', async () => {
    const correlationId = randomUUID();
    const error = await refusal(clientOf().post(notes, { ...noteOf(''), correlationId, idempotencyKey: 'no-note' }));
    const { code, status, message, details } = error;
    assert.deepEqual([code, status], ['invalid_request', 400]);
    assert.match(message, /^The request is invalid\. \(body must .+\)$/);
    assert.equal(details[0]?.field, 'body');
    assert.notEqual(details[0].issue, '');
    assert.equal(error.correlationId, correlationId);
    assert.equal(error.retryAfter, undefined);
    assert.equal(error.idempotencyKey, 'no-note');
  });

  it('has the code of the refusal', async () => {
    const unknown = { path: { cohortId: randomUUID() } };
    assert.equal((await refusal(clientOf().get('/cohorts/{cohortId}', unknown))).code, 'not_found');
    for (const apiKey of ['wrong', undefined]) {
      assert.equal((await refusal(clientOf({ apiKey }).get('/cohorts'))).code, 'unauthorized');
    }
  });
});

describe('a refusal by the state of a resource', () => {
  it('has a reason that is typed', async () => {
    const name = `Reasons ${randomUUID()}`;
    const { data } = await clientOf().post('/programs', { body: { name } });
    const path = { programId: data.id };
    await clientOf().post('/programs/{programId}/archive', { path });
    const error = await refusal(clientOf().post('/programs/{programId}/archive', { path }));
    const archived: RefusalReason = 'program_archived';
    assert.deepEqual([error.code, error.status, error.reason], ['conflict', 409, archived]);
    const missing = { path: { cohortId: randomUUID() } };
    assert.equal((await refusal(clientOf().get('/cohorts/{cohortId}', missing))).reason, undefined);
  });
});

describe('an ApiError of many invalid fields', () => {
  it('names the first five in its message, and how many more there are', () => {
    const details = Array.from({ length: 7 }, (_, index) => ({ field: `items.${index}`, issue: 'is required' }));
    const fields = { code: 'invalid_request', status: 400, message: 'Invalid.', details, lostAttempts: 0 } as const;
    const none = { reason: undefined, correlationId: undefined, retryAfter: undefined, idempotencyKey: undefined };
    const named = [0, 1, 2, 3, 4].map((index) => `items.${index} is required`).join('; ');
    assert.equal(new ApiError({ ...fields, ...none }).message, `Invalid. (${named}; 2 more)`);
    assert.equal(new ApiError({ ...fields, ...none, details: [] }).message, 'Invalid.');
  });
});

describe('the address of the service', () => {
  it('may end with /api/v1 and with slashes', async () => {
    for (const end of ['', '/', '/api/v1', '/api/v1/']) {
      const client = new DeliveryClient({ url: `${serviceUrl}${end}`, apiKey: demo.keys.owner });
      assert.equal((await client.get('/me')).data.member.role, 'OWNER');
    }
  });

  it('must have a scheme: the error shows how it looks', () => {
    for (const url of ['delivery.example.com', 'localhost:3000', '', 'ftp://delivery.example.com']) {
      assert.throws(() => new DeliveryClient({ url }), /^TypeError: url must begin with http:\/\/ or https:\/\//);
    }
  });
});

describe('a result', () => {
  it('has the correlation id of the request', async () => {
    const correlationId = randomUUID();
    assert.equal((await clientOf().get('/cohorts', { correlationId })).correlationId, correlationId);
    assert.notEqual((await clientOf().get('/cohorts')).correlationId, '');
  });
});

describe('a path parameter', () => {
  it('must have a value: without one, the path would be that of another operation', async () => {
    for (const cohortId of ['', '.', '..']) {
      await assert.rejects(clientOf().get('/cohorts/{cohortId}', { path: { cohortId } }), TypeError);
    }
  });

  it('cannot leave its segment', async () => {
    const path = { cohortId: `x/../../cohorts/${demo.cohortId}` };
    assert.equal((await refusal(clientOf().get('/cohorts/{cohortId}', { path }))).code, 'not_found');
  });
});
