import type { Schemas } from '@delivery-service/client';
import { accessOf } from '../../api/access.js';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { library as t } from '../../strings/library.js';
import { Markdown } from '../../ui/markdown.js';
import { useMedia } from '../../ui/media-options.js';
import { MediaView } from '../../ui/media.js';
import { ProgramLink } from '../../ui/resource-link.js';
import { Facts, PendingScreen, Screen } from '../../ui/screen.js';
import { Instant, Status } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { videoFields, videosOf } from './video-fields.js';

/** An entry of the library, with its videos. */
export default function Video({ videoResourceId }: { videoResourceId: string }) {
  const { isAdministrator } = accessOf(useSession().me);
  const query = useRead('/video-resources/{videoResourceId}', { path: { videoResourceId } });
  const found = query.data;
  if (!found) return <PendingScreen title={t.video} query={query} />;
  return (
    <Screen
      title={found.title}
      about={<Status value={found.status} />}
      actions={isAdministrator && <Actions video={found} />}
    >
      <Facts
        facts={{
          [t.program]: <ProgramLink programId={found.programId} />,
          [t.category]: t.categories[found.category],
          [t.tags]: found.tags.length === 0 ? undefined : found.tags.join(', '),
          [t.author]: found.authorName ?? undefined,
          [t.publishedAt]: <Instant iso={found.publishedAt} />,
        }}
      />
      {found.description !== null && <Markdown text={found.description} />}
      {found.videos.map(({ mediaId, title, url }) => (
        <MediaView key={mediaId} kind="video" title={title} url={url} />
      ))}
    </Screen>
  );
}

function Actions({ video }: { video: Schemas['VideoResourceDetail'] }) {
  const { videos } = useMedia();
  const path = { videoResourceId: video.id };
  return (
    <>
      {video.status === 'published' ? (
        <WriteAction
          label={t.unpublish}
          about={t.unpublishHint}
          to="POST /video-resources/{videoResourceId}/unpublish"
          path={path}
          done={t.unpublished}
          isDanger
        />
      ) : (
        <WriteAction
          label={t.republish}
          to="POST /video-resources/{videoResourceId}/publish"
          path={path}
          done={t.republished}
        />
      )}
      <EditAction
        label={t.edit}
        fields={(current) => videoFields(videos, current)}
        to="PATCH /video-resources/{videoResourceId}"
        path={path}
        body={({ videos: chosen, ...values }, current) => ({
          ...values,
          ...(chosen !== undefined && { videos: videosOf(chosen, current.videos) }),
        })}
        done={t.edited}
      />
    </>
  );
}
