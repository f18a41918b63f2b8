import type { Request } from 'express';

/** The beginning of addresses of the service: PUBLIC_URL, or the host of the request. */
export function baseUrlOf(request: Request, publicUrl: string | undefined): string {
  return publicUrl ?? `${request.protocol}://${request.get('host') ?? ''}`;
}
