import type { Schemas } from '@delivery-service/client';
import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { myForms as t } from '../../strings/my-forms.js';
import { PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Instant } from '../../ui/value.js';
import { useWrites } from '../../ui/write-action.js';
import { Answered } from '../../ui/questions/answered.js';
import { ANSWERS, type Place } from './answer-requests.js';
import { Answering } from './answering.js';
import { AnswerForm } from './answer-form.js';
import { Editable, LockedWords } from './form-card.js';
import './my.css';

type Opened = Schemas['OpenedFormResponse'];

/** A form that is answered, or whose answers are read. */
export default function MyForm(place: Place) {
  const query = useRead(ANSWERS, { path: place });
  if (!query.data) return <PendingScreen title={t.form} query={query} />;
  return <Opening opened={query.data} place={place} />;
}

function Opening({ opened, place }: { opened: Opened; place: Place }) {
  const { client } = useSession();
  const writes = useWrites();
  const queries = useQueryClient();
  const [answering] = useState(() => new Answering(writes, client, queries, place, opened));
  const { submissions } = useSyncExternalStore(answering.subscribe, answering.snapshot);
  const [changingAfter, setChangingAfter] = useState<number | null>(null);
  useEffect(() => answering.arrive(), [answering]);
  useEffect(() => answering.refresh(opened), [answering, opened]);
  const { assignment, version, standing, locked, response } = opened;
  const { title } = version.content;
  // Once the changes were submitted, they are read again.
  const isChanging = changingAfter === submissions;
  if (locked === null && (standing !== 'submitted' || isChanging)) {
    return (
      <Screen title={title} about={<About opened={opened} />}>
        {assignment.anonymous && <Text mb="md">{t.anonymous}</Text>}
        <AnswerForm answering={answering} opened={opened} />
        {isChanging && (
          <Button variant="subtle" onClick={() => setChangingAfter(null)}>
            {t.stopChanging}
          </Button>
        )}
      </Screen>
    );
  }
  return (
    <Screen title={title} about={<About opened={opened} />}>
      {locked && standing !== 'submitted' && (
        <Text component="div" mb="md">
          <LockedWords locked={locked} /> {standing === 'draft' && t.notSubmitted}
        </Text>
      )}
      {standing === 'submitted' && assignment.anonymous && <Text>{t.anonymousSubmitted}</Text>}
      {response && (
        <Section
          title={t.yourAnswers}
          actions={locked === null && <Button onClick={() => setChangingAfter(submissions)}>{t.change}</Button>}
        >
          <Answered content={version.content} response={response} />
        </Section>
      )}
    </Screen>
  );
}

/** By when it is to be answered, or when it was submitted and until when that can be changed. */
function About({ opened: { standing, locked, response, editableUntil, assignment } }: { opened: Opened }) {
  if (standing !== 'submitted') {
    if (assignment.closesAt === null) return t.noEnd;
    return (
      <>
        {t.closes} <Instant iso={assignment.closesAt} />
      </>
    );
  }
  return (
    <>
      {t.submittedAt} {response?.submittedAt && <Instant iso={response.submittedAt} />}
      {!assignment.anonymous &&
        (locked?.reason === 'redacted' ? (
          <LockedWords locked={locked} />
        ) : (
          <Editable until={editableUntil} isLocked={locked !== null} />
        ))}
    </>
  );
}
