import { describe, expect, it } from '@jest/globals';
import { judgeRestoration, type StatusChange } from './program-history.js';
import type { ProgramStatus } from './program.entity.js';

const change = (fromStatus: ProgramStatus | null, toStatus: ProgramStatus): StatusChange => ({ fromStatus, toStatus });

describe('a restoration', () => {
  it('returns to the status that the archival left and the change before it reached', () => {
    const judge = (...history: StatusChange[]) => judgeRestoration('archived', history).restoresTo;
    expect(judge(change('active', 'archived'), change('draft', 'active'))).toBe('active');
    expect(judge(change('draft', 'archived'), change(null, 'draft'))).toBe('draft');
  });

  it('is for an archived program only', () => {
    const history = [change('active', 'archived'), change('draft', 'active')];
    expect(judgeRestoration('active', history).reason).toBe('not_archived');
  });

  it('is not possible without history, or with the archival alone', () => {
    const judge = (...history: StatusChange[]) => judgeRestoration('archived', history).reason;
    expect(judge()).toBe('history_missing');
    expect(judge(change('active', 'archived'))).toBe('history_missing');
  });

  it('is not possible when the history contradicts itself', () => {
    const judge = (...history: StatusChange[]) => judgeRestoration('archived', history).reason;
    expect(judge(change('active', 'archived'), change(null, 'draft'))).toBe('history_contradictory');
    expect(judge(change('archived', 'archived'), change('active', 'archived'))).toBe('history_contradictory');
    expect(judge(change(null, 'archived'), change('draft', 'active'))).toBe('history_contradictory');
    expect(judge(change('draft', 'active'), change(null, 'draft'))).toBe('history_contradictory');
  });
});
