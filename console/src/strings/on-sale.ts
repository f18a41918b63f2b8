/** Whether something can be sold now, and why not. */
export const onSale = {
  now: 'now',
  reasons: {
    program_not_active: 'the program is not active',
    offer_not_open: 'the offer is not open',
    not_open_yet: 'its time has not begun',
    over: 'its time is over',
    limit_reached: 'its limit is reached',
    cohort_not_for_sale: 'no cohort is for sale now',
    start_date_missing: 'the cohort has no start date, from which installments are counted',
    cohort_full: 'no seat is left',
    seat_taken: 'the person has a seat in the cohort already',
  } as Record<string, string>,
};
