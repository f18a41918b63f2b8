import { isDeepStrictEqual } from 'node:util';
import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import { acceptsNothing, schemasOf } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { type AnyOperation, mayLag, pathParameters, representationOf, type WriteOperation } from '#kernel/operations';
import { TOKEN_HEADER } from '#kernel/standby';
import type { Components, Json } from './components.js';
import { EXAMPLE_KEY, exampleId } from './example-values.js';
import { jsonContent, sentContent } from './examples.js';
import { EXAMPLE_TAG } from './headers.js';
import { responsesOf } from './responses.js';

const CORRELATION_HEADER = {
  name: 'X-Correlation-Id',
  in: 'header',
  description: 'Returned as `correlationId`; generated when absent.',
  schema: { type: 'string', minLength: 1, maxLength: 128 },
};

const KEY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'A repeated key returns the first result with `replayed: true` and changes nothing.',
  example: EXAMPLE_KEY,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const MATCH_HEADER = {
  name: 'If-Match',
  in: 'header',
  description:
    'The `ETag` of the resource as it was read: if it has changed since, the response is 412 and nothing changes. Without ' +
    'the header the last change wins.',
  schema: { type: 'string' },
  example: EXAMPLE_TAG,
};

const PREFER_HEADER = {
  name: 'Prefer',
  in: 'header',
  description:
    '`handling=strict` refuses unknown body fields and query parameters with 400 (RFC 7240). Without it they are ignored.',
  schema: { type: 'string' },
  example: 'handling=strict',
};

const TOKEN_PARAMETER = {
  name: TOKEN_HEADER,
  in: 'header',
  description:
    'The value from the response to a write: the answer includes that write. Where the service has no standby, every ' +
    'answer does. A malformed one is 400.',
  schema: { type: 'string', minLength: 18, maxLength: 18, pattern: '^[A-Za-z0-9_-]+$' },
  example: 'AgAAAAEAAAAAAU2PGA',
};

export function operationObject(operation: AnyOperation, components: Components): Json {
  const { name, tag, summary, description } = operation;
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    parameters: parametersOf(operation, components),
    requestBody: operation.kind === 'write' ? requestBodyOf(operation, components) : undefined,
    responses: responsesOf(operation, components),
    'x-events': operation.kind === 'write' ? eventsOf(operation) : undefined,
  };
}

/** The names of the events that a write may record. */
function eventsOf({ event, alsoEvents = [] }: WriteOperation): string[] {
  return [...(event ? [event.name] : []), ...alsoEvents];
}

function parametersOf(operation: AnyOperation, components: Components): Json[] {
  const ids = pathParameters(operation).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    example: exampleId(name),
  }));
  const headers = [
    CORRELATION_HEADER,
    ...(operation.kind === 'write' ? [KEY_HEADER, ...(representationOf(operation) ? [MATCH_HEADER] : [])] : []),
    PREFER_HEADER,
    ...(mayLag(operation) ? [TOKEN_PARAMETER] : []),
  ];
  const refer = (parameter: { name: string }): Json => components.refer('parameters', parameter.name, parameter);
  const query = operation.kind === 'read' && operation.query ? queryParameters(operation.query as Type) : [];
  return [
    ...[...ids, ...headers].map(refer),
    ...query.map((parameter) => (isOfEveryList(parameter) ? refer(parameter) : parameter)),
  ];
}

/** The limit and the cursor, unless a list has its own. */
function isOfEveryList(parameter: Json): boolean {
  return queryParameters(PageQuery).some((common) => isDeepStrictEqual(common, parameter));
}

function queryParameters(query: Type): (Json & { name: string })[] {
  const schema = schemasOf([query])[query.name];
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: 'query',
    required: required.includes(name) || undefined,
    description,
    schema: rest,
  }));
}

function requestBodyOf({ body, emptyBody }: WriteOperation, components: Components): Json {
  if (body) {
    const content = sentContent(components, { $ref: getSchemaPath(body) });
    return { required: !acceptsNothing(body as never), content };
  }
  const schema = { type: 'object', maxProperties: emptyBody ? 0 : undefined };
  return components.refer('requestBodies', emptyBody ? 'Empty' : 'Ignored', {
    required: false,
    content: jsonContent(components, schema),
  });
}
