import { expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';
import { pathOf } from './sample.js';
import { samples } from './samples.js';

/** What the trail of a write adds to, whether or not something changed. */
const TRAIL = /^(audit_entries|idempotency_keys) /;

const { school } = useSchool();

const PATCHES = samples.filter(({ operation }) => operation.method === 'PATCH');
/** They need a field. */
const NEEDS_A_FIELD = new Set(['change_member_role', 'update_form', 'move_sales_call']);

it.each(PATCHES.map((sample) => [sample.operation.name, sample] as const))(
  '%s without a field changes no row: an audit entry, no event',
  async (name, { operation, arrange }) => {
    const { params, body } = await arrange(school);
    const path = pathOf(operation, params);
    // With the sample's fields set, so that whatever an empty body would clear is seen.
    const full = await school.owner.client.patch(path, body);
    const rows = async () => (await school.digest()).split('\n').filter((line) => !TRAIL.test(line));
    const before = await rows();
    const earlier = await school.trail();
    const empty = await school.owner.client.patch(path, {});
    expect([full.status, await rows()]).toEqual([200, before]);
    const trail = await school.trail();
    const audit = trail.audit.slice(earlier.audit.length);
    if (NEEDS_A_FIELD.has(name)) {
      expect([empty.status, empty.body.code, audit.length]).toEqual([400, 'invalid_request', 0]);
    } else {
      expect([empty.status, empty.body.data]).toEqual([200, full.body.data]);
      expect(audit).toEqual([expect.objectContaining({ action: operation.action, changes: {} })]);
    }
    expect(trail.events).toEqual(earlier.events);
  },
);
