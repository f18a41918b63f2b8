/** What to do about a refusal, by its reason, where what the service says leaves that open. */
export const refusals = {
  payments_under_way: 'Wait until they are decided. Cancelling a sale ends its checkout.',
  no_active_provider: 'An owner connects one on the page of the organization.',
  nothing_to_pay: 'For an installment that is due later, choose all that is not paid.',
  checkout_live: 'Copy its link for the buyer, or wait until it ends.',
  too_many_checkouts: 'Take a bank transfer, or wait until tomorrow.',
  hold_too_short: 'A checkout needs that long. Take a bank transfer, or propose the sale again once the seat is free.',
  amount_not_supported: 'Take a bank transfer.',
  payment_under_way: 'Wait until it is decided.',
  provider_event_placed: 'Somebody else has settled it meanwhile.',
  sales_link_limit: 'Revoke one that is needed no longer.',
  calendar_provider_not_configured: 'Ask your operator to set it up, or connect the calendar by CalDAV.',
  calendar_connection_limit: 'Disconnect one that is needed no longer.',
} as Record<string, string>;
