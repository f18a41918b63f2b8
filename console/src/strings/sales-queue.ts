/** What is to be done about prospects and sales. */
export const salesQueue = {
  title: 'Sales queue',
  about: 'What is to be done next, oldest first.',
  empty: 'There is nothing to be done.',
  kind: 'What is to be done',
  every: 'everything',
  closer: 'Closer',
  prospect: 'Prospect',
  since: 'Waiting since',
  kinds: {
    no_next_step: 'Plan the next step',
    call_ahead: 'Prepare the call',
    call_to_record: 'Record what became of the call',
    proposal_expiring: 'Remind of the proposal, which ends soon',
    installment_overdue: 'Ask for the overdue installment',
    unassigned: 'Assign a closer',
    orphaned: 'Assign another closer: this one may not act',
    sale_stuck: 'Find a seat for what was paid',
    credit: 'Decide on the credit',
  },
};
