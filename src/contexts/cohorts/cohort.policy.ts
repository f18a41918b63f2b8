import { existing } from '#kernel/operations/target.js';
import { cohortTables } from './cohorts.tables.js';

export const anyCohort = existing('cohort', cohortTables, 'cohorts');
