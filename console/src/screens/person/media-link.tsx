import type { Schemas } from '@delivery-service/client';
import { strings } from '../../strings/common.js';
import { person } from '../../strings/person.js';
import { FileLink, isStored } from '../../ui/media.js';
import { OutsideLink } from '../../ui/outside-link.js';

const t = person.task;

/** What was handed in: the address of a link, or a file, by its title and with where it is stored if that is elsewhere. */
export function HandedIn({ url, media }: Pick<Schemas['Submission'], 'url' | 'media'>) {
  if (url !== null) return <OutsideLink url={url} />;
  if (media === null) return strings.common.none;
  if (isStored(media.url)) return <FileLink {...media} />;
  return (
    <>
      {t.file} <strong>{media.title}</strong> <span className="dimmed">{media.mimeType}</span>
      <div>
        <FileLink {...media} />
      </div>
    </>
  );
}
