import type { Transitions } from '../platform/operations/transitions.js';
import type { ProgramStatus } from './program.entity.js';

/** The moves that a client asks for. Restoring is none of them: where it leads is read from the history. */
export const PROGRAM_MOVES: Transitions<ProgramStatus> = {
  draft: ['active', 'archived'],
  active: ['archived'],
  archived: [],
};
