import { Injectable } from '@nestjs/common';
import { declareServiceAct } from '#kernel/events';
import { type JobLease, JobWorker, ScheduledJob } from '#kernel/jobs';
import { eraseResultsOf } from '#kernel/operations';
import { recordJobActs } from '#kernel/trail';
import { formTables } from '../forms.tables.js';
import {
  FORM_RESPONSE_REFERENCE,
  redactFormResponse,
  responseSubmitted,
} from '../response/form-response.operations.js';
import { REDACTED_ANSWERS } from '../response/redacted-answers.js';

export const INTAKE_RETENTION = 'intake_retention';
export const RECEIVED = declareServiceAct(responseSubmitted.name, 'form_response');
const REDACTED = declareServiceAct(redactFormResponse.event.name, 'form_response');
const DAY_MS = 86_400_000;
const BATCH = 500;

/** When a response by an intake link is redacted, unless it is linked before. */
export function retainedUntil(submittedAt: Date, retentionDays: number): Date {
  return new Date(submittedAt.getTime() + retentionDays * DAY_MS);
}

const UNLINKED = `from intake_links l
  join form_responses r on r.organization_id = l.organization_id and r.intake_link_id = l.id
    and r.enrollment_id is null and r.redacted_at is null`;

const lockDue = formTables
  .statement(
    'lock_intake_responses_to_redact',
    { now: 'timestamptz' },
    `select r.id, r.form_id as "formId", r.form_version_id as "formVersionId", r.intake_link_id as "intakeLinkId",
       r.revision, v.number, r.status, r.updated_at as "updatedAt"
     ${UNLINKED}
     join form_versions v on v.organization_id = r.organization_id and v.id = r.form_version_id
     where l.organization_id = :organization and r.submitted_at <= :now::timestamptz - l.retention_days * interval '24 hours'
     order by r.submitted_at limit ${BATCH} for no key update of r`,
  )
  .returning<{
    id: string;
    formId: string;
    formVersionId: string;
    intakeLinkId: string;
    revision: number;
    number: number;
    status: string;
    updatedAt: Date;
  }>();

const redact = formTables.statement(
  'redact_intake_responses',
  { ids: 'uuid[]', reason: 'text', now: 'timestamptz' },
  `update form_responses t
   set answers = ${REDACTED_ANSWERS}, redacted_at = :now, redact_reason = :reason, updated_at = :now
   where t.organization_id = :organization and t.id = any(:ids::uuid[])`,
);

const findNext = formTables
  .statement(
    'find_next_intake_response_to_redact',
    {},
    `select min(r.submitted_at + l.retention_days * interval '24 hours') as at ${UNLINKED}
     where l.organization_id = :organization`,
  )
  .returning<{ at: Date | null }>();

const REASON = 'The retention time of its intake link was over.';

/** Redacts the responses by intake links that nobody has linked within the retention time. */
@Injectable()
export class IntakeRetentionJob extends ScheduledJob {
  readonly name = INTAKE_RETENTION;

  constructor(jobs: JobWorker) {
    super();
    jobs.add(this);
  }

  run(lease: JobLease): Promise<Date | null> {
    return lease.inTenant(async (tenant) => {
      const { now } = lease;
      const due = await tenant.query(lockDue, { now });
      if (due.length > 0) {
        void tenant.execute(redact, { ids: due.map(({ id }) => id), reason: REASON, now });
        for (const { id, status, updatedAt } of due) {
          if (status === 'voided') await eraseResultsOf(tenant, ['void_form_response'], id, updatedAt);
        }
        const acts = due.map(({ id, status: _status, updatedAt: _updatedAt, ...reference }) => ({
          ...{ audited: REDACTED, targetId: id, changes: {}, occurredAt: now },
          event: {
            declaration: redactFormResponse.event,
            data: { ...FORM_RESPONSE_REFERENCE, ...reference, formResponseId: id },
          },
        }));
        await recordJobActs(tenant, this.name, acts);
      }
      const [{ at }] = await tenant.query(findNext);
      return at;
    });
  }
}
