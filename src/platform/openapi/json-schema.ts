import type { Type } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { modernizeNullable } from './refinements.js';

/** A JSON Schema of draft 2020-12, complete in itself. */
export type JsonSchema = Record<string, unknown>;

const REFERENCE = '#/components/schemas/';

/** As much of an application as the document maker looks at; it has no routes, only the classes that it is given. */
const withoutRoutes = {
  container: { getModules: () => new Map(), isGlobalModule: () => false },
  config: new ApplicationConfig(),
  getHttpAdapter: () => ({ getType: () => 'express' }),
};

/** The JSON Schema of a class with field decorators: what the OpenAPI document says of it, with its references inside. */
export function jsonSchemaOf(type: Type): JsonSchema {
  const config = new DocumentBuilder().setOpenAPIVersion('3.1.0').build();
  const document = SwaggerModule.createDocument(withoutRoutes as never, config, { extraModels: [type] });
  modernizeNullable(document);
  const schemas = document.components?.schemas as Record<string, JsonSchema>;
  const { [type.name]: own, ...others } = asJsonSchemas(schemas);
  return Object.keys(others).length === 0 ? own : { ...own, $defs: others };
}

/** Schemas by name: of the document's classes, or of an object's properties. */
function asJsonSchemas(schemas: Record<string, unknown>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, asJsonSchema(schema) as JsonSchema]),
  );
}

/** OpenAPI's `example` is JSON Schema's `examples`, and references point into the schema itself. */
function asJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asJsonSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]: [string, unknown]) => {
      if (key === 'example') return ['examples', [value]];
      if (key === 'enum' || key === 'default') return [key, value];
      if (key === 'properties') return [key, asJsonSchemas(value as Record<string, unknown>)];
      if (key === '$ref') return [key, (value as string).replace(REFERENCE, '#/$defs/')];
      return [key, asJsonSchema(value)];
    }),
  );
}
