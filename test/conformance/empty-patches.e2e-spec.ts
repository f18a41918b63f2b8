import { expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';
import { pathOf } from './sample.js';
import { samples } from './samples.js';

/** What the trail of a write adds to, whether or not something changed. */
const TRAIL = /^(audit_entries|idempotency_keys) /;

const { school } = useSchool();

const PATCHES = samples.filter(({ operation }) => operation.method === 'PATCH');
/** It needs a field. */
const NEEDS_A_FIELD = new Set(['change_member_role']);

it.each(PATCHES.map((sample) => [sample.operation.name, sample] as const))(
  '%s without a field changes no row: an audit entry, no event',
  async (name, { operation, arrange }) => {
    const { params } = await arrange(school);
    const rows = async () => (await school.digest()).split('\n').filter((line) => !TRAIL.test(line));
    const before = await rows();
    const empty = await school.owner.client.patch(pathOf(operation, params), {});
    expect(await rows()).toEqual(before);
    const { audit, events } = await school.trail();
    if (NEEDS_A_FIELD.has(name)) {
      expect([empty.status, empty.body.code, audit.length]).toEqual([400, 'invalid_request', 0]);
    } else {
      expect([empty.status, audit]).toEqual([200, [expect.objectContaining({ action: operation.action })]]);
    }
    expect(events).toEqual([]);
  },
);
