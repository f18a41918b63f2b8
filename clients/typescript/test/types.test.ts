import assert from 'node:assert/strict';
import { it } from 'node:test';
import type {
  ApiError,
  DeliveryClient,
  ErrorCode,
  ItemOf,
  Schemas,
  WebhookChallenge,
  WebhookEvent,
  WebhookEventName,
} from '@delivery-service/client';

/** Compiles only where both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(isSame: Same<A, B>): boolean => isSame;
const has = <Expected>() => ({ exactly: <Actual>(_: Actual, isSame: Same<Actual, Expected>): boolean => isSame });
const use = (_: unknown): void => undefined;

/** Never called: what is shown here is that it compiles, and that the marked lines do not. */
export async function calls(client: DeliveryClient, error: ApiError): Promise<void> {
  const path = { enrollmentId: 'id' };
  const note = await client.post('/enrollments/{enrollmentId}/notes', { path, body: { body: 'Text' } });
  has<Schemas['Note']>().exactly(note.data, true);
  has<boolean>().exactly(note.replayed, true);
  const cohorts = await client.get('/cohorts');
  has<Schemas['CohortPage']>().exactly(cohorts.data, true);
  // @ts-expect-error: reads are never replayed.
  use(cohorts.replayed);

  // @ts-expect-error: no such path.
  await client.get('/cohort');
  // @ts-expect-error: the prefix is the client's.
  await client.get('/api/v1/cohorts');
  // @ts-expect-error: no such operation on this path.
  await client.delete('/cohorts');
  // @ts-expect-error: the path has a parameter.
  await client.get('/cohorts/{cohortId}');
  // @ts-expect-error: the parameter has another name.
  await client.get('/cohorts/{cohortId}', { path: { id: 'id' } });
  // @ts-expect-error: no such status.
  await client.get('/cohorts', { query: { status: 'paused' } });
  // @ts-expect-error: this query is required.
  await client.get('/cohorts/{cohortId}/cockpit/members', { path: { cohortId: 'id' } });
  // @ts-expect-error: the body is required.
  await client.post('/enrollments/{enrollmentId}/notes', { path });
  // @ts-expect-error: the field has another type.
  await client.post('/enrollments/{enrollmentId}/notes', { path, body: { body: 1 } });
  // @ts-expect-error: no such field.
  await client.post('/enrollments/{enrollmentId}/notes', { path, body: { body: 'Text', title: 'Title' } });
  // @ts-expect-error: reads have no key.
  await client.get('/cohorts', { idempotencyKey: 'key' });
  // @ts-expect-error: not a list.
  client.pages('/cohorts/{cohortId}', { path: { cohortId: 'id' } });

  for await (const cohort of client.pages('/cohorts')) has<Schemas['Cohort']>().exactly(cohort, true);
  same<ItemOf<'/members'>, Schemas['Member']>(true);

  same<ApiError['code'], ErrorCode>(true);
  // @ts-expect-error: no such code.
  if (error.code === 'not-found') return;
}

/** The same for the messages of webhooks. */
export function handles(message: WebhookEvent | WebhookChallenge): string {
  same<WebhookEvent['type'], WebhookEventName>(true);
  switch (message.type) {
    case 'webhook.verification':
      return message.challenge;
    case 'blocker.opened':
      has<WebhookEvent<'blocker.opened'>>().exactly(message, true);
      has<Schemas['BlockerOpened']>().exactly(message.data, true);
      // @ts-expect-error: no such field of this event.
      use(message.data.groupId);
      return message.data.urgency;
    case 'group.created':
      return message.data.groupId;
    // @ts-expect-error: no such event.
    case 'blocker.exploded':
      return '';
    default:
      // @ts-expect-error: the data of an event that is not yet known by its name.
      use(message.data.blockerId);
      return message.type;
  }
}

it('the types of calls and webhook events are those of the OpenAPI document', () => {
  // The compiler has checked them when this file was built.
  assert.equal(typeof calls, 'function');
  assert.equal(typeof handles, 'function');
});
