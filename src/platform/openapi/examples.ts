import type { OpenAPIObject } from '@nestjs/swagger';
import { ERROR_STATUS } from '../errors/service-error.js';
import { operationsOf } from './refinements.js';

type Json = Record<string, unknown>;

const BY_FORMAT: Record<string, string> = {
  uuid: '0198c5d2-7b1e-7c4f-9d3a-5f0e6b2a4c10',
  'date-time': '2030-01-15T09:30:00.000Z',
  date: '2030-01-15',
};

const MESSAGES: Record<string, string> = {
  invalid_request: 'The request is invalid.',
  unauthorized: 'A valid API key is required.',
  forbidden: 'The caller is not allowed to do this.',
  not_found: 'The resource was not found.',
  conflict: 'The state of the resource does not allow this.',
  internal_error: 'Something went wrong on our side.',
  unavailable: 'The service is not available at the moment.',
};

/** Gives every documented response, and every request body, an example made from its schema. */
export function addExamples(document: OpenAPIObject): void {
  for (const operation of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses as Record<string, Json>)) {
      for (const media of mediaOf(response)) {
        media.example =
          Number(status) >= 400 ? failureExample(Number(status)) : exampleOf(document, media.schema as Json);
      }
    }
    for (const media of mediaOf(operation.requestBody as Json | undefined)) {
      media.example = exampleOf(document, media.schema as Json);
    }
  }
}

/** A value that satisfies the schema, from its own examples where it has any. */
export function exampleOf(document: OpenAPIObject, schema: Json): unknown {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice('#/components/schemas/'.length);
    return exampleOf(document, (document.components?.schemas as Record<string, Json>)[name]);
  }
  if (schema.example !== undefined) return schema.example;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const composed = (schema.oneOf ?? schema.anyOf ?? schema.allOf) as Json[] | undefined;
  if (composed) return exampleOf(document, composed[0]);
  switch (Array.isArray(schema.type) ? (schema.type as string[])[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, property]) => [
          name,
          exampleOf(document, property),
        ]),
      );
    case 'array':
      return [exampleOf(document, schema.items as Json)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return BY_FORMAT[schema.format as string] ?? 'Text'.padEnd(Number(schema.minLength ?? 0), '.');
  }
}

function failureExample(status: number): Json {
  const code = Object.entries(ERROR_STATUS).find(([, value]) => value === status)?.[0] ?? 'invalid_request';
  return {
    success: false,
    code,
    message: MESSAGES[code],
    details: status === 400 ? [{ field: 'name', issue: 'is required' }] : [],
    correlationId: '0198c5d2-7b1e-7c4f-9d3a-5f0e6b2a4c11',
  };
}

function mediaOf(holder: Json | undefined): Json[] {
  return Object.values((holder?.content ?? {}) as Record<string, Json>);
}
