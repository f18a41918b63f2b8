import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { correlationPrefixOf } from './commit-proxy.js';
import { shownBy } from './operations.js';
import type { PlannedKey } from './plan.js';
import type { Services } from './services.js';

const ATTEMPTS = 400;
const ATTEMPT_TIMEOUT_MS = 60_000;

/** What one attempt brought; no status where the request failed without an answer. */
export interface Answer {
  key: string;
  correlation_id: string;
  status: number | null;
  code: string | null;
  retry_after: boolean;
  /** Of the record that the answer shows. */
  id: string | null;
  replayed: boolean | null;
  /** The number that it counts. */
  made: number | null;
  /** Tells two results apart. */
  digest: string | null;
  answered_at: Date;
}

interface Envelope {
  data?: unknown;
  replayed?: boolean;
  code?: string;
}

/** The clients of the service: they send each key until it is acknowledged or refused, so many keys at once. */
export class Clients {
  readonly answers: Answer[] = [];
  /** Keys in the order in which they were first sent. */
  readonly sent: PlannedKey[] = [];
  private readonly waiting: PlannedKey[] = [];
  private readonly going = new Set<Promise<void>>();
  private stopped = false;

  constructor(
    private readonly services: Services,
    private readonly apiKey: string,
    private readonly keysAtOnce: number,
  ) {}

  get begun(): number {
    return this.sent.length;
  }

  get backlog(): number {
    return this.waiting.length;
  }

  /** Queues keys. */
  add(keys: readonly PlannedKey[]): void {
    this.waiting.push(...keys);
    while (this.going.size < this.keysAtOnce && this.waiting.length > 0) this.next();
  }

  /** Sends a key at once, whatever is queued; resolves when its clients are done. */
  send(planned: PlannedKey): Promise<void> {
    this.sent.push(planned);
    const clients = Array.from({ length: planned.clients }, (_, client) => this.persist(planned, client + 1));
    const run = Promise.all(clients).then(() => void this.going.delete(run));
    this.going.add(run);
    return run;
  }

  async idle(): Promise<void> {
    while (this.going.size > 0) await Promise.all(this.going);
  }

  /** Nobody tries again. */
  stop(): void {
    this.stopped = true;
    this.waiting.length = 0;
  }

  private next(): void {
    const planned = this.waiting.shift();
    if (!planned) return;
    void this.send(planned).then(() => this.next());
  }

  private async persist(planned: PlannedKey, client: number): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { status, retry_after: again } = await this.attempt(planned, client, attempt);
      const final = status !== null && status < 500 && !again;
      if (final || planned.once || this.stopped) return;
      await delay(50 + Math.random() * 250);
    }
  }

  private async attempt(planned: PlannedKey, client: number, attempt: number): Promise<Answer> {
    const correlationId = `${correlationPrefixOf(planned.key)}-${client}-${attempt}`;
    const answer: Answer = {
      key: planned.key,
      correlation_id: correlationId,
      status: null,
      code: null,
      retry_after: false,
      id: null,
      replayed: null,
      made: null,
      digest: null,
      answered_at: new Date(),
    };
    try {
      await this.exchange(planned, attempt, answer);
    } catch {
      answer.status = null;
    }
    answer.answered_at = new Date();
    this.answers.push(answer);
    return answer;
  }

  private async exchange(planned: PlannedKey, attempt: number, answer: Answer): Promise<void> {
    const { urls } = this.services;
    if (urls.length === 0) throw new Error('no process runs');
    const base = urls[Math.floor(Math.random() * urls.length)];
    const hangUp = attempt === 1 && planned.hangUpAfterMs !== null ? planned.hangUpAfterMs : ATTEMPT_TIMEOUT_MS;
    const response = await fetch(`${base}/api/v1${planned.path}`, {
      method: planned.method,
      headers: {
        'content-type': 'application/json',
        'x-api-key': planned.apiKey ?? this.apiKey,
        'idempotency-key': planned.key,
        'x-correlation-id': answer.correlation_id,
      },
      body: JSON.stringify(planned.body),
      signal: AbortSignal.timeout(hangUp),
    });
    const envelope = (await response.json()) as Envelope;
    answer.status = response.status;
    answer.code = envelope.code ?? null;
    answer.retry_after = response.headers.has('retry-after');
    if (!response.ok) return;
    Object.assign(answer, shownBy(planned.operation, envelope.data));
    answer.replayed = envelope.replayed ?? null;
    // The addresses of parts are made for each answer.
    const repeated = JSON.stringify(envelope.data, (name, value: unknown) => (name === 'parts' ? undefined : value));
    answer.digest = createHash('sha256').update(repeated).digest('hex').slice(0, 16);
  }
}
