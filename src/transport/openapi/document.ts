import type { INestApplication, Type } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { COMMON_REFUSALS } from '#kernel/errors';
import { type JsonSchema, MAX_INT4, schemasOf } from '#kernel/fields';
import { type AnyOperation, OPERATION, pathParameters } from '#kernel/operations';
import { declaredEvents } from '#kernel/events';
import { API_PREFIX } from '../http/request/paths.js';
import { answerExample } from './answer-example.js';
import { byName, Components, type Json, SCHEMAS } from './components.js';
import { ENVELOPES } from './envelopes.js';
import { webhookObject } from './event-webhooks.js';
import { FailureBody } from '../http/envelope/envelope.js';
import { GUIDE } from './guide.js';
import { operationObject } from './operation-object.js';
import { withSharedFields } from './shared-fields.js';
import { withSharedTexts } from './shared-texts.js';
import { documentedTags } from './tags.js';

const LICENSE = {
  name: 'UNLICENSED (the owner has not chosen a license)',
  // Explains the name.
  url: 'https://docs.npmjs.com/cli/configuring-npm/package-json#license',
};

const API_KEY = {
  type: 'apiKey',
  in: 'header',
  name: 'x-api-key',
  description: 'The key of a member, whose role and organization the request has. Takes precedence over bearer.',
};
const BEARER = {
  type: 'http',
  scheme: 'bearer',
  description: 'The same API key, for clients that only know this header.',
};

export function buildDocument(app: INestApplication, version: string): OpenAPIObject {
  const operations = handledOperations(app);
  const components = new Components(documentedSchemas(operations), [...new Set(operations.flatMap(pathParameters))]);
  setAnswers(operations, components);
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = `/${API_PREFIX}${operation.path.replace(/:(\w+)/g, '{$1}')}`;
    (paths[path] ??= {})[operation.method.toLowerCase()] = operationObject(operation, components);
  }
  const webhooks: Record<string, Json> = {};
  for (const [name, event] of declaredEvents()) webhooks[name] = { post: webhookObject(event, components) };
  // Before the components are listed, to which it adds.
  const sharedPaths = withSharedTexts(paths, components);
  const { schemas, ...parts } = components.sorted();
  const document = {
    openapi: '3.1.0',
    info: { title: 'Delivery Service', description: GUIDE, version, license: LICENSE },
    servers: [{ url: '.', description: 'This service' }],
    security: [{ apiKey: [] }, { bearer: [] }],
    ...documentedTags(),
    paths: byName(sharedPaths),
    webhooks: byName(webhooks),
    components: {
      securitySchemes: { apiKey: API_KEY, bearer: BEARER },
      ...parts,
      schemas: byName(withSharedFields(schemas as Record<string, JsonSchema>)),
    },
  };
  // Drops undefined members.
  return JSON.parse(JSON.stringify(document)) as OpenAPIObject;
}

/** A resource is shown as its creation answers or, where it has none, the first write that leads to no other status. */
function setAnswers(operations: readonly AnyOperation[], components: Components): void {
  const writes = operations.flatMap((operation) => (operation.kind === 'write' ? operation : []));
  const creations = writes.filter(({ status }) => status === 201);
  for (const write of [...creations, ...writes.filter(({ leadsTo }) => leadsTo === undefined)]) {
    components.answer(write.response.name, () => answerExample(components, write));
  }
}

/** The operations of all controllers, read from their classes: Nest's preview mode creates no instances. */
function handledOperations(app: INestApplication): AnyOperation[] {
  const scanner = new MetadataScanner();
  const modules = [...app.get(ModulesContainer).values()];
  return modules
    .flatMap((module) => [...module.controllers.values()].map(({ metatype }) => metatype as Type))
    .flatMap(({ prototype }: { prototype: Record<string, object> }) =>
      scanner.getAllMethodNames(prototype).map((name) => prototype[name]),
    )
    .flatMap((method) => (Reflect.getMetadata(OPERATION, method) as AnyOperation | undefined) ?? []);
}

/** The schemas of bodies, responses and events. Those that only responses have allow no additional properties. */
function documentedSchemas(operations: AnyOperation[]): Record<string, JsonSchema> {
  const bodies = operations.flatMap((operation) =>
    operation.kind === 'write' && operation.body ? operation.body : [],
  );
  const events = [...declaredEvents().values()].map(({ data }) => data);
  const sent = schemasOf([...bodies, ...events] as Type[]);
  const answered = schemasOf([
    FailureBody,
    ...operations.flatMap(({ response, otherResponse }) => [
      response as Type,
      ...(otherResponse ? [otherResponse] : []),
    ]),
  ]);
  const variants = new Set(Object.values(answered).flatMap(variantsOf));
  for (const [name, schema] of Object.entries(answered)) {
    // Unknown fields of a request are ignored, but for those of another kind of a union.
    const isOpen = name in sent && !variants.has(name);
    if (schema.type === 'object' && !isOpen) schema.additionalProperties ??= false;
    if (!(name in sent)) unbound(schema);
  }
  const { reason } = answered.FailureBody.properties as Record<string, JsonSchema>;
  reason.enum = reasonsOf(operations);
  return { ...sent, ...answered, ...ENVELOPES };
}

/** The names of the schemas of which one holds. */
function variantsOf({ oneOf = [] }: JsonSchema): string[] {
  return (oneOf as { $ref?: string }[]).map(({ $ref = '' }) => $ref.slice(SCHEMAS.length));
}

/** That a number fits into a column matters to a request only. */
function unbound(schema: JsonSchema): void {
  for (const field of Object.values((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    if (field.maximum === MAX_INT4) delete field.maximum;
  }
}

function reasonsOf(operations: AnyOperation[]): string[] {
  const declared = [...COMMON_REFUSALS, ...operations.flatMap(({ reasons = [] }) => reasons)];
  return [...new Set(declared.map(({ reason }) => reason))].sort();
}
