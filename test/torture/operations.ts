interface OperationTraits {
  /** How often of a hundred keys. */
  share: number;
  /** Whether a write leaves an event of its own. */
  event: boolean;
  /** Where a result shows the id of the record that the audit entry is about; null: nowhere. */
  shows: readonly string[] | null;
  /** The actions of the audit entries, and names of the events, that it leaves for further records. */
  also?: readonly string[];
  /** The one of them that a result counts, and where. */
  counts?: readonly [action: string, ...path: string[]];
  /** Whether its second key can be refused, because of what the first one did. */
  refusal?: 400 | 409;
}

const GIVEN = ['member_task.created', 'member_task.published', 'deliverable.created'] as const;
const ID = ['id'] as const;

const operations = {
  create_group: { share: 16, event: true, shows: ID },
  plan_intervention: { share: 14, event: true, shows: ID },
  configure_cohort: { share: 10, event: true, shows: ID },
  create_deliverable: { share: 6, event: true, shows: ID, refusal: 400 },
  rotate_webhook_secret: { share: 6, event: false, shows: ID },
  bulk_enroll: {
    share: 8,
    event: false,
    shows: null,
    also: ['enrollment.created', ...GIVEN],
    counts: ['enrollment.created', 'done'],
    refusal: 409,
  },
  bulk_plan_interventions: {
    share: 6,
    event: false,
    shows: null,
    also: ['intervention.planned'],
    counts: ['intervention.planned', 'done'],
  },
  transfer_enrollment: {
    share: 8,
    event: true,
    shows: ['from', 'id'],
    also: ['enrollment.created', 'responsibility.ended', 'responsibility.assigned', ...GIVEN],
    counts: ['responsibility.assigned', 'moved', 'responsibilities'],
    refusal: 409,
  },
  hand_over_work: {
    share: 5,
    event: false,
    shows: ['fromMemberId'],
    also: ['responsibility.ended', 'responsibility.assigned', 'intervention.updated'],
    counts: ['intervention.updated', 'interventions', 'moved'],
  },
  publish_cohort_task: {
    share: 5,
    event: true,
    shows: ID,
    also: GIVEN,
    counts: ['member_task.created', 'counts', 'total'],
    refusal: 409,
  },
  book_slot: { share: 6, event: true, shows: ID, also: ['coaching_session.created'], refusal: 409 },
  extend_deadlines: { share: 6, event: true, shows: ID },
  commit_people_import: {
    share: 4,
    event: true,
    shows: ID,
    also: ['member.added', 'enrollment.created', ...GIVEN],
    counts: ['member.added', 'counts', 'create'],
    refusal: 409,
  },
  submit_form_response: { share: 6, event: true, shows: ID, refusal: 409 },
  create_my_upload: { share: 4, event: false, shows: ID },
  record_payment: { share: 4, event: true, shows: ID },
  create_checkout: { share: 5, event: true, shows: ID, refusal: 409 },
  refund_payment: { share: 5, event: true, shows: ID, refusal: 409 },
  create_post: { share: 6, event: true, shows: ID },
  report_post: { share: 5, event: true, shows: ID, refusal: 409 },
} satisfies Record<string, OperationTraits>;

export type OperationName = keyof typeof operations;

/** The writes that a run sends. */
export const OPERATIONS: Readonly<Record<OperationName, OperationTraits>> = operations;

/** The actions that a write leaves for records other than its own. */
export const ALSO = [...new Set(Object.values(OPERATIONS).flatMap(({ also = [] }) => also))];

/** The id that the result shows, and the number that it counts; null where there is none. */
export function shownBy(operation: OperationName, data: unknown): { id: string | null; made: number | null } {
  const { shows, counts } = OPERATIONS[operation];
  const at = (path: readonly string[]): unknown =>
    path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], data);
  return {
    id: shows ? ((at(shows) as string | undefined) ?? null) : null,
    made: counts ? ((at(counts.slice(1)) as number | undefined) ?? null) : null,
  };
}

/** How many writes of an operation to provide for. */
export function expectedOf(operation: OperationName, keys: number): number {
  return Math.ceil((keys * OPERATIONS[operation].share * 1.2) / 100) + 4;
}
