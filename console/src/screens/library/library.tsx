import type { Schemas } from '@delivery-service/client';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { accessOf } from '../../api/access.js';
import { useList } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { library as t } from '../../strings/library.js';
import { PageLink } from '../../ui/link.js';
import { Filter, List, type Column } from '../../ui/list.js';
import { useMedia } from '../../ui/media-options.js';
import { ProgramLink } from '../../ui/resource-link.js';
import { Screen } from '../../ui/screen.js';
import { Instant } from '../../ui/value.js';
import { WriteAction } from '../../ui/write-action.js';
import { MediaList } from './media-list.js';
import { videoFields, videosOf } from './video-fields.js';

const DEBOUNCE_MS = 250;
const STATUSES = ['published', 'unpublished'] as const;

/** The videos of all programs, and the media that are registered. */
export default function Library() {
  const { isAdministrator, isDirector, answersQuestions: mayPublish } = accessOf(useSession().me);
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('published');
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), DEBOUNCE_MS);
  const query = { limit: 50, ...(q !== '' && { q }), ...(isAdministrator && { status }) };
  const list = useList('/video-resources', { query });
  return (
    <Screen title={t.title} about={t.about} actions={mayPublish && <PublishVideo />}>
      <div className="filters">
        <TextInput
          label={t.find}
          type="search"
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        {isAdministrator && (
          <Filter
            label={t.filter}
            values={STATUSES}
            value={status}
            nameOf={(value) => t.statuses[value]}
            onChange={setStatus}
          />
        )}
      </div>
      <List label={t.title} list={list} idOf={({ id }) => id} empty={t.empty} columns={COLUMNS} />
      <MediaList mayRegister={mayPublish || isDirector} />
    </Screen>
  );
}

const COLUMNS: Column<Schemas['VideoResource']>[] = [
  {
    header: t.video,
    value: ({ title }) => title,
    cell: ({ id, title, tags }) => (
      <>
        <PageLink to={`/library/${id}`}>{title}</PageLink>
        {tags.length > 0 && <div className="dimmed">{tags.join(', ')}</div>}
      </>
    ),
  },
  {
    header: t.category,
    value: ({ category }) => t.categories[category],
    cell: ({ category }) => t.categories[category],
  },
  { header: t.program, cell: ({ programId }) => <ProgramLink programId={programId} /> },
  {
    header: t.publishedAt,
    value: ({ publishedAt }) => publishedAt,
    cell: ({ publishedAt }) => <Instant iso={publishedAt} />,
  },
];

function PublishVideo() {
  const [, navigate] = useLocation();
  const { videos } = useMedia();
  return (
    <WriteAction
      label={t.publish}
      fields={{
        programId: { kind: 'resource', label: t.program, choosable: { of: 'programs' } },
        ...videoFields(videos),
      }}
      to="POST /video-resources"
      body={({ videos: chosen, ...values }) => ({ ...values, kind: 'replay_other', videos: videosOf(chosen) })}
      done={t.published}
      onDone={({ id }) => navigate(`/library/${id}`)}
    />
  );
}
