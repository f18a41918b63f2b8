/** The text of a token: its prefix and the base64url of its bytes. */
export function tokenText(prefix: string, bytes: Buffer): string {
  return `${prefix}_${bytes.toString('base64url')}`;
}

/** The bytes of a token; null when its form is wrong. Of several spellings that decode alike, only the issued one is accepted. */
export function tokenBytes(prefix: string, length: number, text = ''): Buffer | null {
  const bytes = Buffer.from(text.slice(prefix.length + 1), 'base64url');
  return bytes.length === length && tokenText(prefix, bytes) === text ? bytes : null;
}
