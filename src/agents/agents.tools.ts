/** An operation that agents may call. */
export interface AgentTool {
  /** The operation's name, which is the tool's. The service does not start when there is none of that name. */
  operation: string;
  /** The scope that the API key needs beyond what the operation asks of the caller. */
  keyScope?: string;
}

/** Every tool of the agent door, in the order in which agents are shown them. To offer one more, name it here. */
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
