import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { COMMON_REFUSALS } from '#kernel/errors';
import { withParts } from './api-parts.js';

interface Route {
  method: string;
  pattern: RegExp;
  operation: { responses: Record<string, { description?: string; content?: Record<string, { schema: object }> }> };
  template: string;
}

const COMMON = COMMON_REFUSALS.map(({ reason }) => reason);
/** The statuses that the response `default` stands for. */
const OF_DEFAULT = [413, 415, 500, 503];

/** Validates responses against the service's OpenAPI document. */
export class ResponseContract {
  /** Components are inlined, except schemas. */
  readonly document: OpenAPIObject;
  // Each function is called a few times: to compile it takes longer than to call it.
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
  private readonly routes: Route[];
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(served: OpenAPIObject) {
    const document = withParts(served);
    this.document = document;
    addFormats.default(this.ajv);
    this.ajv.addSchema({ $id: 'openapi', components: document.components });
    this.routes = Object.entries(document.paths).flatMap(([template, path]) =>
      Object.entries(path as Record<string, Route['operation']>).map(([method, operation]) => ({
        method: method.toUpperCase(),
        pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
        operation,
        template,
      })),
    );
  }

  /** The violation of a response; undefined if there is none or the path is not in the document. */
  problem(method: string, path: string, status: number, body: unknown): string | undefined {
    const pathname = path.split('?', 1)[0];
    const route = this.routes.find((candidate) => candidate.method === method && candidate.pattern.test(pathname));
    if (!route) return undefined;
    const place = `${method} ${route.template} ${status}`;
    const { responses } = route.operation;
    const documented = responses[status] ?? (OF_DEFAULT.includes(status) ? responses.default : undefined);
    if (!documented) return `${place} is not documented`;
    const { reason } = body as { reason?: string };
    if (reason !== undefined && !COMMON.includes(reason) && !documented.description?.includes(`\`${reason}\``)) {
      return `${place} does not state the reason ${reason}`;
    }
    if (reason === undefined && status === 409) return `${place} has no reason`;
    const validate = this.validatorOf(documented.content?.['application/json'].schema);
    return validate(body) ? undefined : `${place}: ${this.ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`;
  }

  /** Of a schema of the document, compiled once for its text: most refusals have the same one. */
  validatorOf(schema: object = {}): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
    const known = this.compiled.get(text);
    if (known) return known;
    const validate = this.ajv.compile(JSON.parse(text) as object);
    this.compiled.set(text, validate);
    return validate;
  }
}
