import type { Schemas } from '@delivery-service/client';
import { strings } from '../../strings/common.js';
import { person } from '../../strings/person.js';
import { OutsideLink } from '../../ui/outside-link.js';

const t = person.task;

/** What was handed in: the address of a link, or the title of a file with where it is stored. */
export function HandedIn({ url, media }: Pick<Schemas['Submission'], 'url' | 'media'>) {
  if (url !== null) return <OutsideLink url={url} />;
  if (media === null) return strings.common.none;
  return (
    <>
      {t.file} <strong>{media.title}</strong> <span className="dimmed">{media.mimeType}</span>
      <div>
        <OutsideLink url={media.url} />
      </div>
    </>
  );
}
