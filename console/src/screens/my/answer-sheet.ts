import type { ApiError, DeliveryClient, Schemas } from '@delivery-service/client';
import { FileUpload } from '../../api/file-upload.js';
import { issueSentence } from '../../strings/words.js';
import type { Meanwhile } from '../../ui/changed-meanwhile.js';
import type { Answer, Answers, Question } from '../../ui/questions/question.js';
import { registerFile } from '../../ui/registered-file.js';
import { answerOf, changedKeys, type Typed } from '../../ui/questions/typed.js';

type Response = Schemas['FormResponse'];

/** What was typed, what the service has of it, and what is wrong by key. */
export interface Answered {
  typed: Typed;
  response: Response | null;
  faults: Readonly<Record<string, string>>;
}

/** `typed`: not sent yet. `lost`: the connection, and it goes on by itself. */
export type AnsweringState = 'saved' | 'typed' | 'saving' | 'submitting' | 'lost' | 'refused';

export interface Shown extends Answered {
  state: AnsweringState;
  error: unknown;
  meanwhile: Meanwhile | null;
  /** How often they were submitted here. */
  submissions: number;
}

/** What of the typed answers is to be sent. */
export class AnswerSheet {
  private readonly media = new Map<FileUpload, string>();

  constructor(
    private readonly client: DeliveryClient,
    private readonly questions: readonly Question[],
  ) {}

  /** What the service does not have; null where it has everything. */
  unsaved({ typed, response }: Answered): Typed | null {
    const keys = changedKeys(this.questions, typed, answersIn(response));
    return keys.length === 0 ? null : Object.fromEntries(keys.map((key) => [key, typed[key] ?? '']));
  }

  /** The questions whose answers can be sent: not those that were refused, or are not ready. */
  unsent({ typed, response, faults }: Answered): Question[] {
    const keys = changedKeys(this.questions, typed, answersIn(response));
    return this.questions.filter((question) => {
      const answer = answerOf(question, typed[question.key]);
      const isReady = answer !== undefined && !(answer instanceof FileUpload && !answer.uploaded);
      return isReady && keys.includes(question.key) && !(question.key in faults);
    });
  }

  /** The body of a request. Files are registered for it. */
  async bodyOf(answered: Answered): Promise<Schemas['SaveFormResponseRequest']> {
    const answers: Record<string, Answer | null> = {};
    for (const question of this.unsent(answered)) {
      const answer = answerOf(question, answered.typed[question.key]);
      if (answer !== undefined)
        answers[question.key] = answer instanceof FileUpload ? await this.mediaOf(answer) : answer;
    }
    return { revision: answered.response?.revision ?? 0, answers };
  }

  /** The answers that a refusal names. */
  faultsIn({ details }: ApiError): Record<string, string> {
    const named = details.flatMap(({ field, issue }) => {
      const key = this.questions.find((question) => field === `answers.${question.key}`)?.key;
      return key === undefined ? [] : [[key, issueSentence(issue)] as const];
    });
    return Object.fromEntries(named);
  }

  private async mediaOf(upload: FileUpload): Promise<string | null> {
    const known = this.media.get(upload);
    if (known !== undefined || !upload.uploaded) return known ?? null;
    const mediaId = await registerFile(this.client, upload.uploaded);
    this.media.set(upload, mediaId);
    return mediaId;
  }
}

/** The answers of a response; none before the first. */
export function answersIn(response: Response | null): Answers {
  return (response?.answers ?? {}) as Answers;
}
