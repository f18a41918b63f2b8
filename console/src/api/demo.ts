/** The pages of a service that has a demo organization, as it is first started, are on the machine of the browser. */
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

export interface DemoPerson {
  /** Role and responsibility, such as "MEMBER, coach". */
  holder: string;
  apiKey: string;
}

/** The people of the demo organization; nobody where there is none. */
export async function demoPeople(signal: AbortSignal): Promise<DemoPerson[]> {
  if (!LOCAL.includes(window.location.hostname)) return [];
  try {
    const response = await fetch('/demo/people', { credentials: 'omit', signal });
    return response.ok ? ((await response.json()) as { people: DemoPerson[] }).people : [];
  } catch {
    return [];
  }
}
