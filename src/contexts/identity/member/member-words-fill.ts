import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { Database, HourlySweep } from '#kernel/work';
import { RoleSettings } from '#kernel/settings';
import { identityTables } from '../identity.tables.js';
import { addMemberWords, noteFilled } from './member-words.js';

const BATCH = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const listOrganizations = identityTables
  .statement('list_organizations_to_search', {}, 'select id from organizations order by id')
  .returning<{ id: string }>();

const listFilled = identityTables
  .statement('list_filled_organizations', {}, 'select organization_id as id from member_search_fills')
  .returning<{ id: string }>();

// Locked: a concurrent change of the name waits, or has the member skipped and writes the words itself.
const lockUnsearchable = identityTables
  .statement(
    'lock_members_without_words',
    { after: 'uuid' },
    `select m.id, m.name from members m
     where m.organization_id = :organization and m.id > :after and not exists (
       select 1 from member_search_words w where w.organization_id = :organization and w.member_id = m.id)
     order by m.id limit ${BATCH} for share of m skip locked`,
  )
  .returning<{ id: string; name: string }>();

/**
 * Adds the search words of members who have none: once for each organization before the process takes requests, for members
 * from before there were any; then every hour, for those that a process of an older version adds during an upgrade.
 */
@Injectable()
export class MemberWordsFill extends HourlySweep implements OnModuleInit {
  constructor(
    database: Database,
    private readonly clock: Clock,
    private readonly role: RoleSettings,
  ) {
    super(database);
  }

  async onModuleInit(): Promise<void> {
    // On Citus a node may be down. Nothing waits for it: the sweep adds the words later.
    const known = await this.database.listWork(listFilled).catch(() => undefined);
    if (known === undefined) return;
    const filled = new Set(known.map(({ id }) => id));
    for (const { id } of await this.database.query(listOrganizations)) {
      if (filled.has(id)) continue;
      await this.sweep(id);
      await this.database.inTenant(id, (tenant) => noteFilled(tenant, this.clock.now()));
    }
  }

  protected isNeeded(): boolean {
    return this.role.ROLE !== 'api';
  }

  /** Returns the number of members. */
  protected async sweep(organizationId: string): Promise<number> {
    let filled = 0;
    for (let after: string | undefined = FIRST_ID; after !== undefined;) {
      const place: { after: string } = { after };
      const members: { id: string }[] = await this.database.inTenant(organizationId, async (tenant) => {
        const found = await tenant.query(lockUnsearchable, place);
        await addMemberWords(tenant, found);
        return found;
      });
      filled += members.length;
      after = members.length < BATCH ? undefined : members.at(-1)?.id;
    }
    return filled;
  }
}
