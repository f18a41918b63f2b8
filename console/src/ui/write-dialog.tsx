import { Alert, Button, Group, Modal } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Entry } from '../api/writes.js';
import { strings } from '../strings/common.js';
import { EditForm } from './edit-form.js';
import type { Raw } from './fields.js';
import { useWrites, type Form } from './write-action.js';
import { WriteForm } from './write-form.js';

interface DialogProps {
  entry: Entry<Form, Raw>;
}

/** The dialog of a write: what its page declares, or, once it was sent, what was sent. */
export default function WriteDialog({ entry }: DialogProps) {
  const writes = useWrites();
  const [isTyped, setIsTyped] = useState(false);
  const [asksToDiscard, setAsksToDiscard] = useState(false);
  const { state, attempt, live } = entry;
  const form = attempt?.form ?? live;
  const [isEdit] = useState(attempt === null && live.formFor !== undefined);
  const { label, outcome } = form;
  const close = () => writes.discard(entry.id);
  // What was sent is kept, and what is done has nothing left to lose.
  const isLosing = isTyped && (state.is === 'idle' || state.is === 'refused');
  const editing = useRef<Element | null>(null);
  const leave = () => {
    if (!isLosing) {
      close();
      return;
    }
    if (!asksToDiscard) editing.current = document.activeElement;
    setAsksToDiscard(true);
  };
  const keep = () => {
    setAsksToDiscard(false);
    if (editing.current instanceof HTMLElement) editing.current.focus();
  };
  return (
    <Modal.Root
      opened
      onClose={leave}
      size={form.isWide === true ? '72rem' : 'lg'}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* It is no banner of the page. */}
        <Modal.Header role="none">
          <Modal.Title>{label}</Modal.Title>
          <Modal.CloseButton aria-label={strings.common.closeDialog} />
        </Modal.Header>
        <Modal.Body>
          {asksToDiscard && isLosing && <Discard onDiscard={close} onKeep={keep} />}
          {state.is === 'done' && outcome ? (
            <>
              {outcome(state.result.data)}
              <Group justify="flex-end" mt="md">
                <Button onClick={close} data-autofocus>
                  {strings.common.close}
                </Button>
              </Group>
            </>
          ) : isEdit ? (
            <EditForm entry={entry} onTyped={setIsTyped} />
          ) : (
            <WriteForm entry={entry} form={form} onTyped={setIsTyped} />
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Asked where Escape, or a click beside the dialog, would lose what was typed. */
function Discard({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  return (
    <Alert color="orange" role="alert" title={strings.write.discardQuestion} mb="md">
      <Group gap="sm">
        <Button size="xs" autoFocus onClick={onKeep}>
          {strings.write.keepEditing}
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {strings.write.discard}
        </Button>
      </Group>
    </Alert>
  );
}
