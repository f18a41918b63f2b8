/** The fields of a validated request that were sent, including those that are null. */
export function sentFields<Request extends object>(request: Request): Partial<Request> {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as Partial<Request>;
}
