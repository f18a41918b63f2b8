/** A restricted key allows reads, writes, or the administration of access and webhooks. */
export const RESTRICTIONS = ['read', 'write', 'admin'] as const;
export type KeyPermission = (typeof RESTRICTIONS)[number];

export const KEY_SCOPES = [...RESTRICTIONS, 'mcp:manage'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** A key without any of these scopes allows whatever its member may do. */
export function isRestricted(scopes: readonly string[]): boolean {
  return RESTRICTIONS.some((scope) => scopes.includes(scope));
}

export function keyAllows(scopes: readonly string[], permission: KeyPermission): boolean {
  return scopes.includes(permission) || !isRestricted(scopes);
}

/** The documented condition of the 403. */
export function refusedByKey(permission: KeyPermission): string {
  return `A scoped API key needs ${permission}.`;
}
