/** Whether what is percent-encoded in a part of a URL stands for text. */
export function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
