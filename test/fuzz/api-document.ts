import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Method } from '../support/client.js';
import { withParts } from '../support/api-parts.js';

/** A schema of the document, as far as requests are made from it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  example?: unknown;
}

export interface QueryParameter {
  name: string;
  required: boolean;
  schema: Schema;
}

/** An operation as the document tells it to a stranger. */
export interface DocumentedOperation {
  name: string;
  method: Method;
  /** The whole path, with `{name}` for parameters. */
  template: string;
  pathParameters: string[];
  query: QueryParameter[];
  /** Undefined where none is documented. */
  body?: { schema: Schema; required: boolean };
  writes: boolean;
  /** The names of those that a write may record. */
  events: string[];
  /** The status when it is carried out. */
  success: 200 | 201;
}

interface OperationObject {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
  'x-events'?: string[];
}

/** The committed openapi.json, which is all that the requests are made from. */
export class ApiDocument {
  readonly object: OpenAPIObject;
  readonly operations: DocumentedOperation[];

  constructor() {
    const file = new URL('../../../openapi.json', import.meta.url);
    this.object = withParts(JSON.parse(readFileSync(file, 'utf8')) as OpenAPIObject);
    this.operations = Object.entries(this.object.paths).flatMap(([template, path]) =>
      Object.entries(path as Record<string, OperationObject>).map(([method, operation]) =>
        documented(template, method, operation),
      ),
    );
  }

  /** The schema itself, behind its reference. */
  resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const schemas = this.object.components?.schemas as Record<string, Schema>;
    return schemas[schema.$ref.slice('#/components/schemas/'.length)];
  }
}

function documented(template: string, method: string, operation: OperationObject): DocumentedOperation {
  const { operationId, parameters = [], requestBody, responses } = operation;
  return {
    name: operationId,
    method: method.toUpperCase() as Method,
    template,
    pathParameters: [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
    query: parameters
      .filter((one) => one.in === 'query')
      .map(({ name, required = false, schema }) => ({ name, required, schema })),
    body: requestBody && {
      schema: requestBody.content['application/json'].schema,
      required: requestBody.required ?? false,
    },
    // A read may be sent by POST.
    writes: operation['x-events'] !== undefined,
    events: operation['x-events'] ?? [],
    success: '201' in responses ? 201 : 200,
  };
}
