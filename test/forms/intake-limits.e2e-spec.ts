import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { dataOf } from '../identity/answers.js';
import { content, question } from '../support/builders/form.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

it('an address sends ten responses a minute at most, whatever they are, and still reads the form', async () => {
  const version = await school.formVersion({ content: content(question({ key: 'name', kind: 'text' })) });
  const path = `/forms/${await school.formOf('form_versions', version)}/intake-links`;
  const { url } = dataOf<{ url: string }>(await school.owner.client.post(path, { name: 'Open evening' }));
  const statuses: number[] = [];
  for (let number = 0; number < 12; number += 1) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomBytes(18).toString('base64url') };
    const body = JSON.stringify({ answers: number % 2 === 0 ? {} : { name: 1 } });
    statuses.push((await fetch(`${url}/responses`, { method: 'POST', headers, body })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? 201 : 400)), 429, 429]);
  expect((await fetch(url)).status).toBe(200);
});
