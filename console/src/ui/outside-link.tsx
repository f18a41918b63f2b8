/** What reorders or hides other characters, such as a right-to-left override, and what is not shown at all. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

/** The text with its unseen characters in percent-encoding. */
function visible(text: string): string {
  return text.replace(UNSEEN, encodeURIComponent);
}

/** An address of the web as it is shown and followed: without a user part, which looks like a host. */
function webAddress(text: string): { href: string; shown: string } | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  url.username = '';
  url.password = '';
  try {
    return { href: url.href, shown: visible(decodeURI(url.href)) };
  } catch {
    return { href: url.href, shown: url.href };
  }
}

/** An address that people entered: a link where it is one of the web, else its text. */
export function OutsideLink({ url }: { url: string }) {
  const address = webAddress(url);
  if (!address) return <bdi className="text">{visible(url)}</bdi>;
  return (
    <a href={address.href} target="_blank" rel="noopener noreferrer" className="text" dir="ltr">
      {address.shown}
    </a>
  );
}
