import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { ApiError, type ApiErrorFields } from '@delivery-service/client';
import { clientOf, demo, noteOf, notes } from './demo.js';

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
    assert.notEqual(message, '');
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
