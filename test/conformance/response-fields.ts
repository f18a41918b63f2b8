import type { OpenAPIObject } from '@nestjs/swagger';
import type { AnyOperation } from '#kernel/operations';

interface Node {
  $ref?: string;
  content?: Record<string, { schema: Node }>;
  properties?: Record<string, Node>;
  items?: Node;
  allOf?: Node[];
  anyOf?: Node[];
  oneOf?: Node[];
}

/** The names of all fields of an operation's successful responses, at any depth, as the OpenAPI document has them. */
export function responseFields(document: OpenAPIObject, { path, method }: AnyOperation): string[] {
  const documented = document.paths[`/api/v1${path.replace(/:(\w+)/g, '{$1}')}`];
  const responses = documented[method.toLowerCase() as 'get']?.responses ?? {};
  const fields = new Set<string>();
  for (const [status, response] of Object.entries(responses)) {
    if (!status.startsWith('2')) continue;
    const { content = {} } = resolved(response as Node);
    for (const { schema } of Object.values(content)) collect(schema, []);
  }
  return [...fields];

  function collect(node: Node | undefined, within: readonly Node[]): void {
    const schema = node && resolved(node);
    if (!schema || within.includes(schema)) return;
    const inner = [...within, schema];
    for (const [name, one] of Object.entries(schema.properties ?? {})) {
      fields.add(name);
      collect(one, inner);
    }
    for (const one of [schema.items, ...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
      collect(one, inner);
    }
  }

  function resolved(node: Node): Node {
    if (!node.$ref) return node;
    const steps = node.$ref.slice(2).split('/');
    return steps.reduce<unknown>((found, step) => (found as Record<string, unknown>)[step], document) as Node;
  }
}
