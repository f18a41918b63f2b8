import { ApiError, type WriteResult } from '@delivery-service/client';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useCallback, useId, useState, type SubmitEvent } from 'react';
import { useWrite } from '../api/writes.js';
import { strings } from '../strings.js';
import { FieldInput, initialOf, valuesOf, type Fields, type Raw, type ValuesOf } from './fields.js';
import { ErrorText } from './states.js';
import type { WriteActionProps } from './write-action.js';

const closeButtonProps = { 'aria-label': strings.common.closeMessage };

export type DialogProps<F extends Fields, Data> = WriteActionProps<F, Data> & { isOpen: boolean; onClose: () => void };

export default function WriteDialog<F extends Fields, Data>(props: DialogProps<F, Data>) {
  const { label, send, done, outcome, onDone, isOpen, onClose } = props;
  const onResult = useCallback(
    ({ data, replayed }: WriteResult<Data>) => {
      const message = typeof done === 'string' ? done : done(data);
      notifications.show({
        message: replayed ? `${message} ${strings.write.replayed}` : message,
        color: 'green',
        closeButtonProps,
      });
      onDone?.(data);
      if (!outcome) onClose();
    },
    [done, onDone, outcome, onClose],
  );
  const write = useWrite(send, onResult);
  const close = () => {
    if (write.state.is === 'sending') return;
    write.reset();
    onClose();
  };
  const isDone = write.state.is === 'done' && outcome !== undefined;
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={label}
      size="lg"
      closeButtonProps={{ 'aria-label': strings.common.closeDialog }}
      transitionProps={{ duration: 0 }}
    >
      {write.state.is === 'done' && outcome ? (
        outcome(write.state.result.data)
      ) : (
        <WriteForm {...props} onClose={close} write={write} />
      )}
      {isDone && (
        <Group justify="flex-end" mt="md">
          <Button onClick={close} data-autofocus>
            {strings.common.close}
          </Button>
        </Group>
      )}
    </Modal>
  );
}

type FormProps<F extends Fields, Data> = DialogProps<F, Data> & {
  write: ReturnType<typeof useWrite<ValuesOf<F>, Data>>;
};

/** Lives while its dialog is open: the fields start anew each time. */
function WriteForm<F extends Fields, Data>({
  label,
  about,
  fields,
  preview,
  isDanger,
  onClose,
  write,
}: FormProps<F, Data>) {
  const declared: Fields = fields ?? {};
  const [raw, setRaw] = useState<Raw>(() => initialOf(declared));
  const [missing, setMissing] = useState<Record<string, string>>({});
  const id = useId();
  const { state, submit } = write;
  const isUnknown = state.is === 'unknown';
  const isBusy = state.is === 'sending';
  const { inputs, others } = refusalOf(state.is === 'refused' ? state.error : undefined, declared);

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const { values, errors } = valuesOf(declared as F, raw);
    setMissing(errors);
    if (isUnknown || Object.keys(errors).length === 0) void submit(values);
  };

  return (
    <form onSubmit={onSubmit} noValidate aria-describedby={about === undefined ? undefined : id}>
      <Stack gap="sm">
        {about !== undefined && (
          <Text component="div" size="sm" id={id}>
            {about}
          </Text>
        )}
        {Object.entries(declared).map(([name, field]) => (
          <FieldInput
            key={name}
            name={name}
            field={field}
            value={raw[name] ?? ''}
            error={missing[name] ?? inputs[name]}
            isDisabled={isUnknown || isBusy}
            onChange={(value) => setRaw((before) => ({ ...before, [name]: value }))}
          />
        ))}
        {preview?.(valuesOf(declared as F, raw).values)}
        {others !== undefined && (
          <Alert color="red" role="alert" title={strings.write.refused}>
            <ErrorText error={others} />
          </Alert>
        )}
        {isUnknown && (
          <Alert color="orange" role="alert" title={strings.write.unknown}>
            <Text>{strings.write.unknownHint}</Text>
            <ErrorText error={state.error} />
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {strings.common.cancel}
          </Button>
          <Button type="submit" loading={isBusy} color={isDanger === true ? 'red' : undefined}>
            {isUnknown ? strings.write.again : label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A refusal, split into what is said at its field, and what is said above the buttons. */
function refusalOf(error: unknown, fields: Fields) {
  const inputs: Record<string, string> = {};
  if (!(error instanceof ApiError)) return { inputs, others: error };
  let isElsewhere = error.details.length === 0;
  for (const { field, issue } of error.details) {
    const name = field.split('.')[0] ?? '';
    if (name in fields) inputs[name] ??= issue;
    else isElsewhere = true;
  }
  return { inputs, others: isElsewhere ? error : undefined };
}
