import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { withParts } from '../support/api-parts.js';

type Content = Record<string, { schema: object; example?: unknown }>;
interface OperationObject {
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

const text = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8');
const document = JSON.parse(text) as OpenAPIObject & { webhooks: object };
const { paths, webhooks } = withParts(document) as unknown as Record<string, Record<string, object>>;
const operationsIn = (items: Record<string, object>) =>
  Object.values(items).flatMap((item) => Object.values(item) as OperationObject[]);
const operations = operationsIn(paths);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', components: document.components });

/** What is wrong with the examples of a content. */
function problems(place: string, content: Content = {}): string[] {
  return Object.values(content).flatMap(({ schema, example }) => {
    if (example === undefined) return [`${place} has no example`];
    const own = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
    const validate = ajv.compile(JSON.parse(own) as object);
    return validate(example) ? [] : [`${place}: ${ajv.errorsText(validate.errors)}`];
  });
}

describe('the OpenAPI document', () => {
  it('has an example of each body that is sent or answered, and it is valid', () => {
    const found = [...operations, ...operationsIn(webhooks)].flatMap(({ operationId, requestBody, responses }) => [
      ...problems(`${operationId} body`, requestBody?.content),
      ...Object.entries(responses).flatMap(([status, { content }]) => problems(`${operationId} ${status}`, content)),
    ]);
    expect(found).toEqual([]);
  });

  it('shows replayed as the client meets it: true where a creation is answered with 200', () => {
    for (const { operationId, responses } of operations.filter((one) => '201' in one.responses)) {
      const replayed = (status: string) =>
        (responses[status].content?.['application/json'].example as { replayed: boolean }).replayed;
      expect([operationId, replayed('200'), replayed('201')]).toEqual([operationId, true, false]);
    }
  });

  it('says when each failure happens, in words of the operation where it has any', () => {
    for (const { responses } of operations)
      for (const { description } of Object.values(responses)) expect(description).not.toBe('');
    const words = new Set(operations.flatMap(({ responses }) => responses['409']?.description ?? []));
    expect(words.size).toBeGreaterThan(10);
  });

  it('has no component that nothing refers to', () => {
    const components = document.components as Record<string, Record<string, object>>;
    const names = Object.entries(components).flatMap(([kind, parts]) =>
      kind === 'securitySchemes' ? [] : Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    );
    expect(names.filter((name) => !text.includes(`"$ref":"${name}"`) && !text.includes(`"$ref": "${name}"`))).toEqual(
      [],
    );
  });
});
