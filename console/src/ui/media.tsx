import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { files as t } from '../strings/files.js';
import { OutsideLink } from './outside-link.js';
import './media.css';

/** The address of a stored file is good for 15 minutes: the page reads a new one before that. */
const REREAD_AFTER_MS = 12 * 60_000;

interface FileProps {
  title: string;
  /** Where it is not known, it is a video or picture. */
  mimeType?: string;
  url: string;
}

interface MediaProps extends FileProps {
  kind: 'video' | 'image' | 'file';
}

/**
 * A video or audio to be played, a picture, or the link to a file. What is elsewhere and has no https address is a link: the
 * page does not load it.
 */
export function MediaView({ kind, ...file }: MediaProps) {
  const { title, mimeType, url } = file;
  const stoppedAt = useRef(0);
  const [src, setSrc] = useState(url);
  const isLoaded = isStored(url) || (URL.canParse(url) && new URL(url).protocol === 'https:');
  // A new address is used once the one before it is over: until then, what plays goes on.
  const onError = ({ currentTarget }: SyntheticEvent) => {
    if (currentTarget instanceof HTMLMediaElement) stoppedAt.current = currentTarget.currentTime;
    setSrc(url);
  };
  const onLoadedMetadata = ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
    if (stoppedAt.current > 0) currentTarget.currentTime = stoppedAt.current;
  };
  const played = { src, controls: true, preload: 'metadata', 'aria-label': title, onError, onLoadedMetadata } as const;
  return (
    <figure className="media">
      {isLoaded && kind === 'video' && <video {...played} />}
      {isLoaded && kind === 'file' && mimeType?.startsWith('audio/') && <audio {...played} />}
      {isLoaded && kind === 'image' && <img src={src} alt={title} loading="lazy" onError={onError} />}
      <figcaption>
        {!isStored(url) && (
          <Text size="sm" fw={600}>
            {title}
          </Text>
        )}
        <FileLink {...file} />
      </figcaption>
    </figure>
  );
}

/** The link to a file: by its title where the service stores it, by its address where it is elsewhere. */
export function FileLink({ title, mimeType = 'video/', url }: FileProps) {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isStored(url)) return undefined;
    const reread = () => void queries.invalidateQueries(undefined, { cancelRefetch: false });
    const timer = setTimeout(reread, REREAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [url, queries]);
  if (!isStored(url)) return <OutsideLink url={url} />;
  // The service lets browsers show these; all others are downloaded.
  const isShown = /^(image|video|audio)\/|^application\/pdf$/.test(mimeType);
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="text">
      {isShown ? t.open(title) : t.download(title)}
    </a>
  );
}

/** Whether the service stores what is there: its address is long, and made for whoever reads it. */
export function isStored(url: string): boolean {
  const { origin, pathname } = URL.canParse(url) ? new URL(url) : { origin: '', pathname: '' };
  return origin === window.location.origin && pathname.startsWith('/content/');
}
