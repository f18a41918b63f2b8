import { Setting, SettingsError } from '#kernel/settings';

/** Where files are stored. */
export class StoreSettings {
  /** disk: below DATA_DIR/files. s3: in a bucket of an S3-compatible store. */
  @Setting.oneOf(['disk', 's3']) FILE_STORE: 'disk' | 's3' = 'disk';
  /** stream: the service delivers files. redirect: it sends readers on to the store. */
  @Setting.oneOf(['stream', 'redirect']) FILE_DELIVERY: 'stream' | 'redirect' = 'stream';
  /** Without one, that of AWS in the region. */
  @Setting.checked(problemOfEndpoint) S3_ENDPOINT?: string;
  @Setting.text() S3_REGION = 'us-east-1';
  @Setting.text() S3_BUCKET?: string;
  @Setting.text() S3_ACCESS_KEY_ID?: string;
  @Setting.text() S3_SECRET_ACCESS_KEY?: string;
  /** The bucket is in the path of addresses, not in their host name. */
  @Setting.boolean() S3_FORCE_PATH_STYLE = false;
}

/** Throws SettingsError where settings do not fit together. */
export function checkStore(settings: StoreSettings): void {
  const { FILE_STORE, FILE_DELIVERY } = settings;
  if (FILE_STORE === 'disk') {
    if (FILE_DELIVERY === 'redirect')
      throw new SettingsError('Configuration: FILE_DELIVERY=redirect needs FILE_STORE=s3');
    return;
  }
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const missing = needed.filter((name) => settings[name] === undefined);
  if (missing.length > 0) throw new SettingsError(`Configuration: FILE_STORE=s3 needs ${missing.join(', ')}`);
}

function problemOfEndpoint(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) ? undefined : 'must be an http or https URL';
}
