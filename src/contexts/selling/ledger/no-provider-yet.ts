/** No payment provider can be connected yet: the only place that says so. */
export const NO_PROVIDER_YET: { isActive: boolean; hasDispute: boolean } = {
  /** Whether checkouts can be made. */
  isActive: false,
  /** Whether a payment of the sale is disputed. */
  hasDispute: false,
};
