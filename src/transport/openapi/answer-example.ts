import { getSchemaPath } from '@nestjs/swagger';
import { isPlainObject } from '#kernel/fields';
import type { WriteOperation } from '#kernel/operations';
import type { Components, Json } from './components.js';
import { exampleOf, sentExampleOf } from './examples.js';

const DATE = /^\d{4}-\d\d-\d\d$/;
/** Enough of a verb to know its participle: `archive` and `archived`, `cancel` and `cancelled`. */
const STEM = 4;

/**
 * The example of what a write answers, which agrees with the example of its request: it has the values that were sent, and of a
 * command the status to which it leads, with the instant and the account.
 */
export function answerExample(components: Components, { name, body, response, leadsTo }: WriteOperation): unknown {
  const $ref = getSchemaPath(response);
  const answer = exampleOf(components, { $ref });
  if (!isPlainObject(answer)) return answer;
  const properties = (components.schemas[response.name].properties ?? {}) as Record<string, Json>;
  const sent = body ? sentExampleOf(components, { $ref: getSchemaPath(body) }) : {};
  const agreeing = echoed(answer, isPlainObject(sent) ? sent : {}) as Json;
  if (leadsTo === undefined) return agreeing;
  const verb = name.split('_')[0].slice(0, STEM);
  const later = Object.entries(properties).filter(
    ([field]) => agreeing[field] === null && new RegExp(`^${verb}\\w*(At|By|ByName)$`).test(field),
  );
  const done = later.map(([field, schema]) => [
    field,
    sentExampleOf(components, schema, { owner: response.name, field }),
  ]);
  return { ...agreeing, status: leadsTo, ...(Object.fromEntries(done) as Json) };
}

/** A copy of the answer with the values of the fields that the request has as well; a list has as many items as were sent. */
function echoed(answer: unknown, sent: unknown): unknown {
  if (Array.isArray(answer) && Array.isArray(sent)) {
    return isPlainObject(answer[0]) ? sent.map((item) => echoed(answer[0], item)) : sent;
  }
  if (isPlainObject(answer) && isPlainObject(sent)) {
    const fields = Object.entries(answer).map(([field, value]) => [
      field,
      field in sent ? echoed(value, sent[field]) : value,
    ]);
    return Object.fromEntries(fields) as Json;
  }
  if (isPlainObject(answer) || Array.isArray(answer)) return answer;
  // A choice about something that the answer counts under the same name.
  if (typeof answer === 'number' && typeof sent === 'string') return answer;
  const isShownAsInstant = typeof sent === 'string' && DATE.test(sent) && !DATE.test(String(answer));
  return isShownAsInstant ? `${sent}T00:00:00.000Z` : sent;
}
