import { ERASED_TIMES } from '#contexts/calendar-connections/calendar-connections.public.js';
import { REDACTED_ANSWERS } from '#contexts/forms/forms.public.js';
import { ERASED_TEXTS_OF_SELLING, recordErasedProspect } from '#contexts/selling/selling.public.js';
import type { TenantSession } from '#kernel/persistence';
import { ERASED_TEXTS_OF_COMMUNITY } from './erased-community.js';

/** Texts about a person in one table `t`: the columns, and which rows are the person's. */
export interface ErasedTexts {
  table: string;
  where: string;
  /** Columns of texts, which become "[erased]"; null stays null. */
  texts?: readonly string[];
  /** Columns with another value instead. */
  set?: Readonly<Record<string, string>>;
  /** Rows that are removed, not changed. */
  removed?: true;
  /** Records, before the rows are changed, what becomes of the person with the address. */
  record?: (tenant: TenantSession, address: string, now: Date) => Promise<void>;
  /** The table is append-only: the function of the schema's owner erases it. */
  byOwner?: true;
  why: string;
}

const ENROLLED = 't.enrollment_id = any(:enrollments::uuid[])';
const STAYS = 'Ids, instants, statuses and counts stay, so that numbers of cohorts do not change.';
const TASKS = `select k.id from member_tasks k where k.organization_id = :organization and k.enrollment_id = any(:enrollments::uuid[])`;
const SUBMISSIONS = `select s.id from submissions s where s.organization_id = :organization and s.enrollment_id = any(:enrollments::uuid[])`;
const ERASED_ROW = `'[{"field": "email", "code": "invalid", "issue": "was erased"}]'`;
const NO_URL = `'https://erased.invalid/'`;
const SHOWN_TO_OTHERS = `exists (
        select 1 from lesson_media l where l.organization_id = :organization and l.media_id = t.id)
      or exists (select 1 from video_resource_videos v where v.organization_id = :organization and v.media_id = t.id)`;

const enrolled = (table: string, ...texts: string[]): ErasedTexts => ({ table, where: ENROLLED, texts, why: STAYS });

/**
 * In this order; who the person is goes last, because earlier steps search for it. Parameters: `enrollments`, `members`,
 * `account`, `address`, `names` and, for what is set, `now`.
 */
export const ERASED_TEXTS: readonly ErasedTexts[] = [
  { table: 'enrollments', where: 't.id = any(:enrollments::uuid[])', texts: ['status_reason'], why: STAYS },
  { ...enrolled('enrollment_status_changes', 'reason'), byOwner: true },
  enrolled('enrollment_notes', 'body'),
  enrolled('blockers', 'title', 'resolution'),
  enrolled('coaching_sessions', 'title', 'summary'),
  enrolled('interventions', 'title', 'expected_outcome', 'outcome'),
  enrolled('deadline_extensions', 'reason'),
  {
    table: 'deadline_extension_tasks',
    where: `t.member_task_id in (${TASKS})`,
    texts: ['title'],
    why: STAYS,
  },
  // Deliverables first: a task that is changed like its cohort task is not found any more.
  {
    table: 'deliverables',
    where: `t.member_task_id in (${TASKS})
      and not exists (
        select 1 from member_tasks k
        join cohort_tasks c on c.organization_id = :organization and c.id = k.cohort_task_id
        where k.organization_id = :organization and k.id = t.member_task_id
          and c.deliverable ->> 'title' = t.title
          and coalesce(c.deliverable ->> 'expectations', '') = coalesce(t.expectations, '')
          and coalesce(c.deliverable ->> 'criteria', '') = coalesce(t.criteria, ''))`,
    texts: ['title', 'expectations', 'criteria'],
    why: 'Those of cohort tasks stay as the cohort has them.',
  },
  {
    table: 'deliverables',
    where: `t.member_task_id in (${TASKS})`,
    texts: ['archive_reason'],
    why: STAYS,
  },
  {
    table: 'member_tasks',
    where: `${ENROLLED}
      and not exists (
        select 1 from cohort_tasks c where c.organization_id = :organization and c.id = t.cohort_task_id
          and c.title = t.title and coalesce(c.description, '') = coalesce(t.description, ''))`,
    texts: ['title', 'description'],
    why: 'Those of cohort tasks stay as the cohort has them.',
  },
  { table: 'submission_reviews', where: `t.submission_id in (${SUBMISSIONS})`, texts: ['comment'], why: STAYS },
  // Before media, by which those that were handed in are found. The bytes are removed with what was cancelled.
  {
    table: 'uploads',
    where: `(t.created_by = :account or t.id in (
        select m.upload_id from media m join submissions s on s.organization_id = :organization and s.media_id = m.id
        where m.organization_id = :organization and s.enrollment_id = any(:enrollments::uuid[])))`,
    texts: ['name'],
    set: {
      sha256: 'null',
      status: `case when t.status in ('open', 'checking', 'ready', 'used') then 'cancelled' else t.status end`,
    },
    why: 'The stored bytes are removed.',
  },
  {
    table: 'media',
    where: `(t.created_by = :account or t.id in (
        select s.media_id from submissions s where s.organization_id = :organization and s.enrollment_id = any(:enrollments::uuid[])))
      and not (${SHOWN_TO_OTHERS})`,
    texts: ['title'],
    set: { url: NO_URL, byte_size: 'null', sha256: 'null' },
    why: 'A file that is stored elsewhere has to be deleted there.',
  },
  {
    table: 'media',
    where: `t.created_by = :account and (${SHOWN_TO_OTHERS})`,
    texts: ['title'],
    set: { url: NO_URL, byte_size: 'null', sha256: 'null' },
    why: 'Media that the person created for lessons or the library: replace them there before.',
  },
  {
    table: 'submissions',
    where: ENROLLED,
    texts: ['note'],
    set: { url: `case when t.url is not null then ${NO_URL} end` },
    why: STAYS,
  },
  enrolled('video_questions', 'body', 'answer_text', 'decline_reason'),
  {
    table: 'video_resource_videos',
    where: `t.video_resource_id in (
      select v.id from video_resources v
      where v.organization_id = :organization and v.audience_enrollment_id = any(:enrollments::uuid[]))`,
    texts: ['title'],
    why: 'Answers that only this person could see.',
  },
  {
    table: 'video_resources',
    where: 't.audience_enrollment_id = any(:enrollments::uuid[])',
    texts: ['title', 'description'],
    set: { tags: `'{}'`, tag_keys: `'{}'` },
    why: 'Answers that only this person could see.',
  },
  enrolled('milestone_reaches', 'note', 'revoke_reason'),
  enrolled('enrollment_paths', 'reason'),
  enrolled('outcome_entries', 'note', 'void_reason'),
  enrolled('bookings', 'cancel_reason'),
  {
    table: 'form_response_files',
    where: `t.form_response_id in (
      select r.id from form_responses r
      where r.organization_id = :organization and r.enrollment_id = any(:enrollments::uuid[]))`,
    removed: true,
    why: 'The answers that have the files are erased.',
  },
  {
    table: 'form_response_revisions',
    where: `t.form_response_id in (
      select r.id from form_responses r
      where r.organization_id = :organization and r.enrollment_id = any(:enrollments::uuid[]))`,
    set: { answers: REDACTED_ANSWERS },
    why: 'Choices and numbers stay, so that results do.',
  },
  {
    table: 'form_responses',
    where: ENROLLED,
    texts: ['void_reason', 'redact_reason'],
    set: { answers: REDACTED_ANSWERS, redacted_at: 'coalesce(t.redacted_at, :now)' },
    why: 'Choices and numbers stay, so that results do.',
  },
  ...ERASED_TEXTS_OF_COMMUNITY,
  {
    table: 'people_import_rows',
    where: `(t.member_id = any(:members::uuid[]) or lower(t.email) = :address or t.external_id = any(:names::text[])
      or t.email is null and t.name = any(:names::text[]))`,
    set: {
      ...{ ref: 'null', email: 'null', name: 'null', external_id: 'null', coach_email: 'null' },
      // Committed later, the row adds nobody.
      ...{ input_issues: ERASED_ROW, issues: ERASED_ROW, warnings: `'{}'` },
    },
    why: 'The counts of an import stay.',
  },
  {
    table: 'people_import_rows',
    where: 'lower(t.coach_email) = :address',
    set: { coach_email: 'null' },
    why: 'The person was the coach of these rows.',
  },
  ...ERASED_TEXTS_OF_SELLING.map((erased): ErasedTexts => ({
    ...erased,
    ...(erased.table === 'prospects' ? { record: recordErasedProspect } : {}),
    why: 'Amounts, billing, statuses and dates of sales stay: accounts must be kept.',
  })),
  {
    table: 'provider_events',
    where: `t.sale_id is null and (strpos(lower(t.settle_reason), :address) > 0 or exists (
      select 1 from unnest(:names::text[]) as n (name) where strpos(lower(t.settle_reason), lower(n.name)) > 0))`,
    texts: ['settle_reason'],
    why: 'Money that was for no sale is found by the words about it only.',
  },
  {
    table: 'sales_calls',
    where: 't.closer_member_id = any(:members::uuid[])',
    set: { join_url: 'null' },
    why: 'The calls that the person had as a closer stay.',
  },
  { table: 'closer_settings', where: 't.id = any(:members::uuid[])', set: { join_url: 'null' }, why: STAYS },
  {
    table: 'api_keys',
    where: 't.member_id = any(:members::uuid[])',
    texts: ['name'],
    why: 'The keys are revoked or without effect.',
  },
  {
    table: 'calendar_feeds',
    where: 't.member_id = any(:members::uuid[])',
    texts: ['name'],
    why: 'Feeds of a former member are not found any more.',
  },
  ...ERASED_TIMES,
  ...['sign_ins', 'passkeys', 'external_identities', 'invitations'].map((table): ErasedTexts => ({
    table,
    where: 't.member_id = any(:members::uuid[])',
    removed: true,
    why: 'Nobody can sign in as a former member.',
  })),
  {
    table: 'member_search_words',
    where: 't.member_id = any(:members::uuid[])',
    removed: true,
    why: 'Searches do not find the person any more.',
  },
  {
    table: 'members',
    where: 't.id = any(:members::uuid[])',
    set: { name: `'Erased person'`, external_id: 'null' },
    why: STAYS,
  },
];
