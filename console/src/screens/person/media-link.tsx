import { useRead } from '../../api/reads.js';
import { strings } from '../../strings/common.js';
import { person } from '../../strings/person.js';
import { OutsideLink } from '../../ui/outside-link.js';
import { Loaded } from '../../ui/states.js';

const t = person.task;

/** What was handed in: the address of a link, or the title of a file with where it is stored. */
export function HandedIn({ url, mediaId }: { url: string | null; mediaId: string | null }) {
  if (url !== null) return <OutsideLink url={url} />;
  return mediaId === null ? strings.common.none : <MediaLink mediaId={mediaId} />;
}

function MediaLink({ mediaId }: { mediaId: string }) {
  const query = useRead('/media/{mediaId}', { path: { mediaId } });
  return (
    <Loaded query={query}>
      {({ title, mimeType, url }) => (
        <>
          {t.file} <strong>{title}</strong> <span className="dimmed">{mimeType}</span>
          <div>
            <OutsideLink url={url} />
          </div>
        </>
      )}
    </Loaded>
  );
}
