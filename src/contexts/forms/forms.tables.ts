import { Tables } from '#kernel/persistence';

export const formTables = new Tables({
  owner: 'forms',
  owns: {
    forms: 'select, insert, update',
    form_versions: 'select, insert',
    form_assignments: 'select, insert, update',
    anonymous_responses: 'select, insert',
    form_participations: 'select, insert, update',
    intake_links: 'select, insert, update',
    form_responses: 'select, insert, update',
    form_response_files: 'select, insert, delete',
    form_response_revisions: 'select, insert, update',
  },
  reads: [
    'accounts',
    'cohorts',
    'courses',
    'enrollments',
    'erasures',
    'lessons',
    'media',
    'members',
    'outcome_measures',
    'programs',
    'responsibilities',
  ],
});
