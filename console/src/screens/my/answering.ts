import { ApiError, type DeliveryClient, type Schemas } from '@delivery-service/client';
import type { QueryClient } from '@tanstack/react-query';
import { FileUpload } from '../../api/file-upload.js';
import { say } from '../../api/messages.js';
import { isRefusal } from '../../api/refusal.js';
import type { Writes } from '../../api/writes.js';
import type { Raw } from '../../ui/fields.js';
import type { Form } from '../../ui/write-action.js';
import { myForms as t } from '../../strings/my-forms.js';
import { faultsOf, typedOf, type Typed } from '../../ui/questions/typed.js';
import { questionsOf, type Question } from '../../ui/questions/question.js';
import { AnswerRequests, ANSWERS, type Place, type Sending } from './answer-requests.js';
import { AnswerSheet, answersIn, type AnsweringState, type Shown } from './answer-sheet.js';
import { rereadAnswers } from './answered-meanwhile.js';

type Opened = Schemas['OpenedFormResponse'];
type Response = Schemas['FormResponse'];

/** So long after the last change a draft is saved by itself. */
const SAVE_AFTER_MS = 2_500;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;
/** Somebody may change the answers again while they are read again. */
const MOST_REREADS = 3;

/** The answers of somebody to a form while they are typed: saved as a draft, and submitted, one request at a time. */
export class Answering {
  readonly questions: readonly Question[];
  private shown: Shown;
  private readonly listeners = new Set<() => void>();
  private readonly sheet: AnswerSheet;
  private readonly requests: AnswerRequests;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isBusy = false;
  private isLeft = false;
  private wantsSubmit = false;
  private waits = 0;
  private rereads = 0;

  constructor(
    writes: Writes<Form, Raw>,
    private readonly client: DeliveryClient,
    private readonly queries: QueryClient,
    private readonly place: Place,
    private opened: Opened,
  ) {
    const { version, response } = opened;
    this.questions = questionsOf(version.content);
    this.sheet = new AnswerSheet(client, this.questions);
    this.requests = new AnswerRequests(writes, place, () => this.sheet.bodyOf(this.shown));
    const typed = { ...typedOf(this.questions, answersIn(response)), ...this.requests.draft };
    this.shown = {
      ...{ typed, faults: {}, error: undefined, meanwhile: null, response, submissions: 0 },
      state: 'saved',
    };
    this.shown.state = this.settled();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): Shown => this.shown;

  /** The page shows the form. What an earlier visit has left unsent, or unknown, goes on. */
  arrive(): () => void {
    this.isLeft = false;
    window.addEventListener('online', this.proceed);
    this.requests.takeOver();
    if (this.requests.lost) void this.run();
    else if (this.shown.state === 'typed') this.saveSoon();
    return () => this.leave();
  }

  readonly type = (key: string, value: Typed[string]): void => {
    const { [key]: _, ...faults } = this.shown.faults;
    const typed = { ...this.shown.typed, [key]: value };
    const state = ['saving', 'submitting', 'lost'].includes(this.shown.state) ? this.shown.state : 'typed';
    this.show({ typed, faults, state });
    this.saveSoon();
  };

  readonly save = (): void => void this.run();

  /** Submits if nothing is missing; otherwise says what is, and gives the key of the first question. */
  submit(): string | undefined {
    const faults = faultsOf(this.questions, this.shown.typed);
    this.show({ faults, meanwhile: null });
    const [first] = this.questions.flatMap(({ key }) => (key in faults ? [key] : []));
    if (first !== undefined) return first;
    this.wantsSubmit = true;
    void this.run();
    return undefined;
  }

  /** Takes the answer that was given elsewhere. */
  readonly take = (key: string, value: Typed[string]): void => {
    const { typed, meanwhile } = this.shown;
    const names = meanwhile?.names.filter((name) => name !== key) ?? [];
    this.show({
      typed: { ...typed, [key]: value },
      meanwhile: meanwhile && names.length > 0 ? { ...meanwhile, names } : null,
    });
    if (names.length === 0) void this.run();
  };

  /** Keeps what was typed here of what both have changed. */
  readonly keepMine = (): void => {
    this.show({ meanwhile: null });
    void this.run();
  };

  /** Goes on after a lost connection. */
  readonly proceed = (): void => {
    if (this.shown.state === 'lost') void this.run();
  };

  /** The form was read again: where nothing is unsent, it is shown as it is by now. */
  refresh(opened: Opened): void {
    const isNewer = (opened.response?.revision ?? 0) > (this.shown.response?.revision ?? 0);
    this.opened = { ...opened, response: isNewer ? opened.response : this.shown.response };
    if (!isNewer || this.isBusy || this.shown.state !== 'saved') return;
    this.show({ response: opened.response, typed: typedOf(this.questions, answersIn(opened.response)) });
  }

  /** A draft is saved; what was submitted, and what nobody may read, is sent as a whole. */
  private get savesDrafts(): boolean {
    return !this.opened.assignment.anonymous && this.shown.response?.status !== 'submitted';
  }

  private async run(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isBusy) return;
    this.isBusy = true;
    while (await this.step());
    this.isBusy = false;
    if (this.shown.state === 'typed') this.saveSoon();
  }

  /** Sends one request. Gives whether there is more to be sent at once. */
  private async step(): Promise<boolean> {
    const what = this.requests.lost ?? (this.wantsSubmit ? 'submit' : 'save');
    const isNothing = what === 'save' && (!this.savesDrafts || this.sheet.unsent(this.shown).length === 0);
    if (isNothing && !this.requests.lost) {
      this.show({ state: this.settled() });
      return false;
    }
    this.show({ state: what === 'submit' ? 'submitting' : 'saving', error: undefined });
    const { typed } = this.shown;
    const outcome = await this.requests.send(what, typed);
    if (outcome.is === 'unknown') return this.wait(outcome.error);
    return outcome.is === 'done' ? this.finish(what, outcome.response, typed) : this.refused(outcome.error, what);
  }

  private finish(what: Sending, response: Response | null, sent: Typed): boolean {
    [this.waits, this.rereads] = [0, 0];
    const { typed } = this.shown;
    // Files that were sent are those of the response from now on.
    const files = Object.entries(sent).filter(([key, value]) => value instanceof FileUpload && typed[key] === value);
    const saved = typedOf(this.questions, answersIn(response));
    this.show({ response, typed: { ...typed, ...Object.fromEntries(files.map(([key]) => [key, saved[key] ?? ''])) } });
    this.show({ state: this.settled() });
    if (what === 'save') this.noteRead(response);
    if (what === 'submit') {
      this.wantsSubmit = false;
      this.requests.keepDraft(null);
      say(t.submitted);
      this.show({ state: 'saved', submissions: this.shown.submissions + 1 });
      void this.queries.invalidateQueries();
    }
    return this.wantsSubmit;
  }

  private async refused(error: unknown, what: Sending): Promise<boolean> {
    // A file that could not be registered: nothing was sent yet.
    if (!isRefusal(error, false)) return this.wait(error);
    if (error.reason === 'form_response_changed' && this.rereads < MOST_REREADS) return this.reread();
    this.wantsSubmit = false;
    const named = this.sheet.faultsIn(error);
    const isNamed = Object.keys(named).length > 0;
    this.show({
      state: 'refused',
      faults: { ...this.shown.faults, ...named },
      error: isNamed ? undefined : error,
    });
    if (!isNamed) void this.queries.invalidateQueries();
    // The other answers are saved all the same.
    return isNamed && what === 'save' && this.sheet.unsent(this.shown).length > 0;
  }

  /** Somebody has changed the answers, perhaps on another device: what both have changed is asked. */
  private async reread(): Promise<boolean> {
    this.rereads += 1;
    try {
      const { opened, typed, meanwhile } = await rereadAnswers(this.client, this.place, this.questions, this.shown);
      this.opened = opened;
      this.show({ response: opened.response, typed, meanwhile, ...(meanwhile && { state: 'refused' }) });
      this.noteRead(opened.response);
      if (meanwhile) this.wantsSubmit = false;
      return meanwhile === null;
    } catch (error) {
      return this.wait(error);
    }
  }

  /** Goes on by itself after a while, or once the connection is back. */
  private wait(error: unknown): false {
    this.show({ state: 'lost', error: error instanceof ApiError ? error : undefined });
    if (!this.isLeft) {
      this.timer = setTimeout(this.proceed, Math.min(FIRST_WAIT_MS * 2 ** this.waits, LONGEST_WAIT_MS));
      this.waits += 1;
    } else this.requests.handOver();
    return false;
  }

  private saveSoon(): void {
    if (!this.savesDrafts || this.isLeft || this.isBusy || this.shown.state === 'lost' || this.shown.meanwhile) return;
    clearTimeout(this.timer);
    if (this.sheet.unsent(this.shown).length > 0) this.timer = setTimeout(this.save, SAVE_AFTER_MS);
  }

  private settled(): AnsweringState {
    return this.sheet.unsaved(this.shown) === null ? 'saved' : 'typed';
  }

  /** The page reads it as it is now when one comes back. */
  private noteRead(response: Response | null): void {
    if (response === null) return;
    this.opened = { ...this.opened, response, standing: response.status === 'submitted' ? 'submitted' : 'draft' };
    this.queries.setQueryData([ANSWERS, { path: this.place }], this.opened);
  }

  private leave(): void {
    this.isLeft = true;
    window.removeEventListener('online', this.proceed);
    clearTimeout(this.timer);
    if (this.isBusy) return;
    if (this.shown.state === 'lost') this.requests.handOver();
    else if (this.shown.state === 'typed' && this.shown.meanwhile === null) void this.run();
  }

  private show(changes: Partial<Shown>): void {
    this.shown = { ...this.shown, ...changes };
    if (changes.typed) this.requests.keepDraft(this.sheet.unsaved(this.shown));
    for (const listener of this.listeners) listener();
  }
}
