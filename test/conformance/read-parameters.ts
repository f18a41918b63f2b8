import type { OpenAPIObject } from '@nestjs/swagger';
import { documentedFields } from '../../src/kernel/fields/documented-fields.js';
import type { ReadOperation } from '../../src/kernel/operations/operation.js';

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema: { enum?: string[]; format?: string; type?: string; maximum?: number };
}

/** Names of a list's filters, by what they take. */
export interface ListFilters {
  choices: string[];
  ids: string[];
  /** They say whose rows are listed, like an id of the path. */
  requiredIds: string[];
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
  const names = (fits: (schema: Parameter['schema'], required?: boolean) => boolean) =>
    filters.filter(({ schema, required }) => fits(schema, required)).map(({ name }) => name);
  return {
    choices: names(({ enum: choices, type }) => choices !== undefined || type === 'boolean'),
    ids: names((schema, required) => schema.format === 'uuid' && !required),
    requiredIds: names((schema, required) => schema.format === 'uuid' && required === true),
    instants: names((schema) => schema.format === 'date-time'),
    texts: names((schema) => schema.type === 'string' && schema.enum === undefined && schema.format === undefined),
  };
}

function parametersOf(document: OpenAPIObject, operation: ReadOperation): Parameter[] {
  const path = `/api/v1${operation.path.replace(/:(\w+)/g, '{$1}')}`;
  return (document.paths[path].get?.parameters ?? []) as Parameter[];
}
