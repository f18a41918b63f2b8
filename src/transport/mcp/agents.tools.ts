export interface AgentTool {
  /** The name of the operation and of the tool. An unknown name aborts startup. */
  operation: string;
  /** A scope that the API key needs in addition to the operation's access rule. */
  keyScope?: string;
}

export const AGENT_TOOLS: readonly AgentTool[] = [
  { operation: 'list_programs' },
  { operation: 'get_program' },
  { operation: 'restore_program', keyScope: 'mcp:manage' },
  { operation: 'create_group' },
  { operation: 'list_cohorts' },
  { operation: 'get_cohort' },
  { operation: 'read_cohort_cockpit' },
  { operation: 'configure_cohort' },
  { operation: 'list_enrollments' },
  { operation: 'get_enrollment' },
  { operation: 'list_members' },
  { operation: 'list_blockers' },
  { operation: 'plan_intervention' },
  { operation: 'list_work_queue' },
  { operation: 'list_member_tasks' },
  { operation: 'get_member_task' },
  { operation: 'create_deliverable' },
  { operation: 'list_webhook_subscriptions' },
  { operation: 'rotate_webhook_secret' },
  { operation: 'list_media' },
  { operation: 'publish_video_resource' },
];
