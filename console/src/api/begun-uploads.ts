/** Where the uploads of this tab are that are under way: after a reload, the same file is gone on with. */
const STORED_UPLOADS = 'delivery-console.uploads';

type Stored = Record<string, string>;

/** Those of earlier loads of the page: what this one has begun is under way elsewhere in it. */
const earlier = new Map(Object.entries(read()));

/** The id of an upload of the same file that ended with its page. It is given once. */
export function begunBefore(file: File): string | undefined {
  const uploadId = earlier.get(nameOf(file));
  forget(file);
  return uploadId;
}

export function noteBegun(file: File, uploadId: string): void {
  write({ ...read(), [nameOf(file)]: uploadId });
}

/** The upload has ended, or is not wanted any more. */
export function forget(file: File): void {
  const name = nameOf(file);
  earlier.delete(name);
  write(Object.fromEntries(Object.entries(read()).filter(([other]) => other !== name)));
}

/** What tells a file from another one, without reading it. */
function nameOf({ name, size, lastModified }: File): string {
  return JSON.stringify([name, size, lastModified]);
}

function read(): Stored {
  return JSON.parse(sessionStorage.getItem(STORED_UPLOADS) ?? '{}') as Stored;
}

function write(stored: Stored): void {
  sessionStorage.setItem(STORED_UPLOADS, JSON.stringify(stored));
}
