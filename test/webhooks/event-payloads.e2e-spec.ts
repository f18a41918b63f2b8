import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { declaredEvents } from '#kernel/events';
import { pathOf } from '../conformance/sample.js';
import { samples } from '../conformance/samples.js';
import { School } from '../support/school.js';
import { useApp } from '../support/use-school.js';
import { Receiver } from './receiver.js';
import { workerOf } from './subscribing.js';

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
}

const app = useApp({ settings: { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8,::1/128' } });
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.open('a-first-secret-of-many');
});
afterAll(() => receiver.close());

describe('the webhooks of the OpenAPI document', () => {
  it('are one for each declared event', () => {
    const { webhooks } = app.contract.document as { webhooks?: object };
    expect(Object.keys(webhooks ?? {}).sort()).toEqual([...declaredEvents().keys()].sort());
  });

  it.each(samples.flatMap((one) => (one.operation.event ? [[one.operation.event.name, one] as const] : [])))(
    'describe what arrives for %s: no field more, below 20 kB',
    async (name, { operation, arrange }) => {
      const school = await School.open(app);
      await school.subscription({ endpoint_url: receiver.url, event_names: [name] });
      const call = await arrange(school);
      const before = receiver.arrivals.length;
      const response = await school.owner.client.send(operation.method, pathOf(operation, call.params), {
        body: call.body,
      });
      expect(response.status).toBe(operation.status);
      await workerOf(app).runOnce();
      const arrival = receiver.arrivals.slice(before).find(({ event }) => event.type === name);
      expect(arrival && receiver.isSigned(arrival)).toBe(true);
      expect(Buffer.byteLength(arrival?.body ?? '')).toBeLessThan(20_000);

      const document = app.contract.document as unknown as {
        webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }>;
        components: { schemas: Record<string, Schema> };
      };
      const { schema } = document.webhooks[name].post.requestBody.content['application/json'];
      const validate = app.contract.validatorOf(schema);
      expect([validate(arrival?.event), validate.errors]).toEqual([true, null]);
      const data = document.components.schemas[schema.properties?.data.$ref?.split('/').pop() ?? ''];
      expect(Object.keys(data.properties ?? {})).toEqual(
        expect.arrayContaining(Object.keys(arrival?.event.data ?? {})),
      );
      const envelope = document.components.schemas.EventEnvelope.properties ?? {};
      expect(Object.keys(arrival?.event ?? {}).sort()).toEqual(Object.keys(envelope).sort());
    },
  );
});
