import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { notFound } from '#kernel/errors';
import { Database } from '#kernel/work';
import { connectionTables } from '../calendar-connections.tables.js';
import { Authorizations } from '../provider/authorizations.js';
import { ConnectionSecrets } from '../rows/connection-secrets.js';

const MAX_CODE_LENGTH = 4_000;

const PENDING = `organization_id = :organization and id = :id and provider = :provider and status = 'pending'
  and not is_state_used and authorization_until > :now`;
const pending = { id: 'uuid', provider: 'text', now: 'timestamptz' } as const;

const findPending = connectionTables
  .statement(
    'find_calendar_connection_to_authorize',
    pending,
    `select return_url as "returnUrl" from calendar_connections where ${PENDING}`,
  )
  .returning<{ returnUrl: string }>();

const useState = connectionTables
  .statement(
    'use_state_of_calendar_connection',
    pending,
    `update calendar_connections set is_state_used = true where ${PENDING} returning return_url as "returnUrl"`,
  )
  .returning<{ returnUrl: string }>();

/**
 * Takes the answer of a provider to the page of the member. Nobody has signed in here, so nothing is exchanged: only the
 * member's own key confirms the grant. Somebody else who was sent the link has a grant that their page cannot use.
 */
@Injectable()
export class AuthorizationDoorService {
  constructor(
    private readonly authorizations: Authorizations,
    private readonly secrets: ConnectionSecrets,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The page with the grant, or with an error. Throws 404 for a state that is not good, or was used. */
  async returnTo(provider: string, { state, code, error }: Record<string, unknown>): Promise<string> {
    const now = this.clock.now();
    const claim = typeof state === 'string' ? this.authorizations.readState(provider, state) : null;
    if (!claim || claim.expiresAt <= now) throw notFound();
    const { organizationId, id: connectionId } = claim;
    const isDenied = typeof code !== 'string' || code === '' || code.length > MAX_CODE_LENGTH || error !== undefined;
    const [row] = await this.database.forStranger(organizationId, (tenant) =>
      tenant.query(isDenied ? findPending : useState, { id: connectionId, provider, now }),
    );
    if (!row) throw notFound();
    const page = new URL(row.returnUrl);
    page.searchParams.set('connection', connectionId);
    if (isDenied) page.searchParams.set('error', 'denied');
    else page.searchParams.set('grant', this.secrets.grantText(organizationId, { connectionId, code }));
    return page.href;
  }
}
