import { locale, number } from './words.js';

/** Uploads of files, and files that are stored. */
export const files = {
  choose: 'Choose a file',
  chooseAnother: 'Choose another file',
  orDrop: 'or drop it here',
  accepted: (types: string[]) => `Accepted: ${list(types)}.`,
  acceptedAny: (image: string, played: string, file: string) =>
    `Pictures (at most ${image}), videos and audio (${played}), PDF, Office and OpenDocument files, text, CSV and ZIP (${file}).`,
  most: (most: string) => `At most ${most}.`,
  types: {
    'image/png': 'PNG',
    'image/jpeg': 'JPEG',
    'image/webp': 'WebP',
    'image/gif': 'GIF',
    'image/avif': 'AVIF',
    'video/mp4': 'MP4 video',
    'video/webm': 'WebM video',
    'video/quicktime': 'QuickTime video',
    'audio/mpeg': 'MP3',
    'audio/mp4': 'M4A',
    'audio/wav': 'WAV',
    'application/pdf': 'PDF',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word (.docx)',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel (.xlsx)',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint (.pptx)',
    'application/vnd.oasis.opendocument.text': 'OpenDocument text (.odt)',
    'application/vnd.oasis.opendocument.spreadsheet': 'OpenDocument spreadsheet (.ods)',
    'application/vnd.oasis.opendocument.presentation': 'OpenDocument presentation (.odp)',
    'application/zip': 'ZIP',
    'text/plain': 'text (.txt)',
    'text/csv': 'CSV',
  },
  families: { image: 'A picture', played: 'A video or audio file', file: 'A file of this type' },
  notAccepted: (name: string, accepted: string) => `“${name}” is not accepted. ${accepted}`,
  empty: (name: string) => `“${name}” is empty: it has no content.`,
  tooLarge: (name: string, size: string, family: string, most: string) =>
    `“${name}” is too large: it has ${size}. ${family} may have ${most} at most.`,
  onlyOne: 'Only one file can be taken here.',
  progress: (name: string) => `Upload of ${name}`,
  sent: (sent: string, total: string, percent: number) => `${sent} of ${total}, ${number(percent)}%`,
  states: {
    sending: 'Uploading',
    resending: 'A part of it did not arrive. It is sent again.',
    paused: 'Paused',
    lost: 'The connection is lost. It goes on by itself once it is back.',
    checking: 'Checking …',
    ready: 'Uploaded and checked',
  },
  pause: 'Pause',
  proceed: 'Continue',
  proceedNow: 'Continue now',
  cancel: 'Cancel the upload',
  remove: 'Remove the file',
  notTaken: 'This file is not taken',
  /** Why a file is rejected once it was looked at, or why there is nothing to go on with. */
  reasons: {
    size_mismatch: 'Not all of it arrived as it is on your device. Choose it again.',
    digest_mismatch: 'It arrived damaged, or it was changed while it was uploaded. Choose it again.',
    type_mismatch: 'Its content is not what its name says. Save it in the right format, then choose that file.',
    type_refused: 'It holds something that is never taken, such as a web page, a script or a program.',
    infected: 'Malware was found in it. Check your device before you choose another file.',
    incomplete: 'A part of it did not arrive. Choose it again.',
    expired: 'It was uploaded too long ago and is gone. Choose it again.',
    cancelled: 'The upload was cancelled. Choose it again.',
    used: 'It was used already. Choose it again.',
  } as Record<string, string>,
  otherReason: (reason: string) => `The service gave this reason: ${reason}.`,
  failed: 'The upload has failed',
  storageFull: 'The space of your organization is used up. Ask its administrators to make room, then try again.',
  tooMany: 'You have too many uploads under way. Wait until one has ended, or cancel one, then try again.',
  notNow: 'The service cannot take the file just now. Try again later.',
  notTakenAsSent: 'It was not taken as it was sent. Try again; if it fails once more, tell your administrators:',
  open: (title: string) => `Open ${title}`,
  download: (title: string) => `Download ${title}`,
};

/** Such as "PDF, Word or ZIP". */
function list(items: string[]): string {
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(items);
}

/** A length as it is read. 1 MB is 1,000,000 bytes. */
export function byteSize(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  const at = bytes < 1_000 ? 0 : bytes < 1_000_000 ? 1 : bytes < 1_000_000_000 ? 2 : 3;
  const digits = at < 2 ? 0 : 1;
  return `${(bytes / 1_000 ** at).toLocaleString(locale, { maximumFractionDigits: digits })} ${units[at] ?? ''}`;
}
