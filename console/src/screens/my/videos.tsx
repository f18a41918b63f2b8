import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useList } from '../../api/reads.js';
import { my as t } from '../../strings/my.js';
import { PageLink } from '../../ui/link.js';
import { Paged } from '../../ui/list.js';
import { Screen, Section } from '../../ui/screen.js';
import { AskQuestion, MyQuestions } from './questions.js';
import './my.css';

const DEBOUNCE_MS = 250;

/** The videos of the programs in which somebody learns, and what they asked. */
export default function MyVideos() {
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), DEBOUNCE_MS);
  const list = useList('/me/video-resources', { query: { limit: 20, ...(q !== '' && { q }) } });
  return (
    <Screen title={t.videos} actions={<AskQuestion />}>
      <Section title={t.library}>
        <TextInput
          label={t.find}
          type="search"
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          mb="sm"
        />
        <Paged list={list} empty={t.noVideos}>
          {(videos) => (
            <ul className="plain-list">
              {videos.map(({ id, title, description }) => (
                <li key={id}>
                  <PageLink to={`/my-videos/${id}`}>{title}</PageLink>
                  {description !== null && <div className="text dimmed">{description}</div>}
                </li>
              ))}
            </ul>
          )}
        </Paged>
      </Section>
      <MyQuestions />
    </Screen>
  );
}
