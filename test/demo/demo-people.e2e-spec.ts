import { expect, it } from '@jest/globals';
import request from 'supertest';
import { DemoPeople } from '#demo/demo-people.controller.js';
import type { DemoSchool } from '#demo/demo-school.js';
import { useApp } from '../support/use-school.js';

const app = useApp();
const people = (headers: Record<string, string> = {}) => request(app.url).get('/demo/people').set(headers);

it('the people of the demo organization are shown to a browser of this machine alone', async () => {
  expect((await people()).status).toBe(404);
  const keys = { owner: 'dsk_of_the_owner', coach: 'dsk_of_a_coach' };
  for (const instance of app.instances) instance.get(DemoPeople, { strict: false }).school = { keys } as DemoSchool;
  const { status, body } = await people();
  expect([status, body]).toEqual([
    200,
    {
      people: [
        { holder: 'OWNER', apiKey: keys.owner },
        { holder: 'MEMBER, coach', apiKey: keys.coach },
      ],
    },
  ]);
  const elsewhere: [string, string][] = [
    ['Host', 'demo.example.com'],
    ['X-Forwarded-For', '192.0.2.7'],
    ['Forwarded', 'for=192.0.2.7'],
  ];
  for (const [name, value] of elsewhere) expect([name, (await people({ [name]: value })).status]).toEqual([name, 404]);
  expect((await people({ Origin: 'https://example.com' })).headers['access-control-allow-origin']).toBeUndefined();
});
