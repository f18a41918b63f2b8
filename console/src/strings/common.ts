import { number, plural, quoted } from './words.js';

/** What all screens share. */
export const strings = {
  product: 'Delivery Service',
  common: {
    loading: 'Loading',
    tryAgain: 'Try again',
    close: 'Close',
    closeDialog: 'Close the dialog',
    closeMessage: 'Close the message',
    clear: 'Clear',
    cancel: 'Cancel',
    none: '–',
    skip: 'Skip to the content',
    yes: 'yes',
    no: 'no',
    status: 'Status',
    person: 'Person',
    since: 'Since',
    never: 'never',
    change: 'Change',
    history: 'History',
    provenance: (source: string, asOf: string) => `From ${source}, as of ${asOf}`,
  },
  errors: {
    connection: 'The service did not answer. Check the connection, then try again.',
    unexpected: 'The console failed. Load the page again; if it fails again, tell the operator what you did.',
    reload: 'Load the page again',
    correlation: 'Correlation id:',
    forbidden: 'Your role does not allow this',
    missing: 'Not found, or not yours to see',
    failed: 'This could not be loaded',
    stale: 'What is shown could not be read again. It may have changed.',
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
    no_content: 'there is nothing to learn yet',
    no_required_lessons: 'no lesson is required',
    none_yet: 'nothing was completed yet',
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
    picked: 'Selected',
    selected: (count: number) => `${number(count)} selected`,
    nothingFound: 'Nothing found',
  },
  form: {
    required: 'Enter a value.',
    invalid: 'This is not valid.',
    inZone: (zone: string) => `On the clock of ${zone}.`,
    unreadable: 'The file could not be read. Choose it again.',
    notUtf8: 'The file is not text in UTF-8. Save it as CSV in UTF-8.',
    emptyFile: 'The file is empty.',
    skipped: (zone: string) => `The clocks of ${zone} are set forward then: there is no such time on that day.`,
    twice: (wall: string, utc: string) =>
      `The clocks show this time twice on that day. The first is meant: ${wall}, ${utc}.`,
    memberSearch: (why: string) => `Members could not be searched: ${why}`,
    nothing: 'None',
  },
  /** Hours of a day. */
  windows: {
    from: (at: number) => `From, ${number(at)}`,
    to: (at: number) => `To, ${number(at)}`,
    add: 'Add hours',
    remove: 'Remove',
    removeNumber: (at: number) => `Remove hours ${number(at)}`,
    incomplete: 'Enter both times, or remove these hours.',
    reversed: (window: string) => `${window} ends before it begins.`,
    overlap: (one: string, other: string) => `${one} and ${other} overlap.`,
  },
  /** Times that can be booked. */
  slots: {
    from: 'From this day on',
    choose: 'Choose a time',
    none: (day: string) => `No time is free in the 31 days from ${day}.`,
    later: 'Show later times',
  },
  /** How long before or after. */
  offset: {
    amount: 'Amount',
    unit: 'Unit',
    units: { days: 'days', hours: 'hours', minutes: 'minutes' },
    side: 'Before or after',
    sides: { before: 'before', after: 'after' },
  },
  write: {
    refused: 'Refused: nothing was changed',
    unknown: 'The outcome is not known',
    unknownBecause: {
      connection: 'The connection failed after the request was sent. It may have been carried out.',
      failure: 'The service failed after it had got the request. It may have been carried out.',
      earlier: 'An earlier attempt got no answer and may have been carried out. This one was refused.',
    },
    unfinished: (done: number) => `It was carried out for ${done}, and ended there.`,
    unknownHint: 'Send it again: it has the same key, so it happens once.',
    again: 'Send again',
    unknownOf: (label: string) => `The outcome of “${label}” is not known.`,
    pending: 'Writes whose outcome is not known',
    look: 'Show and send again',
    forget: 'Forget it',
    leave: (labels: string[]) =>
      `The outcome of ${quoted(labels)} is not known. Signing out forgets what was sent: it can then not be sent again safely. Sign out?`,
    bodyDiffers:
      'An earlier request under the same key had other content. That one was carried out, and this one was not.',
    unchanged: 'Nothing was changed yet.',
    dialogFailed: 'The dialog could not be loaded.',
    outcomes: (done: number, skipped: number) =>
      skipped === 0 ? `Done for ${number(done)}.` : `Done for ${number(done)}, skipped ${number(skipped)}:`,
    replayed: 'It had been carried out by the first attempt, and was not repeated.',
  },
  /** The fields of a deadline extension. */
  extension: {
    days: 'Days',
    daysHint: 'All open tasks with a deadline get this many calendar days more.',
    why: 'Why',
  },
  /** How far somebody has come in what is to be learned. */
  progress: {
    overall: 'Of the whole plan',
    lastActivity: 'Last activity',
    done: (completed: number, total: number, percent: number) =>
      `${number(completed)} of ${plural(total, 'lesson', 'lessons')} (${percent}\u00a0%)`,
  },
};
