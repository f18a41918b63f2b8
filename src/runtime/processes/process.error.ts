/** A process of the service ended before it was ready; it has said why. */
export class ProcessError extends Error {}
