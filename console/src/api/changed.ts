/** What a PATCH has to send: the values that are not those of before. What others have changed meanwhile then stays. */
export function changed<Body extends object>(body: Body, before: { [Name in keyof Body]?: unknown }): Partial<Body> {
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof Body]);
  return Object.fromEntries(Object.entries(body).filter(differs)) as Partial<Body>;
}
