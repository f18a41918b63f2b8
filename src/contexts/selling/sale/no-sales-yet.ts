/** No sale exists yet: the only place that says so. The counts of sales will take the place of these numbers. */
export const NO_SALES_YET = {
  /** Seats of a cohort that are kept for reserved sales. */
  held: 0,
  /** Held and active sales of an offer. */
  salesCount: 0,
  /** Proposed sales that were cancelled when an offer was moved. */
  withdrawn: 0,
} as const;
