/** What a provider knows of somebody; claims may have any type. */
export interface Person extends Record<string, unknown> {
  sub: string;
  email?: unknown;
  email_verified?: unknown;
}

/** The parameters with which a browser comes back from a provider. */
export interface AuthorizationAnswer {
  /** Where it came back to, without the query. */
  redirectUri: string;
  code: string;
  state: string;
  iss?: string;
}

const MAX_REDIRECTS = 10;

/** Follows the redirects of a provider, with its cookies, until they lead away from it. */
export async function browse(authorizationUrl: string, issuer: string): Promise<AuthorizationAnswer> {
  const cookies = new Map<string, string>();
  let url = new URL(authorizationUrl);
  for (let redirects = 0; redirects < MAX_REDIRECTS && url.origin === new URL(issuer).origin; redirects += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url);
  }
  const { code = '', state = '', iss } = Object.fromEntries(url.searchParams);
  return { redirectUri: url.origin + url.pathname, code, state, ...(iss !== undefined && { iss }) };
}
