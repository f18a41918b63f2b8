/** Every sentence and word of the console. Another language is another file with the same shape. */
export const locale = 'en-GB';

/** Words of the API, where their plain form does not read well. */
const words: Record<string, string> = {
  OWNER: 'owner',
  ADMIN: 'administrator',
  MEMBER: 'member',
};

/** A status, role or kind of the API as it is read: `at_risk` is "at risk". */
export function word(value: string): string {
  return words[value] ?? value.replaceAll('_', ' ');
}

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString(locale)} ${count === 1 ? one : many}`;

export const strings = {
  product: 'Delivery Service',
  common: {
    loading: 'Loading',
    tryAgain: 'Try again',
    close: 'Close',
    cancel: 'Cancel',
    none: '–',
    skip: 'Skip to the content',
    yes: 'yes',
    no: 'no',
  },
  errors: {
    connection: 'The service did not answer. Check the connection, then try again.',
    unexpected: 'The console failed. Load the page again; if it fails again, tell the operator what you did.',
    correlation: 'Correlation id:',
    forbidden: 'Your role does not allow this',
    missing: 'Not found, or not yours to see',
    failed: 'This could not be loaded',
    noPage: 'There is no such page',
  },
  /** The reasons of signals that cannot be measured. */
  reasons: {
    not_started: 'the cohort has not started',
    start_date_missing: 'the cohort has no start date',
    no_past_live: 'no live session has taken place',
    attendance_not_recorded: 'attendance was not recorded',
    not_configured: 'the cohort has no phases',
    not_positioned: 'the cohort is in none of its phases',
    tenant_scope_required: 'only those who see the whole cohort may know',
    enrollment_closed: 'the enrollment is closed',
    never_contacted: 'there was no contact yet',
    none_reviewed: 'nothing was reviewed yet',
  } as Record<string, string>,
  notMeasured: {
    label: 'not measured',
    because: (reason: string) => `Not measured: ${reason}`,
  },
  dates: {
    yours: (wall: string) => `(${wall} for you)`,
  },
  list: {
    more: 'Show more',
    soFar: (count: number) => `The first ${plural(count, 'row', 'rows')}`,
    all: (count: number) => plural(count, 'row', 'rows'),
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all rows shown',
    selected: (count: number) => `${count.toLocaleString(locale)} selected`,
    nothingFound: 'Nothing found',
  },
  form: {
    required: 'Enter a value.',
    invalid: 'This is not valid.',
    nothing: 'None',
  },
  write: {
    refused: 'Refused: nothing was changed',
    unknown: 'The outcome is not known',
    unknownHint:
      'The connection failed after the request was sent. It may have been carried out. Send it again: it has the same key, so it happens once.',
    again: 'Send again',
    outcomes: (done: number, skipped: number) =>
      skipped === 0 ? `Done for ${done}.` : `Done for ${done}, skipped ${skipped}:`,
    replayed: 'It had been carried out by the first attempt, and was not repeated.',
  },
  signIn: {
    title: 'Sign in',
    hint: 'With an API key of your organization. It stays in this tab until you sign out or close it.',
    key: 'API key',
    action: 'Sign in',
    invalid: 'The service does not accept this key: it is mistyped, revoked or expired.',
    expired: 'The service no longer accepts your key. Sign in again.',
  },
  shell: {
    signOut: 'Sign out',
    navigation: 'Screens',
    menu: 'Menu',
    light: 'Light colors',
    dark: 'Dark colors',
    nothing: 'There is nothing for you in the console',
    nothingHint: 'It is for those who run programs, coach or review. Your role or your key has none of this.',
    asRole: (role: string) => `as ${word(role)}`,
  },
  nav: {
    cohorts: 'Cohorts',
    work: 'My work',
    people: 'People',
    programs: 'Programs',
    webhooks: 'Webhooks',
    audit: 'Audit',
  },

  // --- Cohorts ---
  cohorts: {
    title: 'Cohorts',
    hint: 'Those in need first: overdue reviews and urgent blockers, then who is at risk or late.',
    empty: 'No cohort is open or active. Programs and cohorts are set up under Programs.',
    filter: 'Status of the cohorts',
    running: 'Open and active',
    bounded: (count: number) => `The ${count} newest cohorts. Choose a status to see others.`,
    week: (week: number) => `Week ${week}`,
    assignedOnly: 'Only the members assigned to you are counted.',
    columns: {
      cohort: 'Cohort',
      week: 'Week',
      members: 'Members',
      rhythm: 'Rhythm',
      reviews: 'Reviews waiting',
      blockers: 'Open blockers',
      contact: 'No recent contact',
      next: 'Next live session',
    },
    overdue: (count: number) => `${count} overdue`,
    urgent: (count: number) => `${count} urgent`,
    members: (active: number, total: number) => `${active} of ${total} active`,
    rhythm: (parts: { on_time: number; late: number; at_risk: number; unknown: number }) =>
      `${parts.on_time} on time, ${parts.late} late, ${parts.at_risk} at risk, ${parts.unknown} unknown`,
  },

  // --- Cockpit of a cohort ---
  cockpit: {
    title: 'Cockpit',
    setUp: 'Set-up',
    sections: {
      members: 'Members',
      rhythm: 'Rhythm',
      reviews: 'Reviews',
      blockers: 'Blockers',
      absences: 'Absences',
      withoutIntervention: 'Contact',
      week: 'Week',
      phase: 'Phase',
      capacity: 'Seats',
      upcomingLives: 'Live sessions',
    },
    signals: {
      all: 'members',
      active: 'active',
      pending: 'pending',
      paused: 'paused',
      completed: 'completed',
      on_time: 'on time',
      late: 'late',
      at_risk: 'at risk',
      unknown: 'without deadlines',
      reviews: 'reviews waiting',
      overdue_reviews: 'reviews overdue',
      blockers: 'open blockers',
      urgent_blockers: 'urgent blockers',
      absences: 'absences',
      repeated_absences: 'absent repeatedly',
      without_intervention: 'without contact for 14 days',
    },
    provenance: (source: string, asOf: string) => `From ${source}, as of ${asOf}`,
    since: 'since',
    phaseOf: (position: number, total: number) => `${position} of ${total}`,
    seats: (taken: number) => `${taken} taken, unlimited`,
    seatsOf: (taken: number, limit: number) => `${taken} of ${limit} taken`,
    overCapacity: 'over capacity',
    lives: 'Next live sessions',
    noLives: 'No live session is scheduled.',
    behind: (signal: string) => `People: ${signal}`,
    uncovered: 'Only those without a planned intervention',
    actions: 'For the people selected',
    nobody: 'Nobody.',
    allCovered: 'Nobody: an intervention is planned for each of them.',
    never: 'never',
    agrees: (count: number) => `The list adds up to ${count}, as the cockpit says.`,
    disagrees: (counted: number, listed: number) =>
      `The cockpit says ${counted}, the list ${listed}: something changed between the two.`,
    reread: 'Read both again',
    columns: {
      person: 'Person',
      status: 'Status',
      rhythm: 'Rhythm',
      count: 'Number',
      since: 'Since',
      lastContact: 'Last contact',
      planned: 'Planned interventions',
    },
    plan: 'Plan an intervention',
    extend: 'Extend deadlines',
    assign: 'Assign a coach',
    noMessage: 'Nobody gets a message.',
    most: (count: number) => `At most ${count} people at a time.`,
    forPeople: (names: string[]) =>
      names.length > 5
        ? `For ${names.slice(0, 4).join(', ')} and ${names.length - 4} others.`
        : `For ${names.join(', ')}.`,
    fields: {
      reason: 'Reason',
      title: 'Title',
      channel: 'Channel',
      dueAt: 'Due',
      expectedOutcome: 'Expected outcome',
      owner: 'Responsible',
      days: 'Days',
      daysHint: 'All open tasks with a deadline get this many calendar days more.',
      why: 'Why',
      coach: 'Coach',
    },
  },

  // --- A person ---
  person: {},

  // --- My work ---
  work: {},

  // --- People ---
  people: {},

  // --- Programs and cohorts ---
  programs: {},

  // --- Webhooks ---
  webhooks: {},

  // --- Audit ---
  audit: {},
};
