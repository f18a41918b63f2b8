/** Without user info, query string and fragment, which may contain secrets. */
export function shownEndpoint(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
