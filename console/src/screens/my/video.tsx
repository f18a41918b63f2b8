import { useRead } from '../../api/reads.js';
import { my as t } from '../../strings/my.js';
import { MediaView } from '../../ui/media.js';
import { PendingScreen, Screen } from '../../ui/screen.js';
import { AskQuestion } from './questions.js';
import './my.css';

/** The videos of one entry of the library, about which a question can be asked. */
export default function MyVideo({ videoResourceId }: { videoResourceId: string }) {
  const query = useRead('/me/video-resources/{videoResourceId}', { path: { videoResourceId } });
  if (!query.data) return <PendingScreen title={t.videos} query={query} />;
  const { id, title, description, programName, programId, videos } = query.data;
  return (
    <Screen title={title} about={programName} actions={<AskQuestion video={{ id, programId, title }} />}>
      {description !== null && <div className="text">{description}</div>}
      {videos.map((video) => (
        <MediaView key={video.mediaId} kind="video" title={video.title} url={video.url} />
      ))}
    </Screen>
  );
}
