import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const LOOKS = 150;
const BETWEEN_LOOKS_MS = 100;

export type Resource = Record<string, unknown> & { id: string };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The service is unreachable or did not respond as expected. */
export class TourError extends Error {}

/** Sends the requests of the tour, prints each as a step, and stops at an unexpected status. */
export class Guide {
  steps = 0;

  constructor(readonly url: string) {}

  as(key: string): Actor {
    return new Actor(this, key);
  }

  show(data: Resource, fields: string[]): void {
    for (const field of fields) this.tell(`${field.padEnd(20)} ${JSON.stringify(data[field])}`);
  }

  /** Reads a document by its URL alone, whose token is not printed. */
  async open(title: string, url: string): Promise<string> {
    const response = await fetch(url);
    this.note(title, `GET ${withoutToken(url)}`, response.status);
    expect(response.status === 200, `${title}: ${response.status}`);
    return response.text();
  }

  /** Sends bytes to a URL whose token is not printed. */
  async sendBytes(title: string, url: string, body: Uint8Array): Promise<void> {
    const response = await fetch(url, { method: 'PUT', body });
    this.note(title, `PUT ${withoutToken(url)}`, response.status);
    expect(response.ok, `${title}: ${response.status}`);
  }

  /** Numbers and prints a step. */
  note(title: string, request: string, status: number): void {
    this.steps += 1;
    process.stdout.write(`${String(this.steps).padStart(3)}. ${title}\n      ${request} → ${status}\n`);
  }

  /** Waits for what the worker of the service does. */
  async until(isDone: () => Promise<boolean>, otherwise: string): Promise<void> {
    for (let look = 0; look < LOOKS; look += 1) {
      if (await isDone()) return;
      await delay(BETWEEN_LOOKS_MS);
    }
    expect(false, otherwise);
  }

  /** Prints a line below the step. */
  tell(line: string): void {
    process.stdout.write(`      ${line}\n`);
  }
}

export class Actor {
  constructor(
    private readonly guide: Guide,
    private readonly key: string,
  ) {}

  get(title: string, path: string): Promise<Resource> {
    return this.step(title, path, null, 200);
  }

  create(title: string, path: string, body: object): Promise<Resource> {
    return this.step(title, path, body, 201);
  }

  command(title: string, path: string, body: object = {}): Promise<Resource> {
    return this.step(title, path, body, 200);
  }

  /** Replaces something. */
  put(title: string, path: string, body: object): Promise<Resource> {
    return this.step(title, path, body, 200, randomUUID(), 'PUT');
  }

  delete(title: string, path: string): Promise<Resource> {
    return this.step(title, path, null, 200, randomUUID(), 'DELETE');
  }

  /** Sends a step, a POST if there is a body and nothing else is said, and expects the status. */
  async step(
    title: string,
    path: string,
    body: object | null,
    expected: number,
    idempotencyKey: string = randomUUID(),
    method: Method = body ? 'POST' : 'GET',
  ): Promise<Resource> {
    const request = `${method} ${path}`;
    const { status, data, message = '' } = await this.send(method, path, body, idempotencyKey);
    this.guide.note(title, request, status);
    expect(status === expected, `${request} answered ${status} ${message} instead of ${expected}`);
    return data;
  }

  async look(path: string): Promise<Resource> {
    const { status, data } = await this.send('GET', path, null, randomUUID());
    expect(status === 200, `GET ${path} answered ${status}`);
    return data;
  }

  private async send(method: Method, path: string, body: object | null, idempotencyKey: string) {
    const headers = { 'x-api-key': this.key, 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const { url } = this.guide;
    const response = await fetch(`${url}/api/v1${path}`, init).catch((error: unknown) => {
      throw new TourError(`No service answers at ${url}: start it first with npm start.`, { cause: error });
    });
    return { status: response.status, ...((await response.json()) as { data: Resource; message?: string }) };
  }
}

/** The path of a URL. */
function withoutToken(url: string): string {
  return new URL(url).pathname.replace(/[^/.]{20,}/, '{token}');
}

export function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new TourError(`Unexpected: ${otherwise}`);
}

/** The items of a page. */
export function itemsOf(page: Resource): Resource[] {
  return page.items as Resource[];
}

export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}
