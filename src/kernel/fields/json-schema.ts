import type { Type } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { withoutRoutes } from '../internals/nest-swagger.js';
import { withVariants } from './variants.js';
import { vocabularySchemas } from './vocabulary.js';

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Record<string, unknown>;

const REFERENCE = '#/components/schemas/';

/** The OpenAPI 3.1 schemas of the classes and of all classes that they refer to, by class name. */
export function schemasOf(types: readonly Type[]): Record<string, JsonSchema> {
  const config = new DocumentBuilder().setOpenAPIVersion('3.1.0').build();
  const document = SwaggerModule.createDocument(withoutRoutes, config, { extraModels: [...types] });
  const schemas = document.components?.schemas as Record<string, JsonSchema>;
  return { ...withVariants(flattened(schemas) as Record<string, JsonSchema>), ...vocabularySchemas(schemas) };
}

/** The texts of a reference stand beside it, which OpenAPI 3.1 allows; Nest puts the reference into an `allOf` of its own. */
function flattened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(flattened);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { allOf, ...rest } = schema as { allOf?: { $ref?: string }[] };
  const $ref = allOf?.length === 1 ? allOf[0].$ref : undefined;
  if ($ref !== undefined) return { ...rest, $ref };
  return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, flattened(part)]));
}

/** The self-contained JSON Schema of a class, converted from its OpenAPI schema. */
export function jsonSchemaOf(type: Type): JsonSchema {
  const { [type.name]: own, ...others } = asJsonSchemas(schemasOf([type]));
  return Object.keys(others).length === 0 ? own : { ...own, $defs: others };
}

function asJsonSchemas(schemas: Record<string, unknown>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, asJsonSchema(schema) as JsonSchema]),
  );
}

/** OpenAPI's `example` becomes JSON Schema's `examples`, and references point to the schema's own `$defs`. */
function asJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asJsonSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
      if (key === 'discriminator') return [];
      if (key === 'example') return [['examples', [value]]];
      if (key === 'enum' || key === 'default') return [[key, value]];
      if (key === 'properties') return [[key, asJsonSchemas(value as Record<string, unknown>)]];
      if (key === '$ref') return [[key, (value as string).replace(REFERENCE, '#/$defs/')]];
      return [[key, asJsonSchema(value)]];
    }),
  );
}
