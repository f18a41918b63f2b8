import { randomUUID } from 'node:crypto';

interface Answer {
  status: number;
  body: { data: Resource; message?: string };
}

export type Resource = Record<string, unknown> & { id: string };

/** Something went otherwise than the tour says it does. */
export class TourError extends Error {}

/** Sends the tour's requests, prints each, and stops where an answer is not the one expected. */
export class Guide {
  private step = 0;

  constructor(private readonly url: string) {}

  get steps(): number {
    return this.step;
  }

  async post(
    key: string,
    says: string,
    path: string,
    body: object,
    wanted = 201,
    idempotencyKey: string = randomUUID(),
  ): Promise<Resource> {
    return this.expectStatus(says, 'POST', path, wanted, await this.send(key, path, body, idempotencyKey));
  }

  async get(key: string, says: string, path: string): Promise<Resource> {
    return this.expectStatus(says, 'GET', path, 200, await this.send(key, path, null));
  }

  /** Reads without counting it as a step: to wait for something. */
  async look(key: string, path: string): Promise<Resource> {
    const { status, body } = await this.send(key, path, null);
    expect(status === 200, `GET ${path} answered ${status}`);
    return body.data;
  }

  async refused(key: string, says: string, path: string, body: object | null, wanted: number): Promise<void> {
    const answer = await this.send(key, path, body, randomUUID());
    this.expectStatus(says, body ? 'POST' : 'GET', path, wanted, answer);
  }

  private expectStatus(says: string, method: string, path: string, wanted: number, { status, body }: Answer): Resource {
    this.step += 1;
    process.stdout.write(`${String(this.step).padStart(3)}. ${says}\n      ${method} ${path} → ${status}\n`);
    expect(status === wanted, `${method} ${path} answered ${status} ${body.message ?? ''} instead of ${wanted}`);
    return body.data;
  }

  private async send(key: string, path: string, body: object | null, idempotencyKey?: string): Promise<Answer> {
    const headers: Record<string, string> = { 'x-api-key': key, 'Content-Type': 'application/json' };
    if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const response = await fetch(`${this.url}/api/v1${path}`, init).catch((error: unknown) => {
      throw new TourError(`No service answers at ${this.url}: start it first with npm start.`, { cause: error });
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  show(data: Resource, fields: string[]): void {
    for (const field of fields) process.stdout.write(`      ${field.padEnd(20)} ${JSON.stringify(data[field])}\n`);
  }
}

export function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new TourError(`Unexpected: ${otherwise}`);
}
