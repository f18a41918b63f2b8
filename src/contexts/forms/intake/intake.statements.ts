import { formTables } from '../forms.tables.js';
import type { Content } from '../form/question.js';
import type { IntakeLinkEntity } from './intake-link.entity.js';

/** A link with the version that it asks. */
export type FoundLink = Omit<IntakeLinkEntity, 'organizationId' | 'name' | 'createdBy' | 'createdAt' | 'updatedAt'> & {
  content: Content;
  number: number;
};

// Locked, so that the responses of a link are counted one after the other.
export const intakeLink = formTables
  .lockable(
    'intake_link',
    { link: 'uuid' },
    `select l.id, l.form_id as "formId", l.form_version_id as "formVersionId", l.expires_at as "expiresAt",
     l.max_responses as "maxResponses", l.retention_days as "retentionDays", l.received, l.closed_at as "closedAt",
     v.content, v.number
   from intake_links l
   join form_versions v on v.organization_id = l.organization_id and v.id = l.form_version_id
   where l.organization_id = :organization and l.id = :link`,
    'for no key update of l',
  )
  .returning<FoundLink>();

export const findByKey = formTables
  .statement(
    'find_response_by_intake_key',
    { link: 'uuid', key: 'bytea' },
    `select intake_fingerprint as fingerprint from form_responses
     where organization_id = :organization and intake_link_id = :link and intake_key = :key`,
  )
  .returning<{ fingerprint: Buffer }>();

export const countRecent = formTables
  .statement(
    'count_recent_responses_of_intake_link',
    { link: 'uuid', since: 'timestamptz' },
    `select count(*)::integer as count from form_responses
     where organization_id = :organization and intake_link_id = :link and submitted_at > :since`,
  )
  .returning<{ count: number }>();

export const insertResponse = formTables.statement(
  'insert_response_by_intake_link',
  {
    ...{ id: 'uuid', link: 'uuid', answers: 'jsonb', ignored: 'jsonb', key: 'bytea', fingerprint: 'bytea' },
    now: 'timestamptz',
  },
  `insert into form_responses
     (organization_id, id, form_id, form_version_id, intake_link_id, status, answers, ignored, revision, submitted_at,
      outcome_entries, intake_key, intake_fingerprint, created_at, updated_at)
   select l.organization_id, :id, l.form_id, l.form_version_id, l.id, 'submitted', :answers::jsonb, :ignored::jsonb, 1,
     :now::timestamptz, '{}', :key, :fingerprint, :now::timestamptz, :now::timestamptz
   from intake_links l where l.organization_id = :organization and l.id = :link`,
);

export const countReceived = formTables.statement(
  'count_response_of_intake_link',
  { link: 'uuid', now: 'timestamptz' },
  `update intake_links set received = received + 1, updated_at = :now
   where organization_id = :organization and id = :link`,
);
