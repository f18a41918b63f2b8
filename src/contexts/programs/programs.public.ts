// What other contexts may import from programs.
export { lockProgramStatus } from './lock-program-status.js';
export { anyProgram } from './program.policy.js';
