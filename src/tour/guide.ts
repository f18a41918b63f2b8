import { randomUUID } from 'node:crypto';

export type Resource = Record<string, unknown> & { id: string };

type Method = 'GET' | 'POST' | 'PUT';

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
    this.guide.steps += 1;
    process.stdout.write(`${String(this.guide.steps).padStart(3)}. ${title}\n      ${request} → ${status}\n`);
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
