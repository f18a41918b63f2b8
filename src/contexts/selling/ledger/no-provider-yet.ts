/** No payment provider can be connected yet: the only place that says so. */
export const NO_PROVIDER_YET: { isActive: boolean } = {
  /** Whether checkouts can be made. */
  isActive: false,
};
