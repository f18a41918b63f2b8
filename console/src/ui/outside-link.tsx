/** An address that people entered: a link where it is one of the web, else its text. */
export function OutsideLink({ url }: { url: string }) {
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isWeb) return <span className="text">{url}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="text">
      {url}
    </a>
  );
}
