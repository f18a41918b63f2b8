import { existing } from '#kernel/operations/target.js';
import { programTables } from './programs.tables.js';

export const anyProgram = existing('program', programTables, 'programs');
