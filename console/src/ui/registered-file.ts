import type { DeliveryClient } from '@delivery-service/client';
import type { UploadedFile } from '../api/file-upload.js';
import { mediaKindOf } from './file-types.js';

/**
 * Registers a file that was uploaded as media, and returns its id: those who learn for what they hand in or post, staff where
 * `to` says so. Sent again, it is registered once.
 */
export async function registerFile(
  client: DeliveryClient,
  { uploadId, name: title, mimeType }: UploadedFile,
  to: '/me/media' | '/media' = '/me/media',
): Promise<string> {
  const body = { kind: mediaKindOf(mimeType), title, uploadId };
  return (await client.post(to, { body, idempotencyKey: `media-${uploadId}` })).data.id;
}
