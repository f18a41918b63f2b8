import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { limitOf } from '../api/limits.js';
import { say } from '../api/messages.js';
import type { Entry } from '../api/writes.js';
import { strings } from '../strings/common.js';
import { ConfirmSignIn } from './confirm-sign-in.js';
import { FieldInput } from './field-input.js';
import { changedOf, initialOf, shownOf, valuesOf, type Fields, type Raw } from './fields.js';
import { ErrorText } from './states.js';
import { useWrites, type Form } from './write-action.js';
import { refusalOf, whyUnknown } from './write-errors.js';

interface DialogProps {
  entry: Entry<Form, Raw>;
}

/** The dialog of a write: what its page declares, or, once it was sent, what was sent. */
export default function WriteDialog({ entry }: DialogProps) {
  const writes = useWrites();
  const { state, attempt, live } = entry;
  const { label, outcome } = attempt?.form ?? live;
  const isTyped = useRef(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const close = () => writes.close(entry.id);
  // What was sent is kept; what was only typed would be lost.
  const isKept = state.is === 'done' || state.is === 'sending' || state.is === 'unknown';
  const leave = () => (isTyped.current && !isKept ? setIsLeaving(true) : close());
  return (
    <Modal.Root opened onClose={leave} size="lg" transitionProps={{ duration: 0 }} returnFocus={false}>
      <Modal.Overlay />
      <Modal.Content>
        {/* It is no banner of the page. */}
        <Modal.Header role="none">
          <Modal.Title>{label}</Modal.Title>
          <Modal.CloseButton aria-label={strings.common.closeDialog} />
        </Modal.Header>
        <Modal.Body>
          {state.is === 'done' && outcome ? (
            <>
              {outcome(state.result.data)}
              <Group justify="flex-end" mt="md">
                <Button onClick={close} data-autofocus>
                  {strings.common.close}
                </Button>
              </Group>
            </>
          ) : (
            <>
              <WriteForm entry={entry} isTyped={isTyped} />
              {isLeaving && <Discard onDiscard={close} onKeep={() => setIsLeaving(false)} />}
            </>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Asked where Escape, or a click beside the dialog, would lose what was typed. */
function Discard({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  return (
    <Alert color="orange" role="alert" title={strings.write.discardQuestion} mt="md">
      <Group gap="sm">
        <Button variant="default" onClick={onKeep} autoFocus>
          {strings.write.keepEditing}
        </Button>
        <Button color="red" onClick={onDiscard}>
          {strings.write.discard}
        </Button>
      </Group>
    </Alert>
  );
}

/** Lives while its dialog is open: the fields start anew each time, but for those of what was sent. */
function WriteForm({ entry, isTyped }: DialogProps & { isTyped: RefObject<boolean> }) {
  const writes = useWrites();
  const queries = useQueryClient();
  const { state, attempt, live } = entry;
  const form = attempt?.form ?? live;
  const { label, about, preview, isDanger } = form;
  const declared: Fields = form.fields ?? {};
  const [initial] = useState<Raw>(() => initialOf(declared));
  const [raw, setRaw] = useState<Raw>(attempt?.raw ?? initial);
  const [missing, setMissing] = useState<Record<string, string>>({});
  const [isUnchanged, setIsUnchanged] = useState(false);
  const id = useId();
  const [proofs, setProofs] = useState(0);
  const isUnproved = state.is === 'unproved';
  const isUnknown = state.is === 'unknown';
  const isBusy = state.is === 'sending';
  const { inputs, others } = refusalOf(state.is === 'refused' ? state.error : undefined, shownOf(declared, raw));

  const send = async (values: unknown): Promise<void> => {
    const sent = await writes.submit(entry.id, raw, values);
    if (!sent) return;
    const { done, outcome, onDone } = sent.form;
    const { data, replayed, bodyDiffers } = sent.result;
    const message = typeof done === 'string' ? done : done(data);
    if (bodyDiffers) say(strings.write.bodyDiffers, 'orange');
    else say(replayed ? `${message} ${strings.write.replayed}` : message);
    if (outcome === undefined || outcome(data) === null) writes.close(entry.id);
    // Nothing is shown as done before the service has said so; then everything on the page is read again.
    void queries.invalidateQueries();
    try {
      onDone?.(data);
    } catch (error) {
      // It is done, whatever fails after it.
      reportError(error);
    }
  };

  const submit = () => {
    const { values, errors } = valuesOf(declared, raw);
    const changed = form.sendsChanges === true ? changedOf(values, initial, raw, form.together) : values;
    const isNothing = form.sendsChanges === true && Object.keys(changed).length === 0;
    setMissing(errors);
    setIsUnchanged(isNothing && Object.keys(errors).length === 0);
    if (isUnknown || (Object.keys(errors).length === 0 && !isNothing)) void send(changed);
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isUnproved) submit();
  };
  const onProved = () => {
    setProofs((before) => before + 1);
    submit();
  };

  return (
    <form onSubmit={onSubmit} noValidate aria-describedby={about === undefined ? undefined : id}>
      <Stack gap="sm">
        {about !== undefined && (
          <Text component="div" size="sm" id={id}>
            {about}
          </Text>
        )}
        {Object.entries(shownOf(declared, raw)).map(([name, field]) => (
          <FieldInput
            key={name}
            name={name}
            field={field}
            limit={limitOf(form.to, field.at ?? name)}
            value={raw[name] ?? ''}
            error={missing[name] ?? inputs[name]}
            isDisabled={isUnknown || isBusy || isUnproved}
            onChange={(value) => {
              isTyped.current = true;
              setRaw((before) => ({ ...before, [name]: value }));
            }}
          />
        ))}
        {!isUnknown && preview?.(valuesOf(declared, raw).values)}
        {isUnchanged && <Text role="alert">{strings.write.unchanged}</Text>}
        {others !== undefined && (
          <Alert color="red" role="alert" title={strings.write.refused}>
            <ErrorText error={others} />
          </Alert>
        )}
        {isUnknown && (
          <Alert color="orange" role="alert" title={strings.write.unknown}>
            <Text>
              {whyUnknown(state.error)} {strings.write.unknownHint}
            </Text>
            <ErrorText error={state.error} />
          </Alert>
        )}
        {isUnproved && <ConfirmSignIn wasProved={proofs > 0} onProved={onProved} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => writes.close(entry.id)} disabled={isBusy}>
            {strings.common.cancel}
          </Button>
          {!isUnproved && (
            <Button type="submit" loading={isBusy} color={isDanger === true ? 'red' : undefined}>
              {isUnknown ? strings.write.again : label}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
