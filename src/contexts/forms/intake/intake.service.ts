import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { invalidFields, notFound, refusal, ServiceError } from '#kernel/errors';
import { schedule } from '#kernel/jobs';
import { fingerprintBody } from '#kernel/operations';
import { newId, type TenantSession } from '#kernel/persistence';
import { SecretKeys } from '#kernel/secrets';
import { recordServiceAct } from '#kernel/trail';
import { Database } from '#kernel/work';
import type { Question } from '../form/question.js';
import { shownAnswers, submissionIssues, withSent, type SentAnswers } from '../response/answers.js';
import { SentAnswersField } from '../response/form-response.dto.js';
import { FORM_RESPONSE_REFERENCE, responseSubmitted } from '../response/form-response.operations.js';
import { INTAKE_RETENTION, RECEIVED, retainedUntil } from './intake-retention.job.js';
import { statusOfLink } from './intake-link.entity.js';
import {
  countRecent,
  countReceived,
  findByKey,
  insertResponse,
  intakeLink,
  type FoundLink,
} from './intake.statements.js';

const RESPONSES_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

export const linkFull = refusal('intake_link_full', 'The link has taken as many responses as it may.');
export const otherIntake = refusal('intake_key_reused', 'The Idempotency-Key was sent with another body.');

export class IntakeResponseRequest {
  @SentAnswersField({ optional: false, description: 'By the keys of the questions' }) answers: SentAnswers;
}

/** The link that a token names. */
export interface LinkClaim {
  organizationId: string;
  link: string;
}

/** The form, as a stranger reads it. */
export interface IntakeForm {
  title: string;
  intro: string | null;
  questions: readonly Question[];
  expiresAt: string | null;
}

interface Sent {
  key: string;
  answers: SentAnswers;
  correlationId: string;
}

/** Shows the form of an intake link and takes its responses: nobody needs a key of the API for either. */
@Injectable()
export class IntakeService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly keys: SecretKeys,
  ) {}

  async show({ organizationId, link }: LinkClaim): Promise<IntakeForm> {
    const [found] = await this.database.inRolledBackTransaction(organizationId, (tenant) =>
      tenant.query(intakeLink.list, { link }),
    );
    const { content, expiresAt } = this.open(found);
    return { ...content, expiresAt: expiresAt?.toISOString() ?? null };
  }

  /** Returns whether the key was used before. Throws 404, 400 for the answers, 409 or 429. */
  receive({ organizationId, link }: LinkClaim, { key, answers, correlationId }: Sent): Promise<boolean> {
    return this.database.forStranger(organizationId, async (tenant) => {
      // Wrong answers are told before the link is locked: others wait for that.
      const [shown] = await tenant.query(intakeLink.list, { link });
      const kept = answersOf(this.open(shown).content.questions, answers);
      const [row] = await tenant.query(intakeLink.lock, { link });
      const found = this.open(row);
      const intakeKey = createHash('sha256').update(key).digest();
      const fingerprints = this.keys.fingerprintKeys.map((one) => fingerprintBody(answers, one));
      const [used] = await tenant.query(findByKey, { link, key: intakeKey });
      if (used) {
        if (fingerprints.some((one) => one.equals(used.fingerprint))) return true;
        throw otherIntake.error();
      }
      const now = this.clock.now();
      if (found.maxResponses !== null && found.received >= found.maxResponses) throw linkFull.error();
      await this.checkPace(tenant, link, now);
      const id = newId();
      const values = { id, link, answers: kept.shown, ignored: kept.ignored, key: intakeKey, now };
      void tenant.execute(insertResponse, { ...values, fingerprint: fingerprints[0] });
      void tenant.execute(countReceived, { link, now });
      void schedule(tenant, INTAKE_RETENTION, retainedUntil(now, found.retentionDays));
      await recordServiceAct(tenant, {
        ...{ audited: RECEIVED, targetId: id, correlationId, occurredAt: now, changes: { intakeLinkId: link } },
        event: { declaration: responseSubmitted, data: { ...referenceOf(found), formResponseId: id } },
      });
      return false;
    });
  }

  /** Throws 404 for a link that is closed or expired, as for one that never was. */
  private open(found: FoundLink | undefined): FoundLink {
    if (!found || statusOfLink(found, this.clock.now()) === 'closed') throw notFound();
    return found;
  }

  private async checkPace(tenant: TenantSession, link: string, now: Date): Promise<void> {
    const [recent] = await tenant.query(countRecent, { link, since: new Date(now.getTime() - MINUTE_MS) });
    if (recent.count < RESPONSES_PER_MINUTE) return;
    throw new ServiceError('rate_limited', 'Too many responses to this link. Retry later.', [], {
      retryAfterSeconds: 60,
    });
  }
}

function answersOf(questions: readonly Question[], sent: SentAnswers) {
  const { answers, issues } = withSent(questions, {}, sent);
  if (issues.length > 0) throw invalidFields(issues);
  const missing = submissionIssues(questions, answers);
  if (missing.length > 0) throw invalidFields(missing);
  return shownAnswers(questions, answers);
}

function referenceOf({ id, formId, formVersionId, number }: FoundLink) {
  return { ...FORM_RESPONSE_REFERENCE, formId, formVersionId, number, intakeLinkId: id, revision: 1 };
}
