import { existing } from '#kernel/operations';
import { cohortTables } from './cohorts.tables.js';

export const anyCohort = existing('cohort', cohortTables, 'cohorts');
