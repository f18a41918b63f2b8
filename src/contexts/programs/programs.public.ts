// Exports of programs for other contexts.
export { lockProgramContent, lockProgramStatus } from './lock-program-status.js';
export { anyProgram } from './program.policy.js';
export { checkProgramContent, mayChangeContent, ownProgram, programContent } from './program-content.policy.js';
