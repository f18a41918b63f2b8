export interface AgentTool {
  /** The name of the operation and of the tool. An unknown name aborts startup. */
  operation: string;
  /** A scope that the API key needs in addition to the operation's access rule. */
  keyScope?: string;
}

export const AGENT_TOOLS: readonly AgentTool[] = [
  { operation: 'read_me' },
  { operation: 'list_programs' },
  { operation: 'get_program' },
  { operation: 'preview_program_restoration' },
  { operation: 'restore_program', keyScope: 'mcp:manage' },
  { operation: 'create_group' },
  { operation: 'list_cohorts' },
  { operation: 'get_cohort' },
  { operation: 'read_cohort_cockpit' },
  { operation: 'list_cockpit_members' },
  { operation: 'list_cohort_overviews' },
  { operation: 'configure_cohort' },
  { operation: 'list_enrollments' },
  { operation: 'get_enrollment' },
  { operation: 'read_enrollment_briefing' },
  { operation: 'read_enrollment_timeline' },
  { operation: 'get_course' },
  { operation: 'read_progress' },
  { operation: 'list_cohort_progress' },
  { operation: 'preview_transfer' },
  { operation: 'transfer_enrollment', keyScope: 'mcp:manage' },
  { operation: 'list_members' },
  { operation: 'list_blockers' },
  { operation: 'create_note' },
  { operation: 'list_interventions' },
  { operation: 'list_interventions_in_hand' },
  { operation: 'plan_intervention' },
  { operation: 'update_intervention' },
  { operation: 'close_intervention' },
  { operation: 'bulk_plan_interventions' },
  { operation: 'list_work_queue' },
  { operation: 'list_member_tasks' },
  { operation: 'get_member_task' },
  { operation: 'extend_deadlines' },
  { operation: 'create_deliverable' },
  { operation: 'list_webhook_subscriptions' },
  { operation: 'rotate_webhook_secret' },
  { operation: 'list_media' },
  { operation: 'publish_video_resource' },
  { operation: 'list_video_questions' },
];
