import { Text } from '@mantine/core';
import { OutsideLink } from './outside-link.js';

interface MediaProps {
  kind: 'video' | 'image' | 'file';
  title: string;
  url: string;
}

/** A video to be played, a picture, or the link to a file. What has no https address is a link: the page does not load it. */
export function MediaView({ kind, title, url }: MediaProps) {
  const isSecure = URL.canParse(url) && new URL(url).protocol === 'https:';
  return (
    <figure className="media">
      {isSecure && kind === 'video' && <video controls preload="metadata" src={url} aria-label={title} />}
      {isSecure && kind === 'image' && <img src={url} alt={title} loading="lazy" />}
      <figcaption>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <OutsideLink url={url} />
      </figcaption>
    </figure>
  );
}
