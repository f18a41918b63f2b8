import type { Schemas } from '@delivery-service/client';
import type { Writes } from '../../api/writes.js';
import { myForms as t } from '../../strings/my-forms.js';
import type { Raw } from '../../ui/fields.js';
import { formOf, type Form } from '../../ui/write-action.js';

export const ANSWERS = '/form-assignments/{formAssignmentId}/responses/{enrollmentId}';
const WHATS = ['save', 'submit'] as const;

/** Saving a draft, or submitting. */
export type Sending = (typeof WHATS)[number];

export interface Place {
  formAssignmentId: string;
  enrollmentId: string;
}

type Outcome =
  /** Null: what was submitted is read by nobody, as it is anonymous. */
  { is: 'done'; response: Schemas['FormResponse'] | null } | { is: 'unknown' | 'refused'; error: unknown };

/** The two writes of a form that is answered. Each is sent under one key until its outcome is known. */
export class AnswerRequests {
  private readonly forms: Record<Sending, Form>;

  constructor(
    private readonly writes: Writes<Form, Raw>,
    private readonly place: Place,
    body: () => Promise<Schemas['SaveFormResponseRequest']>,
  ) {
    const form = { path: place, which: place.formAssignmentId, isInPlace: true, done: '', body };
    this.forms = {
      save: formOf({
        ...form,
        label: t.saveDraft,
        to: 'PUT /form-assignments/{formAssignmentId}/responses/{enrollmentId}',
      }),
      submit: formOf({
        ...form,
        label: t.submit,
        done: t.submitted,
        to: 'POST /form-assignments/{formAssignmentId}/responses/{enrollmentId}/submit',
      }),
    };
  }

  /** The request whose outcome is not known. */
  get lost(): Sending | undefined {
    return WHATS.find((what) => this.writes.snapshot().some(({ id, attempt }) => id === this.idOf(what) && attempt));
  }

  /** What was typed before, and not sent. */
  get draft(): Raw | undefined {
    return this.writes.draftOf(this.forms.save);
  }

  /** Null: everything was sent. */
  keepDraft(draft: Raw | null): void {
    this.writes.keepDraft(this.forms.save, draft);
  }

  async send(what: Sending, typed: Raw): Promise<Outcome> {
    const id = this.idOf(what);
    this.writes.open(id, this.forms[what], null);
    const outcome = await this.writes.submit(id, this.forms[what], typed, {});
    const state = this.writes.snapshot().find((entry) => entry.id === id)?.state;
    const error = state && 'error' in state ? state.error : undefined;
    if (!outcome && state?.is === 'unknown') return { is: 'unknown', error };
    this.writes.forget(id);
    if (!outcome) return { is: 'refused', error };
    const data = outcome.result.data as Partial<Schemas['FormResponse']>;
    return { is: 'done', response: data.id === undefined ? null : (data as Schemas['FormResponse']) };
  }

  /** The page shows what is unknown. */
  takeOver(): void {
    for (const what of WHATS) this.writes.declare(this.idOf(what), this.forms[what]);
  }

  /** The page is gone: what is unknown goes on in a dialog. */
  handOver(): void {
    for (const what of WHATS) {
      this.writes.declare(this.idOf(what), { ...this.forms[what], isInPlace: false });
      this.writes.close(this.idOf(what));
    }
  }

  private idOf(what: Sending): string {
    return `answers ${what} ${this.place.formAssignmentId} ${this.place.enrollmentId}`;
  }
}
