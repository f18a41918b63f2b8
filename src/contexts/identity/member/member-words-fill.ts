import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { firstIdAt } from '#kernel/persistence';
import { RoleSettings } from '#kernel/settings';
import { Database, HourlySweep } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import { isFilled, noteFilled, renewMemberWords } from './member-words.js';

const BATCH = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Longer than an upgrade, during which processes of an older version add members without words. */
const UPGRADE_MS = 86_400_000;

// Reads all organizations, and on Citus all nodes: nothing may wait for it.
const listFilled = identityTables
  .statement('list_filled_organizations', {}, 'select organization_id as id from member_search_fills')
  .returning<{ id: string }>();

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
 * Adds the search words of members who have none, beside the requests that are served: once for each organization, for
 * members from before there were any; then every hour, for those whom a process of an older version added in the last day.
 */
@Injectable()
export class MemberWordsFill extends HourlySweep {
  protected override readonly outcome = 'added the search words of members';
  private isStopping = false;
  private first = Promise.resolve(0);

  constructor(
    database: Database,
    private readonly clock: Clock,
    private readonly role: RoleSettings,
  ) {
    super(database);
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    if (this.isNeeded()) this.first = this.fillNew().catch(this.noteFailure);
  }

  override async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.all([super.onApplicationShutdown(), this.first]);
  }

  protected isNeeded(): boolean {
    return this.role.ROLE !== 'api';
  }

  private async fillNew(): Promise<number> {
    return this.runOnce(new Set((await this.database.listWork(listFilled)).map(({ id }) => id)));
  }

  /** Returns the number of members. */
  protected async sweep(organizationId: string): Promise<number> {
    let filled = 0;
    for (let after: string | undefined; !this.isStopping;) {
      const { added, last } = await this.fillBatch(organizationId, after);
      filled += added;
      if (last === undefined) break;
      after = last;
    }
    return filled;
  }

  /** The number of members that got words, and the last one of the batch if there may be more. */
  private async fillBatch(organizationId: string, place?: string): Promise<{ added: number; last?: string }> {
    const now = this.clock.now();
    return this.database.inTenant(organizationId, async (tenant) => {
      const after = place ?? ((await isFilled(tenant)) ? firstIdAt(now.getTime() - UPGRADE_MS) : FIRST_ID);
      const members = await tenant.query(lockMembers, { after });
      const wordless = members.filter(({ has_words: hasWords }) => !hasWords);
      if (wordless.length > 0) await renewMemberWords(tenant, wordless);
      if (members.length === BATCH) return { added: wordless.length, last: members[BATCH - 1].id };
      await noteFilled(tenant, now);
      return { added: wordless.length };
    });
  }
}
