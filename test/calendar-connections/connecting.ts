import { expect } from '@jest/globals';
import type { CalendarConnection } from '#contexts/calendar-connections/connection/calendar-connection.dto.js';
import { CalendarsJob } from '#contexts/calendar-connections/reading/calendars.job.js';
import { runJob } from '../support/run-job.js';
import type { StandIn } from '../support/calendar-providers/stand-in.js';
import type { CalendarServer } from '../support/programs/calendar-server.js';
import type { Person, School } from '../support/school.js';

export const RETURN_URL = 'https://learn.example.com/calendars';

export const dataOf = <Value>({ body }: { body: unknown }): Value => (body as { data: Value }).data;

export interface Busy {
  measured: boolean;
  reason?: string;
  items?: { startsAt: string; endsAt: string }[];
}

export const read = async ({ client }: Person, id: string): Promise<CalendarConnection> =>
  dataOf(await client.get(`/calendar-connections/${id}`));

export async function busyOf({ client, memberId }: Person, from: Date, days = 10): Promise<Busy> {
  const to = new Date(from.getTime() + days * 86_400_000);
  const answer = await client.get(`/members/${memberId}/busy?from=${from.toISOString()}&to=${to.toISOString()}`);
  expect(answer.status).toBe(200);
  return dataOf(answer);
}

/** Hours of the days after that of `start`, whatever the clock of the app says by then. */
export const daysAfter =
  (start: Date) =>
  (days: number, hours = 0): Date =>
    new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate() + days, hours));

/** Begins a connection; returns it with the URL at which the member consents. */
export async function begin({ client }: Person, provider: 'google' | 'microsoft', more: object = {}) {
  const body = { label: 'Mine', provider, returnUrl: RETURN_URL, ...more };
  const answer = await client.post('/me/calendar-connections', body);
  expect(answer.status).toBe(201);
  return dataOf<CalendarConnection & { authorizationUrl: string }>(answer);
}

/** The browser comes back from the provider: what the page of the member is opened with. */
export async function comeBack(school: School, address: string): Promise<{ status: number; page: URL | undefined }> {
  const { pathname, search } = new URL(address);
  const answer = await fetch(`${school.app.url}${pathname}${search}`, { redirect: 'manual' });
  const location = answer.headers.get('location');
  return { status: answer.status, page: location === null ? undefined : new URL(location) };
}

/** Consents, confirms, and has the worker look. */
export async function authorize(
  school: School,
  person: Person,
  provider: 'google' | 'microsoft',
  standIn: StandIn,
  more: object = {},
) {
  const { id, authorizationUrl } = await begin(person, provider, more);
  const { page } = await comeBack(school, standIn.consent(authorizationUrl));
  const grant = page?.searchParams.get('grant');
  const confirmed = await person.client.post(`/me/calendar-connections/${id}/confirm`, { grant });
  expect(confirmed.status).toBe(200);
  await runJob(school, CalendarsJob);
  return read(person, id);
}

export async function connectCaldav(
  school: School,
  person: Person,
  { url, username, password }: Pick<CalendarServer, 'url' | 'username' | 'password'>,
  more: object = {},
): Promise<CalendarConnection> {
  const body = { label: 'Mine', provider: 'caldav', url, username, password, ...more };
  const answer = await person.client.post('/me/calendar-connections', body);
  expect(answer.status).toBe(201);
  await runJob(school, CalendarsJob);
  return read(person, dataOf<{ id: string }>(answer).id);
}

export const eventsOf = async (school: School, name: string) =>
  (await school.trail()).events.filter((event) => event.name === name);
