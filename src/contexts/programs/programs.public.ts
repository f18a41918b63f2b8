// What other contexts may import from programs.
export { lockProgramContent, lockProgramStatus } from './lock-program-status.js';
export { anyProgram } from './program.policy.js';
