import { Tables } from '#kernel/persistence/tables.js';

export const liveSessionTables = new Tables({
  owner: 'live-sessions',
  owns: ['attendances', 'live_session_cohorts', 'live_sessions'],
  reads: ['cohorts', 'enrollments', 'members', 'responsibilities'],
});
