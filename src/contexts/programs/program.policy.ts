import { existing } from '#kernel/operations';
import { programTables } from './programs.tables.js';

export const anyProgram = existing('program', programTables, 'programs');
