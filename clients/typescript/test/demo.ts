import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeliveryClient, type ClientOptions } from '@delivery-service/client';

interface Demo {
  keys: { owner: string };
  cohortId: string;
  enrollmentId: string;
  ownerAccountId: string;
}

/** The temporary project in which the tests run. */
export const project = process.env.PROJECT ?? '';
/** The running service. */
export const serviceUrl = process.env.SERVICE_URL ?? '';

export const demo = JSON.parse(readFileSync(join(project, '.data', 'demo.json'), 'utf8')) as Demo;

/** A client of the demo organization's owner. */
export function clientOf(options: Partial<ClientOptions> = {}): DeliveryClient {
  return new DeliveryClient({ url: serviceUrl, apiKey: demo.keys.owner, ...options });
}

/** The notes of the demo enrollment that have this text. */
export async function notesWith(text: string): Promise<string[]> {
  const found: string[] = [];
  const path = { enrollmentId: demo.enrollmentId };
  for await (const { id, body } of clientOf().pages('/enrollments/{enrollmentId}/notes', { path })) {
    if (body === text) found.push(id);
  }
  return found;
}

export const notes = '/enrollments/{enrollmentId}/notes';

/** The request that writes a note with this text. */
export function noteOf(text: string): { path: { enrollmentId: string }; body: { body: string } } {
  return { path: { enrollmentId: demo.enrollmentId }, body: { body: text } };
}
