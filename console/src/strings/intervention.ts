/** Planning, changing and closing an intervention. */
export const intervention = {
  plan: 'Plan an intervention',
  planned: 'The intervention is planned.',
  update: 'Change',
  updated: 'The intervention is changed.',
  close: 'Close',
  closed: 'The intervention is closed.',
  reason: 'Reason',
  title: 'Title',
  channel: 'Channel',
  dueAt: 'Due',
  expectedOutcome: 'Expected outcome',
  owner: 'Responsible',
  status: 'Result',
  outcome: 'Outcome',
};
