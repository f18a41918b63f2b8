import { Tables } from '#kernel/persistence';

export const liveSessionTables = new Tables({
  owner: 'live-sessions',
  owns: {
    attendances: 'select, insert, update',
    live_session_cohorts: 'select, insert, delete',
    live_sessions: 'select, insert, update',
  },
  reads: ['cohorts', 'enrollments', 'members', 'responsibilities'],
});
