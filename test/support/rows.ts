import pg from 'pg';
import { announced } from './database-server.js';

/** Statements after which another organization may be set than the one that was entered last. */
const CHANGES_ORGANIZATION = /^\s*(begin|commit|rollback|select set_config)\b/i;

/** The name of each prepared statement. */
const names = new Map<string, string>();

/**
 * The connection of a test app for creating and reading rows. Statements are sent without waiting for earlier results,
 * those of the same tick in one packet.
 */
export class Rows extends pg.Client {
  private organizationId: string | undefined;
  private gathering = false;

  constructor(url: string) {
    super({
      connectionString: url,
      pipeline: true,
      // What is prepared is planned once. Citus has no generic plan of statements over many tables.
      ...(announced().citusNodes ? {} : { options: '-c plan_cache_mode=force_generic_plan' }),
    });
    Object.assign(this, {
      query: (...parameters: Parameters<pg.Client['query']>) => {
        const [query] = parameters as unknown[];
        if (typeof query === 'string' && CHANGES_ORGANIZATION.test(query)) this.organizationId = undefined;
        this.gather();
        return pg.Client.prototype.query.apply(this, parameters);
      },
    });
  }

  /** Sets the organization that the statements after it are for. */
  enter(organizationId: string): void {
    if (this.organizationId === organizationId) return;
    // If it fails, so does what follows.
    this.query({ text: `select set_config('app.organization_id', $1, false)`, values: [organizationId] }).catch(
      () => undefined,
    );
    this.organizationId = organizationId;
  }

  /** Runs a statement that is parsed and planned once. */
  prepared<Row extends object>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>> {
    let name = names.get(text);
    if (name === undefined) names.set(text, (name = `test ${names.size}`));
    return this.query<Row>({ ...(announced().citusNodes ? {} : { name }), text, values });
  }

  private gather(): void {
    if (this.gathering) return;
    this.gathering = true;
    const { stream } = (this as unknown as { connection: { stream: { cork: () => void; uncork: () => void } } })
      .connection;
    stream.cork();
    process.nextTick(() => {
      this.gathering = false;
      stream.uncork();
    });
  }
}
