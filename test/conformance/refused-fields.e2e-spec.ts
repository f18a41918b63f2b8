import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { useSchool } from '../support/use-school.js';
import { at, fieldsOf, isText, withValue, type BodyField } from './body-schema.js';
import { refusedBy } from './refused-values.js';
import { pathOf, type Sample } from './sample.js';
import { samples } from './samples.js';

const EMOJI = '\u{1F98A}';
/** Each row is judged by itself, and reported: test/people-import/row-rules.e2e-spec.ts. */
const JUDGED_LATER = /^create_people_import rows\.0\./;
/** Stored as they are sent, also as blanks. */
const VERBATIM =
  /^(\w+_webhook_(subscription|secret) secret|set_identity_provider clientSecret|connect_payment_provider (secretKey|webhookSecret)|(create|update)_lesson body|(create|update)_calendar_connection password)$/;

const { app, school } = useSchool();

const WITH_BODY = samples.filter(({ operation }) => operation.body !== undefined);

describe.each(WITH_BODY.map((one) => [one.operation.name, one] as const))('%s', (name, { operation, arrange }) => {
  const placeOf = ({ position }: BodyField) => `${name} ${position.join('.')}`;

  it('refuses what the document does not allow, naming the field, and nothing is written', async () => {
    const { params, body } = await arrange(school);
    const digest = await school.digest();
    const fields = fieldsOf(app.contract.document, operation, body).filter(
      (field) => !JUDGED_LATER.test(placeOf(field)),
    );
    const wrong: unknown[] = [];
    for (const field of fields) {
      for (const value of refusedBy(field)) {
        if (VERBATIM.test(placeOf(field)) && String(value).trim() === '' && value !== '') continue;
        const sent = withValue(field.body, field.position, value);
        const answer = await send(operation, params, sent);
        const named = namesIn(answer);
        const isLong = typeof value === 'string' && value.trim().length > 12 && !field.schema.enum;
        const repeated = isLong && answer.text.includes(value.trim());
        const isInvalid = answer.status === 400 && answer.body.code === 'invalid_request';
        if (isInvalid && named.join() === nameOf(field) && !repeated) continue;
        wrong.push([nameOf(field), value, answer.status, named]);
      }
    }
    expect(wrong).toEqual([]);
    const missing = fields.filter(({ position, required }) => required && position.length === 1).map(nameOf);
    if (missing.length > 0) expect(namesIn(await send(operation, params, {})).sort()).toEqual(missing.sort());
    expect(fields.length > 0 || operation.emptyBody === true).toBe(true);
    expect(await school.digest()).toBe(digest);
  });

  it('takes each text at its longest and at its shortest, measured in characters', async () => {
    for (const lengthOf of [({ maxLength = 0 }) => maxLength, ({ minLength = 0 }) => Math.max(minLength, 1)]) {
      await school.renew();
      const call = await arrange(school);
      let { body } = call;
      const texts = fieldsOf(app.contract.document, operation, body).filter(
        ({ schema, position }) => isText(schema) && typeof at(call.body, position) === 'string',
      );
      for (const { schema, position } of texts) body = withValue(body, position, EMOJI.repeat(lengthOf(schema)));
      const response = await send(operation, call.params, body);
      expect([response.status, response.body.details]).toEqual([operation.status, undefined]);
      for (const { schema, position } of texts) {
        const shown = at(response.body.data, position);
        if (shown !== undefined) expect([position, shown]).toEqual([position, EMOJI.repeat(lengthOf(schema))]);
      }
    }
  });
});

function namesIn({ body }: Response): string[] {
  return ((body as { details?: { field: string }[] }).details ?? []).map(({ field }) => field);
}

/** Refused as a whole, whichever of their members is wrong. */
const WHOLE = /^(.*\.visibleIf)\..*$/;

/** A list of scalars is refused as a whole. */
function nameOf({ position }: BodyField): string {
  const name = position.at(-1) === 0 ? position.slice(0, -1).join('.') : position.join('.');
  return name.replace(WHOLE, '$1');
}

function send({ method, path }: Sample['operation'], params: string[] | undefined, body: unknown) {
  return school.owner.client.send(method, pathOf({ path }, params), { body });
}
