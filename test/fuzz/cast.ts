import { calling } from '../conformance/own-side-world.js';
import { School, type Person } from '../support/school.js';
import type { TestApp } from '../support/test-app.js';
import { SMUGGLED_ID } from './body-plan.js';
import type { CALLERS } from './request-plan.js';

/** Who takes part in a campaign: a school with its people, and one that must notice nothing. */
export class Cast {
  private constructor(
    readonly own: School,
    readonly foreign: School,
    readonly people: Record<(typeof CALLERS)[number], Person>,
    private readonly tables: string[],
  ) {}

  static async open(app: TestApp): Promise<Cast> {
    const [own, foreign, elsewhere] = [await School.open(app), await School.open(app), await School.open(app)];
    // So that agents are offered every tool; the ADMIN's key has no such scope.
    const scope = `update api_keys set scopes = '{mcp:manage}' where organization_id = $1 and id = $2`;
    await own.rows(scope, own.owner.apiKeyId);
    const learner = await own.person();
    await own.enrollment({ member_id: learner.memberId });
    const people = {
      owner: own.owner,
      admin: await own.person('ADMIN'),
      member: await own.person(),
      learner,
      session: await calling(own, learner, 'session key'),
      director: await own.person('MEMBER', { role: 'program_director' }),
      reviewer: await own.person('MEMBER', { role: 'reviewer' }),
      stranger: elsewhere.owner,
    };
    return new Cast(own, foreign, people, await tenantTables(own));
  }

  /** The keys of new sign-ins of the people of the school, for what takes no API key. */
  async signedIn(): Promise<Partial<Record<(typeof CALLERS)[number], string>>> {
    const keys: Partial<Record<(typeof CALLERS)[number], string>> = {};
    for (const name of ['owner', 'admin', 'member', 'learner', 'director', 'reviewer'] as const) {
      keys[name] = (await this.own.signIn(this.people[name].memberId)).text;
    }
    return keys;
  }

  /** One text for all rows of the foreign school: unchanged as long as nothing was written. */
  async foreignDigest(): Promise<string> {
    const digests = this.tables.map(
      (table) =>
        `select '${table}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t.id)), '') as digest
         from ${table} t where organization_id = $1`,
    );
    const { rows } = await this.foreign.prepared(digests.join(' union all '));
    return JSON.stringify(rows);
  }

  /** A row of the own school that has what a body said of fields that it may not set; undefined where there is none. */
  async smuggledRow(): Promise<string | undefined> {
    const smuggled = [SMUGGLED_ID, this.foreign.id, this.foreign.owner.accountId].join('|');
    const searches = this.tables.map(
      (table) => `select '${table} ' || t::text as row from ${table} t where organization_id = $1 and t::text ~ $2`,
    );
    const { rows } = await this.own.prepared<{ row: string }>(`${searches.join(' union all ')} limit 1`, smuggled);
    return rows.at(0)?.row;
  }
}

async function tenantTables(school: School): Promise<string[]> {
  const { rows } = await school.rows<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'api_key_usages'
       and $1::uuid is not null order by 1`,
  );
  return rows.map(({ name }) => name);
}
