import { describe, expect, it } from '@jest/globals';
import { verifiedPreviousStatus, type StatusChange } from './program-history.js';
import type { ProgramStatus } from './program.entity.js';

const change = (fromStatus: ProgramStatus | null, toStatus: ProgramStatus): StatusChange => ({ fromStatus, toStatus });

describe('the verified previous status', () => {
  it('is the status that the archival left and the change before it reached', () => {
    expect(verifiedPreviousStatus([change('active', 'archived'), change('draft', 'active')])).toBe('active');
    expect(verifiedPreviousStatus([change('draft', 'archived'), change(null, 'draft')])).toBe('draft');
  });

  it('is unknown without history, or with the archival alone', () => {
    expect(verifiedPreviousStatus([])).toBeNull();
    expect(verifiedPreviousStatus([change('active', 'archived')])).toBeNull();
  });

  it('is unknown when the history contradicts itself', () => {
    expect(verifiedPreviousStatus([change('active', 'archived'), change(null, 'draft')])).toBeNull();
    expect(verifiedPreviousStatus([change('archived', 'archived'), change('active', 'archived')])).toBeNull();
    expect(verifiedPreviousStatus([change(null, 'archived'), change('draft', 'active')])).toBeNull();
    expect(verifiedPreviousStatus([change('draft', 'active'), change(null, 'draft')])).toBeNull();
  });
});
