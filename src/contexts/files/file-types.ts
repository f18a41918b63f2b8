/** 1 MB is 1,000,000 bytes. */
const MB = 1_000_000;

/** The MIME types that are stored, by family, and how large a file of a family may be. */
const FAMILIES = [
  { most: 20 * MB, types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] },
  {
    most: 2_000 * MB,
    types: ['video/mp4', 'video/webm', 'video/quicktime', 'audio/mpeg', 'audio/mp4', 'audio/wav'],
  },
  {
    most: 100 * MB,
    types: [
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      'application/vnd.oasis.opendocument.text',
      'application/vnd.oasis.opendocument.spreadsheet',
      'application/vnd.oasis.opendocument.presentation',
      'application/zip',
      'text/plain',
      'text/csv',
    ],
  },
] as const;

export const STORED_TYPES: readonly string[] = FAMILIES.flatMap(({ types }) => [...types]);

/** The largest file of the family of a stored type, in bytes. */
export function mostBytesOf(mimeType: string): number {
  return FAMILIES.find(({ types }) => (types as readonly string[]).includes(mimeType))?.most ?? 0;
}

/** Whether browsers show it without running anything in it; everything else is downloaded. */
export function isShownInline(mimeType: string): boolean {
  return /^(image|video|audio)\//.test(mimeType) || mimeType === 'application/pdf';
}

/** Whether somebody watches or listens: such an address is good for longer. */
export function isPlayed(mimeType: string): boolean {
  return /^(video|audio)\//.test(mimeType);
}
