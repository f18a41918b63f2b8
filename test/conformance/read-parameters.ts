import type { OpenAPIObject } from '@nestjs/swagger';
import { documentedFields } from '#kernel/fields/documented-fields.js';
import type { ReadOperation } from '#kernel/operations/operation.js';

interface Parameter {
  in: string;
  name: string;
  schema: { enum?: string[]; $ref?: string; format?: string; type?: string; maximum?: number };
}

/** Names of a list's filters, by what they take. */
export interface ListFilters {
  choices: string[];
  ids: string[];
  instants: string[];
  texts: string[];
}

const PAGING = ['limit', 'cursor'];

/** True for reads whose answer is a page. */
export function isList(operation: ReadOperation): boolean {
  return operation.query !== undefined && documentedFields(operation.query).includes('cursor');
}

/** The highest `limit` of a list. */
export function maximumLimit(document: OpenAPIObject, operation: ReadOperation): number {
  const { schema } = parametersOf(document, operation).find(({ name }) => name === 'limit') ?? {};
  return schema?.maximum ?? Infinity;
}

/** The filters as the OpenAPI document shows them, so that a new one is covered by being declared. */
export function listFilters(document: OpenAPIObject, operation: ReadOperation): ListFilters {
  const filters = parametersOf(document, operation).filter((one) => one.in === 'query' && !PAGING.includes(one.name));
  const names = (fits: (schema: Parameter['schema']) => boolean) =>
    filters.filter(({ schema }) => fits(schema)).map(({ name }) => name);
  return {
    // A closed list of names is a schema of its own.
    choices: names((schema) => schema.enum !== undefined || schema.$ref !== undefined),
    ids: names((schema) => schema.format === 'uuid'),
    instants: names((schema) => schema.format === 'date-time'),
    texts: names(
      (schema) =>
        schema.type === 'string' && [schema.enum, schema.$ref, schema.format].every((limit) => limit === undefined),
    ),
  };
}

function parametersOf(document: OpenAPIObject, operation: ReadOperation): Parameter[] {
  const path = `/api/v1${operation.path.replace(/:(\w+)/g, '{$1}')}`;
  return (document.paths[path].get?.parameters ?? []) as Parameter[];
}
