import type { Schemas } from '@delivery-service/client';
import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { strings } from '../../strings/common.js';
import { myForms as t } from '../../strings/my-forms.js';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile.js';
import { ErrorText } from '../../ui/states.js';
import { questionId, Questions } from '../../ui/questions/questions.js';
import type { Answering } from './answering.js';

interface FormProps {
  answering: Answering;
  opened: Schemas['OpenedFormResponse'];
}

/** The questions of a form with what is saved, what is missing, and the buttons that save and submit. */
export function AnswerForm({ answering, opened: { assignment, version, response } }: FormProps) {
  const {
    typed,
    faults,
    state,
    error,
    meanwhile,
    response: saved,
  } = useSyncExternalStore(answering.subscribe, answering.snapshot);
  const isSubmitted = saved?.status === 'submitted';
  const isUnsaved = state !== 'saved';
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
  const savesDrafts = !assignment.anonymous && !isSubmitted;
  const submit = () => {
    const missing = answering.submit();
    if (missing !== undefined) setTimeout(() => focusOn(missing));
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Questions
        content={version.content}
        typed={typed}
        faults={faults}
        media={(saved ?? response)?.media ?? []}
        isDisabled={state === 'submitting'}
        onChange={answering.type}
      />
      <Missing answering={answering} />
      {meanwhile && (
        <div className="answer-notice">
          <ChangedMeanwhile meanwhile={meanwhile} onTake={(name) => answering.take(name, meanwhile.now[name] ?? '')} />
          <Text size="sm">{t.meanwhileHint}</Text>
          <Button size="xs" mt="xs" variant="default" onClick={answering.keepMine}>
            {t.keepMine}
          </Button>
        </div>
      )}
      {state === 'refused' && error !== undefined && (
        <Alert color="red" role="alert" title={strings.write.refused} className="answer-notice">
          <ErrorText error={error} />
        </Alert>
      )}
      {!isSubmitted && (
        <Text size="sm" c="dimmed" className="answer-after">
          {assignment.anonymous || assignment.editHours === 0 ? t.final : t.changeable(assignment.editHours)}
        </Text>
      )}
      <div className="answer-bar">
        <Text size="sm" role="status" c={state === 'lost' || state === 'refused' ? 'red' : 'dimmed'}>
          {savesDrafts || state !== 'typed' ? stateWords(state, saved !== null || !savesDrafts) : t.unsent}
        </Text>
        <Group gap="sm">
          {state === 'lost' && (
            <Button variant="default" onClick={answering.proceed}>
              {t.tryNow}
            </Button>
          )}
          {savesDrafts && (
            <Button variant="default" disabled={state === 'submitting'} onClick={answering.save}>
              {t.saveDraft}
            </Button>
          )}
          <Button type="submit" loading={state === 'submitting'}>
            {isSubmitted ? t.submitChanges : t.submit}
          </Button>
        </Group>
      </div>
    </form>
  );
}

function stateWords(state: keyof typeof t.states, isBegun: boolean): string {
  return state === 'saved' && !isBegun ? t.nothingYet : t.states[state];
}

/** The questions whose answers are missing or were refused, as links to them. */
function Missing({ answering }: { answering: Answering }) {
  const { faults } = useSyncExternalStore(answering.subscribe, answering.snapshot);
  const named = answering.questions.filter(({ key }) => key in faults);
  if (named.length === 0) return null;
  return (
    <Alert color="red" role="alert" title={t.missing(named.length)} className="answer-notice">
      <ul className="details">
        {named.map(({ key, label }) => (
          <li key={key}>
            <Anchor
              href={`#${questionId(key)}`}
              onClick={(event) => {
                event.preventDefault();
                focusOn(key);
              }}
            >
              {label}
            </Anchor>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** The first input of a question. */
function focusOn(key: string): void {
  const question = document.getElementById(questionId(key));
  question?.scrollIntoView({ block: 'center' });
  question?.querySelector<HTMLElement>('input, textarea, select')?.focus({ preventScroll: true });
}
