import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { FileUpload } from '../api/file-upload.js';
import { limitOf } from '../api/limits.js';
import { say } from '../api/messages.js';
import type { Entry } from '../api/writes.js';
import { strings } from '../strings/common.js';
import { ConfirmSignIn } from './confirm-sign-in.js';
import { FieldInput } from './field-input.js';
import { changedOf, merged } from './field-changes.js';
import { initialOf, shownOf, valuesOf, type Fields, type Raw } from './fields.js';
import { ErrorText } from './states.js';
import { useWrites, type Form } from './write-action.js';
import { ChangedMeanwhile, type Meanwhile } from './changed-meanwhile.js';
import { refusalOf, whyUnknown } from './write-errors.js';

/** Somebody may change the resource again while it is read again; after that the refusal is shown. */
const MOST_REREADS = 3;

interface FormProps {
  entry: Entry<Form, Raw>;
  /** What is sent: for the resource as it was read, or what was sent before. */
  form: Form;
  /** Reads the resource again, where the write is on the condition that it was not changed. */
  reread?: () => Promise<Form>;
  /** Told whether something was entered. */
  onTyped: (isTyped: boolean) => void;
}

/** Lives while its dialog is open: the fields start anew each time, but for those of what was sent. */
export function WriteForm({ entry, form: first, reread, onTyped }: FormProps) {
  const writes = useWrites();
  const queries = useQueryClient();
  const { state, attempt } = entry;
  // Until it was read again, what its page declares now: options may be read while the dialog is open.
  const [rereadForm, setForm] = useState<Form | null>(null);
  const form = rereadForm ?? first;
  const { label, about, preview, isDanger } = first;
  const declared: Fields = form.fields ?? {};
  const [initial, setInitial] = useState<Raw>(() => initialOf(declared));
  // What was entered over a resource that others change is not kept: it would be taken for a change of what they did.
  const keepsDraft = first.sendsChanges !== true && reread === undefined;
  const [raw, setRaw] = useState<Raw>(
    attempt?.raw ?? (keepsDraft ? { ...initial, ...writes.draftOf(first) } : initial),
  );
  const [missing, setMissing] = useState<Record<string, string>>({});
  const [isUnchanged, setIsUnchanged] = useState(false);
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);
  const id = useId();
  const [proofs, setProofs] = useState(0);
  const isUnproved = state.is === 'unproved';
  const isUnknown = state.is === 'unknown';
  const isBusy = state.is === 'sending';
  const isAsked = meanwhile !== null;
  const { inputs, others } = refusalOf(
    state.is === 'refused' && !isAsked ? state.error : undefined,
    shownOf(declared, raw),
  );

  const enter = (name: string, value: Raw[string]) => {
    const next = { ...raw, [name]: value };
    setRaw(next);
    if (keepsDraft) writes.keepDraft(first, next);
    setMissing(({ [name]: _, ...others }) => others);
    onTyped(true);
  };

  /** What somebody else has changed meanwhile is kept; where both changed the same field, it is asked. */
  const again = async (typed: Raw, before: Raw, reads: number): Promise<void> => {
    if (!reread || reads > MOST_REREADS) return;
    const next = await reread();
    const now = initialOf(next.fields ?? {});
    const { both, together } = merged(typed, before, now);
    setForm(next);
    setInitial(now);
    setRaw(together);
    if (both.length > 0) setMeanwhile({ fields: next.fields ?? {}, names: both, now, typed });
    else await submit({ form: next, raw: together, initial: now, reads });
  };

  const submit = async (sent: { form: Form; raw: Raw; initial: Raw; reads: number }): Promise<void> => {
    const { fields = {}, sendsChanges, together } = sent.form;
    const { values, errors } = valuesOf(fields, sent.raw);
    const changed = sendsChanges === true ? changedOf(values, sent.initial, sent.raw, together) : values;
    const isNothing = sendsChanges === true && Object.keys(changed).length === 0;
    setMissing(errors);
    setIsUnchanged(isNothing && Object.keys(errors).length === 0);
    setMeanwhile(null);
    if (!isUnknown && (Object.keys(errors).length > 0 || isNothing)) return;
    const outcome = await writes.submit(entry.id, sent.form, sent.raw, changed);
    if (outcome) finish(outcome);
    else if (writes.wasOutdated(entry.id)) await again(sent.raw, sent.initial, sent.reads + 1);
  };

  const finish = (sent: NonNullable<Awaited<ReturnType<typeof writes.submit>>>): void => {
    const { done, outcome, onDone } = sent.form;
    const { data, replayed, bodyDiffers } = sent.result;
    writes.keepDraft(first, null);
    // A file that was chosen before a link was is not used.
    for (const [name, value] of Object.entries(raw)) {
      if (value instanceof FileUpload && !(name in shownOf(declared, raw))) value.discard();
    }
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

  const send = () => void submit({ form, raw, initial, reads: 0 });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isUnproved) send();
  };
  const onProved = () => {
    setProofs((before) => before + 1);
    send();
  };

  return (
    <form onSubmit={onSubmit} noValidate aria-describedby={about === undefined ? undefined : id}>
      <Stack gap="sm">
        {about !== undefined && (
          <Text component="div" size="sm" id={id}>
            {about}
          </Text>
        )}
        <div className={first.isWide === true ? 'with-preview' : 'form-parts'}>
          <Stack gap="sm">
            {Object.entries(shownOf(declared, raw)).map(([name, field]) => (
              <FieldInput
                key={name}
                name={name}
                field={field}
                limit={limitOf(form.to, field.at ?? name)}
                value={raw[name] ?? ''}
                error={missing[name] ?? inputs[name]}
                isDisabled={isUnknown || isBusy || isUnproved}
                onChange={(value) => enter(name, value)}
              />
            ))}
          </Stack>
          {!isUnknown && preview?.(valuesOf(declared, raw).values)}
        </div>
        {isUnchanged && <Text role="alert">{strings.write.unchanged}</Text>}
        {meanwhile && (
          <ChangedMeanwhile meanwhile={meanwhile} onTake={(name) => enter(name, meanwhile.now[name] ?? '')} />
        )}
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
          {first.isInPlace !== true && (
            <Button variant="default" onClick={() => writes.discard(entry.id)} disabled={isBusy}>
              {strings.common.cancel}
            </Button>
          )}
          {!isUnproved && (
            <Button
              type="submit"
              loading={isBusy}
              color={isDanger === true ? 'red' : undefined}
              {...(first.isInPlace === true && first.button)}
            >
              {isUnknown ? strings.write.again : (first.submit ?? label)}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
