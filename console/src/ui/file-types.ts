import type { StoredType } from '../api/file-upload.js';
import { byteSize, files as t } from '../strings/files.js';

type Family = keyof typeof t.families;

const MB = 1_000_000;
/** What the service takes of each family, in bytes. */
const MOST: Record<Family, number> = { image: 20 * MB, played: 2_000 * MB, file: 100 * MB };

/** The extensions of what is stored. Systems differ in the types that they give to files, and often give none. */
const EXTENSIONS: Record<StoredType, readonly string[]> = {
  'image/png': ['png', 'apng'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'video/quicktime': ['mov', 'qt'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a'],
  'audio/wav': ['wav'],
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'application/zip': ['zip'],
  'text/plain': ['txt'],
  'text/csv': ['csv'],
};

const STORED = Object.keys(EXTENSIONS) as StoredType[];

/** Those of the types that are stored; all of them where none is named. */
export function storedOf(types: readonly string[] = []): StoredType[] {
  return types.length === 0 ? STORED : STORED.filter((type) => types.includes(type));
}

/** The stored types of some kinds of media. */
export function typesOf(kinds: readonly string[]): StoredType[] {
  return STORED.filter((type) => kinds.includes(mediaKindOf(type)));
}

/** What is taken, in words. */
export function acceptedWords(types: readonly StoredType[]): string {
  if (types.length === STORED.length)
    return t.acceptedAny(byteSize(MOST.image), byteSize(MOST.played), byteSize(MOST.file));
  const most = [...new Set(types.map((type) => MOST[familyOf(type)]))];
  const names = t.accepted(types.map((type) => t.types[type]));
  return most.length === 1 ? `${names} ${t.most(byteSize(most[0] ?? 0))}` : names;
}

/** What the chooser of the system offers. Phones go by types, others by extensions. */
export function acceptOf(types: readonly StoredType[]): string {
  return types.flatMap((type) => [type, ...EXTENSIONS[type].map((extension) => `.${extension}`)]).join(',');
}

/** The type of a file by its name, or else by what the system says; or why it is refused. */
export function judged(file: File, types: readonly StoredType[]): { type: StoredType } | { problem: string } {
  const extension = /[^.]*$/.exec(file.name.toLowerCase())?.[0] ?? '';
  const type =
    STORED.find((one) => EXTENSIONS[one].includes(extension)) ?? STORED.find((one) => one === file.type.toLowerCase());
  if (!type || !types.includes(type)) return { problem: t.notAccepted(file.name, acceptedWords(types)) };
  if (file.size === 0) return { problem: t.empty(file.name) };
  const family = familyOf(type);
  if (file.size <= MOST[family]) return { type };
  const size = byteSize(file.size);
  return { problem: t.tooLarge(file.name, size, t.families[family], byteSize(MOST[family])) };
}

/** The kind of media of a type. Audio is of kind `file`. */
export function mediaKindOf(mimeType: string): 'video' | 'image' | 'file' {
  const [family] = mimeType.split('/');
  return family === 'video' || family === 'image' ? family : 'file';
}

function familyOf(type: StoredType): Family {
  if (type.startsWith('image/')) return 'image';
  return /^(video|audio)\//.test(type) ? 'played' : 'file';
}
