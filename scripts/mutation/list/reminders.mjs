/** Reminders: which moments fire, once each, and which do not. */
const PASS = 'src/contexts/reminders/due/reminder-pass.ts';
const CHECKS = 'src/contexts/reminders/due/due-checks.ts';
const JOB = 'src/contexts/reminders/due/reminders-job.ts';
const SOURCES = 'src/contexts/reminders/due/instant-sources.ts';
const RULES = 'src/contexts/reminders/rule/reminder-rule.service.ts';
const RULES_SPEC = 'test/reminders/reminder-rules.e2e-spec.ts';
const DEADLINES_SPEC = 'test/reminders/deadline-reminders.e2e-spec.ts';
const REMINDERS_SPEC = 'test/reminders/reminders.e2e-spec.ts';
const WORKERS_SPEC = 'test/reminders/reminder-workers.e2e-spec.ts';
const SIGNALS_SPEC = 'test/reminders/signal-reminders.e2e-spec.ts';
const SELLING = 'src/contexts/reminders/due/selling-sources.ts';
const SELLING_SPEC = 'test/reminders/selling-reminders.e2e-spec.ts';

export default [
  {
    id: 'reminder-recorded',
    removes: 'the look at what has fired already',
    file: CHECKS,
    from: 'return left.filter((one) => !recorded.has(one));',
    to: 'return left.filter((one) => !recorded.has(one) || true);',
    tests: WORKERS_SPEC,
    titles: ['of which one was killed after any step: the other one goes on after it'],
  },
  {
    id: 'reminder-inactive-at-moment',
    removes: 'the look at the status that an enrollment had at the moment',
    file: CHECKS,
    from: "where s.status <> 'active'`",
    to: "where s.status = 'none'`",
    tests: DEADLINES_SPEC,
    titles: ['does not fire later for what was done or paused at the moment'],
  },
  {
    id: 'reminder-transferred',
    removes: 'that a moment before a transfer is that of the earlier enrollment',
    file: CHECKS,
    from: "else 'transferred' end",
    to: "else 'active' end",
    tests: SIGNALS_SPEC,
    titles: ['does not repeat what fired before the transfer, and fires for what is due afterwards'],
  },
  {
    id: 'reminder-missed',
    removes: 'that what is more than 24 hours late is not sent',
    file: PASS,
    from: 'moment.getTime() < now.getTime() - LATE_MS',
    to: 'moment.getTime() < now.getTime() - 99 * LATE_MS',
    tests: REMINDERS_SPEC,
    titles: ['after a downtime fires what is at most 24 hours late'],
  },
  {
    id: 'reminder-active-since',
    removes: 'the bound of the moments by when the rule became active',
    file: JOB,
    from: 'rule.activeSince.getTime() - 1',
    to: 'rule.activeSince.getTime() - LATE_MS',
    tests: REMINDERS_SPEC,
    titles: ['fires nothing whose moment was before it became active, and nothing while it is paused'],
  },
  {
    id: 'reminder-changes',
    removes: 'the look at what changed past its moment',
    file: JOB,
    from: 'source.findOf && from < enrollments.length',
    to: 'source.findOf && from < 0',
    tests: DEADLINES_SPEC,
    titles: ['fires where the task was published, or its deadline set, after the moment'],
  },
  {
    id: 'reminder-handed-in',
    removes: 'that a task that was handed in does not fire',
    file: SOURCES,
    from: 's.enrollment_id = t.enrollment_id and s.member_task_id = t.id)',
    to: 's.enrollment_id = t.enrollment_id and s.member_task_id = t.enrollment_id)',
    tests: DEADLINES_SPEC,
    titles: ['does not fire for what is done, handed in, a draft, archived, or of an enrollment that is not active'],
  },
  {
    id: 'reminder-session-of-booking',
    removes: 'that the session of a booking does not fire besides',
    file: SOURCES,
    from: 'b.coaching_session_id = t.id)',
    to: 'b.coaching_session_id = t.enrollment_id)',
    tests: SIGNALS_SPEC,
    titles: ['fires while it is booked, and its coaching session does not'],
  },
  {
    id: 'reminder-rule-limit',
    removes: 'the exact limit of active rules',
    file: RULES,
    from: 'if (active >= MAX_ACTIVE_RULES) throw ruleLimit.error();',
    to: 'if (active > MAX_ACTIVE_RULES) throw ruleLimit.error();',
    tests: RULES_SPEC,
    titles: ['is one of at most 50 active ones, also where they are created or resumed at once'],
  },
  {
    id: 'reminder-installment-paid',
    removes: 'that a paid installment does not fire',
    file: SELLING,
    from: ' and ${IS_UNPAID}`',
    to: '`',
    tests: SELLING_SPEC,
    titles: ['that is paid, or whose sale is cancelled, does not fire; one of a moved due date does'],
  },
  {
    id: 'reminder-installment-active-sale',
    removes: 'that an installment of a cancelled sale does not fire',
    file: SELLING,
    from: " and s.status = 'active' ${OF_SALE}",
    to: ' ${OF_SALE}',
    tests: SELLING_SPEC,
    titles: ['that is paid, or whose sale is cancelled, does not fire; one of a moved due date does'],
  },
  {
    id: 'reminder-call-booked',
    removes: 'that a cancelled call does not fire',
    file: SELLING,
    from: " and c.status = 'booked'`",
    to: '`',
    tests: SELLING_SPEC,
    titles: ['fires for its closer while it is booked, also where it was moved past its moment'],
  },
  {
    id: 'reminder-call-moved',
    removes: 'that a call which was moved past its moment fires',
    file: 'src/contexts/reminders/due/reminder-looks.ts',
    from: "    when v.name like 'sales_call.%' then array['sales_call.start']",
    to: '',
    tests: SELLING_SPEC,
    titles: ['fires for its closer while it is booked, also where it was moved past its moment'],
  },
  {
    id: 'reminder-sale-with-money',
    removes: 'that a sale for which money came does not end',
    file: SELLING,
    from: "and not (s.status = 'reserved' and ${HAS_MONEY})",
    to: '',
    tests: SELLING_SPEC,
    titles: ['fires once it has expired, unless money came or it is active; a hold whose payment never came fires'],
  },
  {
    id: 'reminder-sale-payment-voided',
    removes: 'that sales are looked at again when a payment was voided',
    file: 'src/contexts/reminders/due/reminder-looks.ts',
    from: " or v.name like 'payment.%'",
    to: '',
    tests: SELLING_SPEC,
    titles: ['fires once it has expired, unless money came or it is active; a hold whose payment never came fires'],
  },
  {
    id: 'reminder-selling-scope',
    removes: 'the program of a rule about what is sold',
    file: SELLING,
    from: ' and (r.program_id is null or ${program} = r.program_id)',
    to: '',
    tests: SELLING_SPEC,
    titles: ['fires for the rules of its program and its cohort only'],
  },
];
