/** The configured database cannot be used; the message is one line for the operator. */
export class DatabaseSetupError extends Error {}
