import { FIRST_ID, type TenantSession } from '#kernel/persistence';
import { scheduleUploads } from '#contexts/files/files.public.js';
import { expireExportsWith } from '#contexts/exports/exports.public.js';
import { listShownOfSelling } from '#contexts/selling/selling.public.js';
import type { JobLease } from '#kernel/jobs';
import { ERASED_TEXTS } from './erased-texts.js';
import { erasing, parametersIn } from './erasing-statements.js';
import { erasureTables } from './erasures.tables.js';
import { valuesFor, type Person } from './person.js';

/** A step in its own transactions. Done again after a crash, it changes the same; it is skipped once it is recorded. */
export interface ErasureStep {
  name: string;
  /** Returns the number of rows that it changed. */
  run(lease: JobLease, erasure: string, person: Person): Promise<number>;
}

const BATCH = 5_000;

const inOne = (
  name: string,
  run: (tenant: TenantSession, person: Person, now: Date) => Promise<number>,
): ErasureStep => ({
  name,
  run: (lease, _, person) => lease.inTenant((tenant) => run(tenant, person, lease.now)),
});

const texts: ErasureStep[] = ERASED_TEXTS.flatMap((source, index) => {
  if (source.byOwner) return [];
  const statement = erasureTables.statement(`erase_texts_${index}`, parametersIn(erasing(source)), erasing(source));
  const run = async (tenant: TenantSession, person: Person, now: Date) => {
    await source.record?.(tenant, person.address, now);
    return tenant.execute(statement, valuesFor(statement, { ...person, now }));
  };
  return [inOne(`${index} ${source.table}`, run)];
});

/** Tables with rows of the person, whose ids stand in audit entries, events and first results. */
const OF_ENROLLMENT = [
  'enrollment_notes',
  'blockers',
  'coaching_sessions',
  'interventions',
  'deadline_extensions',
  'member_tasks',
  'submissions',
  'video_questions',
  'milestone_reaches',
  'outcome_entries',
  'bookings',
  'group_memberships',
  'form_responses',
];

const OF_MEMBER = [
  ...['api_keys', 'calendar_connections', 'calendar_feeds', 'sign_ins', 'passkeys', 'external_identities'],
  'invitations',
];

const listRows = erasureTables
  .statement(
    'list_rows_of_person',
    { members: 'uuid[]', enrollments: 'uuid[]', account: 'uuid' },
    [
      'select unnest(:members::uuid[]) as id',
      'select unnest(:enrollments::uuid[])',
      ...OF_ENROLLMENT.map(
        (table) =>
          `select id from ${table} where organization_id = :organization and enrollment_id = any(:enrollments::uuid[])`,
      ),
      `select id from responsibilities where organization_id = :organization and member_id = any(:members::uuid[])`,
      ...OF_MEMBER.map(
        (table) =>
          `select id from ${table} where organization_id = :organization and member_id = any(:members::uuid[])`,
      ),
      `select id from posts where organization_id = :organization and author_member_id = any(:members::uuid[])`,
      `select id from post_reports where organization_id = :organization and member_id = any(:members::uuid[])`,
      `select c.id from moderation_cases c join posts p on p.organization_id = :organization and p.id = c.post_id
       where c.organization_id = :organization and p.author_member_id = any(:members::uuid[])`,
      `select id from media where organization_id = :organization and created_by = :account`,
      `select id from uploads where organization_id = :organization and created_by = :account`,
      `select media_id from submissions
       where organization_id = :organization and enrollment_id = any(:enrollments::uuid[]) and media_id is not null`,
      `select id from erasures where organization_id = :organization and account_id = :account`,
      `select id from video_resources
       where organization_id = :organization and audience_enrollment_id = any(:enrollments::uuid[])`,
      `select d.id from deliverables d join member_tasks k on k.organization_id = :organization and k.id = d.member_task_id
       where d.organization_id = :organization and k.enrollment_id = any(:enrollments::uuid[])`,
      `select r.id from submission_reviews r join submissions s on s.organization_id = :organization and s.id = r.submission_id
       where r.organization_id = :organization and s.enrollment_id = any(:enrollments::uuid[])`,
    ].join(' union all '),
  )
  .returning<{ id: string }>();

const endOfBatch = erasureTables
  .statement(
    'find_end_of_keys_to_erase',
    { after: 'uuid' },
    `select id from idempotency_keys where organization_id = :organization and id > :after
     order by id offset ${BATCH - 1} limit 1`,
  )
  .returning<{ id: string }>();

// A result that names the person's account only counts if it also has a text of the person: a name that was shown.
const eraseResults = erasureTables.statement(
  'erase_first_results',
  { after: 'uuid', until: 'uuid', ids: 'text[]', account: 'text', address: 'text', names: 'text[]' },
  `update idempotency_keys k set result = '{"$erased":true}'
   where k.organization_id = :organization and k.id > :after and (:until::uuid is null or k.id <= :until)
     and k.result is not null and k.result::text <> '{"$erased":true}'
     and (string_to_array(k.path_target, '/') && (:ids::text[] || :account::text)
       or strpos(k.result::text, :address) > 0
       or strpos(k.result::text, :account) > 0 and exists (
         select 1 from unnest(:names::text[]) as n (name) where strpos(k.result::text, n.name) > 0)
       or exists (
         select 1 from regexp_matches(
           k.result::text, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') as m (id)
         where m.id[1] = any(:ids::text[])))`,
);

const eraseTrail = erasureTables
  .statement(
    'erase_trail',
    { erasure: 'uuid', ids: 'uuid[]', after: 'uuid' },
    'select erase_trail(:organization, :erasure, :ids, :after) as last',
  )
  .returning<{ last: string | null }>();

async function idsOf(lease: JobLease, { members, enrollments, account }: Person): Promise<string[]> {
  const rows = await lease.inTenant((tenant) => tenant.query(listRows, { members, enrollments, account }));
  return rows.map(({ id }) => id);
}

const results: ErasureStep = {
  name: 'idempotency_keys',
  async run(lease, _, person) {
    const { account, address } = person;
    const ofSelling = await lease.inTenant((tenant) => listShownOfSelling(tenant, address));
    const ids = [...(await idsOf(lease, person)), ...ofSelling];
    // As JSON has them.
    const names = person.names.map((name) => JSON.stringify(name).slice(1, -1));
    let erased = 0;
    for (let after: string | null = FIRST_ID; after !== null;) {
      const from: string = after;
      after = await lease.inTenant(async (tenant) => {
        const until = (await tenant.query(endOfBatch, { after: from })).at(0)?.id ?? null;
        erased += await tenant.execute(eraseResults, { after: from, until, ids, account, address, names });
        return until;
      });
    }
    return erased;
  },
};

const trail: ErasureStep = {
  name: 'audit_entries and events',
  async run(lease, erasure, person) {
    const ids = await idsOf(lease, person);
    for (let after: string | null = null; ;) {
      const values: { erasure: string; ids: string[]; after: string | null } = { erasure, ids, after };
      const found = await lease.byOwner((tenant) => tenant.query(eraseTrail, values));
      after = found[0].last;
      if (after === null) break;
    }
    return ids.length;
  },
};

/** Expires the files with the person, who may be a prospect in them; returns their number. */
export const expireExportsOf = (tenant: TenantSession, { account, address, members, enrollments }: Person, now: Date) =>
  expireExportsWith(tenant, [account, address, ...members, ...enrollments], now);
const files = inOne('exports', expireExportsOf);
const uploads = inOne('bytes of uploads', (tenant, _, now) => scheduleUploads(tenant, now));

/** The texts of rows first; who the person is, which the steps search for, last. The account follows: see `eraseAccountOf`. */
const isIdentity = ({ name }: ErasureStep): boolean =>
  / (members|member_search_words|sign_ins|passkeys|external_identities|invitations|sales|prospects)$/.test(name);
export const ERASURE_STEPS: readonly ErasureStep[] = [
  ...texts.filter((step) => !isIdentity(step)),
  results,
  trail,
  ...texts.filter(isIdentity),
  files,
  uploads,
];
