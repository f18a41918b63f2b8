import { Alert, Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import type { Entry } from '../api/writes.js';
import { strings } from '../strings/common.js';
import { Boundary } from './boundary.js';
import type { Raw } from './fields.js';
import { focusIfLost, returnFocus } from './focus.js';
import { useWrites, type Form } from './write-action.js';

/** Dialogs and their inputs are loaded when the first one is opened. */
const loadDialog = () => lazy(() => import('./write-dialog.js'));

/** The dialogs of writes, and what is said of those whose outcome is unknown. It stays while pages come and go. */
export function WriteHost() {
  const writes = useWrites();
  const entries = useSyncExternalStore(writes.subscribe, writes.snapshot);
  const [Dialog, setDialog] = useState(loadDialog);
  const isOpen = entries.some(({ state: { is } }) => is === 'sending' || is === 'unknown');
  useEffect(() => {
    if (!isOpen) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOpen]);
  const retry = () => setDialog(loadDialog);
  const hidden = entries.filter(({ state, isShown }) => state.is === 'unknown' && !isShown);
  return (
    <>
      {entries
        .filter(({ isShown, live }) => isShown && live.isInPlace !== true)
        .map((entry) => (
          <FocusBack key={entry.id} entry={entry}>
            <Boundary
              fallback={(again) => (
                <DialogFailed
                  onRetry={() => {
                    retry();
                    again();
                  }}
                  onClose={() => writes.close(entry.id)}
                />
              )}
            >
              <Suspense>
                <Dialog entry={entry} />
              </Suspense>
            </Boundary>
          </FocusBack>
        ))}
      {hidden.length > 0 && (
        <section className="pending-writes" aria-label={strings.write.pending} ref={keepClear}>
          {hidden.map((entry) => (
            <Pending
              key={entry.id}
              entry={entry}
              onShow={() => writes.show(entry.id)}
              onForget={() => {
                writes.forget(entry.id);
                setTimeout(focusIfLost);
              }}
            />
          ))}
        </section>
      )}
    </>
  );
}

/** Messages lie above the banner, as high as it is: both have buttons. */
function keepClear(section: HTMLElement) {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--pending-writes', `${section.offsetHeight}px`));
  observer.observe(section);
  return () => {
    observer.disconnect();
    style.removeProperty('--pending-writes');
  };
}

interface PendingProps {
  entry: Entry<Form, Raw>;
  onShow: () => void;
  onForget: () => void;
}

function Pending({ entry: { live, attempt }, onShow, onForget }: PendingProps) {
  return (
    <Alert color="orange" role="alert">
      <Group gap="xs" justify="space-between">
        <Text size="sm">{strings.write.unknownOf((attempt?.form ?? live).label)}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onShow}>
            {strings.write.look}
          </Button>
          <Button size="xs" variant="default" onClick={onForget}>
            {strings.write.forget}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}

/** Once a dialog is closed, the focus goes back to what had opened it. */
function FocusBack({ entry, children }: { entry: Entry<Form, Raw>; children: React.ReactNode }) {
  const { opener } = entry;
  useEffect(() => () => void setTimeout(() => returnFocus(opener)), [opener]);
  return children;
}

function DialogFailed({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  return (
    <div className="pending-writes">
      <Alert color="red" role="alert" title={strings.write.dialogFailed}>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onRetry}>
            {strings.common.tryAgain}
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            {strings.common.close}
          </Button>
        </Group>
      </Alert>
    </div>
  );
}
