import { Injectable, Logger } from '@nestjs/common';
import { RelyingParty } from '#kernel/authentication';
import { FailureLog } from '#kernel/logging';
import { Database } from '#kernel/work';
import { identityTables } from '../identity.tables.js';

const countElsewhere = identityTables
  .statement(
    'count_passkeys_of_other_domains_of_all',
    { domain: 'text' },
    `select count(*)::integer as passkeys from passkeys where status = 'active' and domain <> :domain`,
  )
  .returning<{ passkeys: number }>();

/** Passkeys work for the domain that they were made for: after a change of PUBLIC_URL or SIGN_IN_DOMAIN they do not. */
@Injectable()
export class PasskeyDomains {
  private readonly logger = new Logger(PasskeyDomains.name);
  private readonly failures = new FailureLog(PasskeyDomains.name);

  constructor(
    private readonly database: Database,
    private readonly party: RelyingParty,
  ) {}

  /** Warns of passkeys of other domains, at startup. Nothing waits for it: a database that does not answer is only noted. */
  async warn(): Promise<void> {
    const { id: domain } = this.party;
    try {
      const [{ passkeys }] = await this.database.listWork(countElsewhere, { domain });
      if (passkeys === 0) return;
      this.logger.warn(`${passkeys} passkeys are of another domain than ${domain}: their members need invitations`);
    } catch (error) {
      this.failures.note('the domains of passkeys are not known', error);
    }
  }
}
