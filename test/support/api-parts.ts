import type { OpenAPIObject } from '@nestjs/swagger';

type Json = Record<string, unknown>;

/** The document with all components inlined, except schemas. */
export function withParts(document: OpenAPIObject): OpenAPIObject {
  const { paths, webhooks } = placed(document, { paths: document.paths, webhooks: document.webhooks }) as Json;
  return { ...document, paths, webhooks } as OpenAPIObject;
}

function placed(document: OpenAPIObject, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((part) => placed(document, part));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...beside } = node as Json;
  if (typeof $ref === 'string' && !$ref.startsWith('#/components/schemas/')) {
    const [, , kind, name] = $ref.split('/');
    const part = (document.components as Record<string, Record<string, object>>)[kind]?.[name];
    if (!part) throw new Error(`${$ref} leads nowhere`);
    return { ...(placed(document, part) as Json), ...beside };
  }
  return Object.fromEntries(Object.entries(node).map(([name, part]) => [name, placed(document, part)]));
}
