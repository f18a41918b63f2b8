/** The origins in a comma-separated list. */
export function originsOf(list: string): string[] {
  return list.split(',').flatMap((origin) => origin.trim() || []);
}

export function isOriginList(list: string): boolean {
  return originsOf(list).every((text) => URL.canParse(text) && new URL(text).origin === text);
}
