/** An address that people entered: a link where it is one of the web, else its text. What is shown is where it leads. */
export function OutsideLink({ url }: { url: string }) {
  const shown = withoutDisguise(url);
  if (!URL.canParse(shown) || !/^https?:$/.test(new URL(shown).protocol)) return <span className="text">{shown}</span>;
  return (
    <a href={shown} target="_blank" rel="noopener noreferrer" className="text">
      {shown}
    </a>
  );
}

/** Without a user part and bidirectional controls, which the service took in earlier versions: they hide the host. */
function withoutDisguise(url: string): string {
  return url.replace(/\p{Bidi_Control}/gu, '').replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1');
}
