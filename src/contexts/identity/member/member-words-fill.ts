import { Injectable } from '@nestjs/common';
import { type JobLease, JobWorker, ScheduledJob } from '#kernel/jobs';
import { FIRST_ID, firstIdAt, type TenantSession } from '#kernel/persistence';
import { identityTables } from '../identity.tables.js';
import { isFilled, noteFilled, renewMemberWords } from './member-words.js';

const EVERY_MS = 3_600_000;
const BATCH = 1_000;
/** Longer than an upgrade, during which processes of an older version add members without words. */
const UPGRADE_MS = 86_400_000;

// Locked: a concurrent change of the name waits, or has the member skipped and writes the words itself. A scalar
// sub-select is one look-up for each member of the batch; EXISTS could be planned as a scan of all words, in every batch.
const lockMembers = identityTables
  .statement(
    'lock_members_with_words',
    { after: 'uuid' },
    `select m.id, m.name, (
       select true from member_search_words w
       where w.organization_id = :organization and w.member_id = m.id and w.name is not null limit 1) as has_words
     from members m where m.organization_id = :organization and m.id > :after
     order by m.id limit ${BATCH} for share of m skip locked`,
  )
  .returning<{ id: string; name: string; has_words: true | null }>();

/**
 * Adds the search words of members who have none: once in each organization, for members from before there were any; then
 * every hour, for those whom a process of an older version added in the last day.
 */
@Injectable()
export class MemberWordsFill extends ScheduledJob {
  readonly name = 'member_search_words';
  override readonly isEverywhere = true;

  constructor(jobs: JobWorker) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date> {
    const recent = firstIdAt(lease.now.getTime() - UPGRADE_MS);
    let place: string | undefined = (await lease.inTenant(isFilled)) ? recent : FIRST_ID;
    while (place !== undefined) {
      const after: string = place;
      place = await lease.inTenant((tenant) => fillBatch(tenant, after, lease.now));
    }
    return new Date(lease.now.getTime() + EVERY_MS);
  }
}

/** The last member of the batch, if there may be more. */
async function fillBatch(tenant: TenantSession, after: string, now: Date): Promise<string | undefined> {
  const members = await tenant.query(lockMembers, { after });
  const wordless = members.filter(({ has_words: hasWords }) => !hasWords);
  if (wordless.length > 0) await renewMemberWords(tenant, wordless);
  if (members.length === BATCH) return members[BATCH - 1].id;
  await noteFilled(tenant, now);
  return undefined;
}
