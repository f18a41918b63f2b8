import type { DeliveryClient, WriteResult } from '@delivery-service/client';
import { needsProof } from './proof.js';
import type { Current, Once } from './operations.js';
import { isOutdated, isRefusal } from './refusal.js';
import { randomName } from './tabs.js';

/** Sends a body under the key that it is given. */
export type Send<Data> = (client: DeliveryClient, body: unknown, once: Once) => Promise<WriteResult<Data>>;

/**
 * `refused`: nothing was changed. `unknown`: the request may or may not have been carried out, as no answer to it
 * arrived; `submit` sends the same request under the same key again, so that it is carried out once. `unproved`: it waits
 * for a recent sign-in, and is then sent again likewise.
 */
export type WriteState =
  | { is: 'idle' | 'sending' }
  | { is: 'refused' | 'unknown' | 'unproved'; error: unknown }
  | { is: 'done'; result: WriteResult<unknown> };

/** What a page declares of a write. `Raw` is what its inputs hold. */
export interface Declared {
  label: string;
  /** Equal for the same write on the same resource, whichever page declares it. */
  subject: string;
  /** Makes the body of the request of what was entered. */
  bodyOf: (values: never) => unknown;
  send: Send<unknown>;
  /** Reads the resource that it changes, for its dialog. */
  read?: ((client: DeliveryClient) => Promise<Current>) | undefined;
}

/** A request as it was first sent, with all that its dialog showed: what is sent again is the same. */
interface Attempt<Form, Raw> {
  idempotencyKey: string;
  form: Form;
  raw: Raw;
  body: unknown;
  wasLost: boolean;
}

/** A write from the opening of its dialog until its outcome is known and was seen. */
export interface Entry<Form extends Declared, Raw> {
  id: string;
  /** As its page declares it now, or did last. */
  live: Form;
  opener: HTMLElement | null;
  isShown: boolean;
  state: WriteState;
  attempt: Attempt<Form, Raw> | null;
}

/** A file that was chosen, and goes on by itself. */
interface Chosen {
  stop: () => void;
  discard: () => void;
}

function filesIn(raw: unknown): Chosen[] {
  return Object.values(raw ?? {}).filter(
    (value): value is Chosen => typeof value === 'object' && value !== null && 'discard' in value,
  );
}

/** The writes of a session that have a dialog, or whose outcome is unknown. Pages come and go; these stay. */
export class Writes<Form extends Declared, Raw> {
  private entries: readonly Entry<Form, Raw>[] = [];
  private readonly listeners = new Set<() => void>();
  /** What was entered for a write that was not sent, by its subject: who comes back finds it again. */
  private readonly drafts = new Map<string, Raw>();

  constructor(private readonly client: DeliveryClient) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): readonly Entry<Form, Raw>[] => this.entries;

  /** Shows the dialog: a new one, or that of the same write whose outcome is unknown, wherever it was sent from. */
  open(id: string, live: Form, opener: HTMLElement | null): void {
    const known = this.find(id) ?? this.entries.find(({ attempt }) => attempt?.form.subject === live.subject);
    if (known) this.change(known.id, { isShown: true, opener });
    else this.set([...this.entries, { id, live, opener, isShown: true, state: { is: 'idle' }, attempt: null }]);
  }

  show(id: string): void {
    this.change(id, { isShown: true });
  }

  /** The page shows the button again, perhaps with other values. What was sent stays as it was. */
  declare(id: string, live: Form): void {
    const entry = this.find(id);
    if (entry && entry.live !== live) this.change(id, { live });
  }

  /** The button is gone. What was sent, or was refused in an open dialog, stays. */
  leave(id: string): void {
    if (this.find(id)?.state.is === 'idle') this.forget(id);
  }

  /** Closes the dialog at the wish of whoever entered something: it is dropped, and files that were uploaded for it. */
  discard(id: string): void {
    const { state, attempt, live } = this.find(id) ?? {};
    if (!live || state?.is === 'sending') return;
    const { subject } = attempt?.form ?? live;
    const draft = this.drafts.get(subject);
    this.drafts.delete(subject);
    if (state?.is === 'idle' || state?.is === 'refused') filesIn(draft).forEach((file) => file.discard());
    this.close(id);
  }

  /** Closes the dialog. An unknown outcome is kept: it is still to be sent again. */
  close(id: string): void {
    const { state, attempt } = this.find(id) ?? {};
    if (state?.is === 'sending') return;
    if (state?.is === 'unknown') this.change(id, { isShown: false });
    // An attempt before the one that waits for a sign-in may have been carried out.
    else if (state?.is === 'unproved' && attempt?.wasLost === true) {
      this.change(id, { isShown: false, state: { is: 'unknown', error: state.error } });
    } else this.forget(id);
  }

  forget(id: string): void {
    this.set(this.entries.filter((entry) => entry.id !== id));
  }

  draftOf({ subject }: Form): Raw | undefined {
    return this.drafts.get(subject);
  }

  /** Null: it was sent. */
  keepDraft({ subject }: Form, raw: Raw | null): void {
    if (raw === null) this.drafts.delete(subject);
    else this.drafts.set(subject, raw);
  }

  /** Reads the resource that the write changes. */
  current(form: Form): Promise<Current> {
    if (!form.read) throw new TypeError(`${form.label} changes no resource that can be read.`);
    return form.read(this.client);
  }

  /** Whether the last attempt was refused as somebody else has changed the resource. */
  wasOutdated(id: string): boolean {
    const state = this.find(id)?.state;
    return state?.is === 'refused' && isOutdated(state.error);
  }

  /** Sends the form with what is given, or, after an unknown outcome, what was sent first. Gives what has happened, if that is known. */
  async submit(
    id: string,
    form: Form,
    raw: Raw,
    values: unknown,
  ): Promise<{ form: Form; result: WriteResult<unknown> } | undefined> {
    const entry = this.find(id);
    if (!entry || entry.state.is === 'sending') return undefined;
    this.change(id, { state: { is: 'sending' } });
    const attempt = entry.attempt ?? (await this.prepare(id, form, raw, values));
    if (!attempt) return undefined;
    const { body, idempotencyKey, wasLost } = attempt;
    this.change(id, { attempt });
    try {
      const result = await attempt.form.send(this.client, body, { idempotencyKey });
      if (!this.find(id)) return undefined;
      this.change(id, { state: { is: 'done', result } });
      return { form: attempt.form, result };
    } catch (error) {
      if (needsProof(error)) {
        this.change(id, {
          state: { is: 'unproved', error },
          attempt: { ...attempt, wasLost: !isRefusal(error, wasLost) },
        });
        return undefined;
      }
      const isKnown = isRefusal(error, wasLost);
      const state = { is: isKnown ? 'refused' : 'unknown', error } as const;
      this.change(id, { state, attempt: isKnown ? null : { ...attempt, wasLost: true } });
      return undefined;
    }
  }

  /** A first attempt. A body that cannot be made, as something could not be read for it, is a refusal: nothing was sent. */
  private async prepare(id: string, form: Form, raw: Raw, values: unknown): Promise<Attempt<Form, Raw> | null> {
    try {
      const body = await form.bodyOf(values as never);
      return { idempotencyKey: randomName(), form, raw, body, wasLost: false };
    } catch (error) {
      this.change(id, { state: { is: needsProof(error) ? 'unproved' : 'refused', error } });
      return null;
    }
  }

  /** Nobody is signed in any more: what is still under way is not heard of. */
  end(): void {
    [...this.drafts.values()].flatMap(filesIn).forEach((file) => file.stop());
    this.drafts.clear();
    this.set([]);
  }

  /** What those writes do that may have been carried out. */
  unknown(): string[] {
    const isOpen = ({ state: { is }, attempt }: Entry<Form, Raw>) =>
      is === 'unknown' || is === 'sending' || (is === 'unproved' && attempt?.wasLost === true);
    return this.entries.filter(isOpen).map(({ live, attempt }) => (attempt?.form ?? live).label);
  }

  private find(id: string): Entry<Form, Raw> | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  private change(id: string, changes: Partial<Entry<Form, Raw>>): void {
    this.set(this.entries.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)));
  }

  private set(entries: readonly Entry<Form, Raw>[]): void {
    this.entries = entries;
    for (const listener of this.listeners) listener();
  }
}
