import { DataSettings } from '#kernel/settings';
import { DiskStore } from './disk-store.js';
import type { FileStore } from './file-store.js';
import { checkStore, type StoreSettings } from './store.settings.js';

/** The store that the settings name. The client of S3, which takes long to load, is loaded for it alone. */
export async function openStore(settings: StoreSettings, { DATA_DIR }: DataSettings): Promise<FileStore> {
  checkStore(settings);
  if (settings.FILE_STORE === 'disk') return new DiskStore(DATA_DIR);
  const { S3Store } = await import('./s3-store.js');
  return S3Store.open(settings);
}
