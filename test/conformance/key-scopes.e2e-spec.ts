import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AnyOperation, OperationRegistry } from '#kernel/operations';
import { Agent } from '../mcp/agent.js';
import type { Client } from '../support/client.js';
import { School } from '../support/school.js';
import { useApp } from '../support/use-school.js';
import { takesApiKeys } from './personas.js';
import { pathOf } from './sample.js';

const ADMINISTRATION =
  /^\/(members(?!\/:memberId\/(availability|busy)\b)|organization|api-keys|responsibilities|people-imports|webhook-subscriptions|webhook-deliveries|event-feeds|api-usage|exports|erasures|sign-ins|invitations|bulk-invitations|identity-provider|payment-providers\/stripe)\b|\/bulk-responsibilities$/;
const UNKNOWN = '018f3c1e-0000-7000-8000-000000000000';

const app = useApp();
const clients = new Map<string, Client>();
let operations: AnyOperation[];

beforeAll(async () => {
  operations = app.nest.get(OperationRegistry, { strict: false }).operations.filter(takesApiKeys);
  const school = await School.open(app);
  const { memberId, accountId } = school.owner;
  for (const scope of ['none', 'read', 'write', 'admin', 'mcp:manage']) {
    const scopes = scope === 'none' ? [] : [scope];
    clients.set(scope, (await school.key(memberId, accountId, { scopes })).client);
  }
});

/** Read off the path and the method anew: the service's own declaration is under test. */
const neededFor = ({ path, method }: AnyOperation): string =>
  ADMINISTRATION.test(path) ? 'admin' : method === 'GET' ? 'read' : 'write';

/** The message of the refusal by scope, from a call of an unknown resource, or null. */
async function refusal(operation: AnyOperation, client: Client): Promise<string | null> {
  const path = pathOf(
    operation,
    Array.from({ length: 3 }, () => UNKNOWN),
  );
  const { status, body } = await client.send(operation.method, path, {
    body: operation.method === 'GET' ? undefined : {},
  });
  const { message } = body as { message?: string };
  return status === 403 && message !== undefined ? message : null;
}

describe('a key restricted by a scope', () => {
  it.each(['read', 'write', 'admin'])(
    '%s allows the operations of that scope, and refuses every other with 403',
    async (scope) => {
      const client = clients.get(scope) as Client;
      expect(operations.length).toBeGreaterThan(90);
      for (const operation of operations.filter(({ access }) => access.refusal === 'forbidden')) {
        const needed = neededFor(operation);
        const wanted = needed === scope ? null : `A scoped API key needs ${needed}.`;
        expect([operation.name, await refusal(operation, client)]).toEqual([operation.name, wanted]);
      }
    },
  );

  it.each(['none', 'mcp:manage'])('is another than one with %s, which is not restricted', async (scope) => {
    for (const operation of operations) {
      expect([operation.name, await refusal(operation, clients.get(scope) as Client)]).toEqual([operation.name, null]);
    }
  });

  it('is refused with 404 where the operation has no 403', async () => {
    const [cockpit] = operations.filter(({ access }) => access.refusal === 'not_found');
    expect(await refusal(cockpit, clients.get('write') as Client)).toBeNull();
  });

  it('is held to it as an agent, too', async () => {
    const call = async (scope: string, tool: string) => {
      const agent = await Agent.connect(app, clients.get(scope) as Client);
      const { envelope } = await agent.call(tool, tool === 'create_group' ? { idempotencyKey: 'x' } : {});
      await agent.close();
      return envelope;
    };
    expect(JSON.stringify(await call('write', 'list_programs'))).toContain('needs read');
    expect(JSON.stringify(await call('read', 'list_programs'))).toContain('"success":true');
    expect(JSON.stringify(await call('read', 'create_group'))).toContain('needs write');
    expect(JSON.stringify(await call('read', 'list_members'))).toContain('needs admin');
  });
});
