/** A database that the service can't work with; its message is one line for the person who configured it. */
export class DatabaseSetupError extends Error {}
