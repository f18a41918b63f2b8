import type { Request } from 'express';
import type { AnyOperation, OperationOutcome } from '#kernel/operations';

/** Returns what the setting must be; undefined for a valid value. */
export function problemOfPublicUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBase = url !== undefined && ['http:', 'https:'].includes(url.protocol) && text === url.origin + basePath(url);
  return isBase ? undefined : 'must be an http or https URL without a slash at its end, like https://api.example.com';
}

/** The outcome with an absolute URL in the field that the declaration names; a replay has none. */
export function withAbsoluteUrl(
  operation: AnyOperation,
  outcome: OperationOutcome,
  request: Request,
  publicUrl: string | undefined,
): OperationOutcome {
  const field = operation.kind === 'write' ? operation.urlField : undefined;
  const path = field && (outcome.data as Record<string, unknown>)[field];
  if (typeof path !== 'string') return outcome;
  const base = publicUrl ?? `${request.protocol}://${request.get('host') ?? ''}`;
  return { ...outcome, data: { ...(outcome.data as object), [String(field)]: base + path } };
}

function basePath({ pathname }: URL): string {
  return pathname === '/' ? '' : pathname.replace(/\/$/, '');
}
