import { ApiError } from '@delivery-service/client';
import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useSyncExternalStore, type ReactNode } from 'react';
import type { FileUpload, UploadState } from '../api/file-upload.js';
import { strings } from '../strings/common.js';
import { byteSize, files as t } from '../strings/files.js';
import { ErrorText } from './states.js';

/** How often progress is read out, in percent. */
const READ_OUT_STEP = 25;

/** The button that stops an upload, or lets it go on. */
const PROCEEDING: Partial<Record<UploadState['is'], string>> = {
  sending: t.pause,
  resending: t.pause,
  paused: t.proceed,
  lost: t.proceedNow,
  failed: strings.common.tryAgain,
};

interface ProgressProps {
  upload: FileUpload;
  isDisabled: boolean;
  onRemove: () => void;
  onReady: () => void;
  /** The button that had the focus is gone. */
  focusBack: () => void;
}

/** A file on its way: how much of it has arrived, and what can be done about it. */
export function UploadProgress({ upload, isDisabled, onRemove, onReady, focusBack }: ProgressProps) {
  const { state, sentBytes } = useSyncExternalStore(upload.subscribe, upload.snapshot);
  const { is } = state;
  const { size } = upload.file;
  const percent = Math.floor((sentBytes / size) * 100);
  const isSending = is === 'sending' || is === 'resending';
  const isUnderWay = isSending || is === 'paused' || is === 'lost' || is === 'checking';
  const hasArrived = is === 'checking' || is === 'ready';
  const changed = useEffectEvent(() => {
    if (is === 'ready') onReady();
    if (document.activeElement === document.body) focusBack();
  });
  useEffect(() => changed(), [is]);
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnderWay]);

  return (
    <div className="upload-file">
      <div>
        <bdi className="text upload-name">{upload.label}</bdi> <span className="dimmed">{byteSize(size)}</span>
      </div>
      {isUnderWay && (
        <Progress
          value={percent}
          aria-label={t.progress(upload.label)}
          color={isSending || is === 'checking' ? undefined : 'gray'}
          animated={is === 'checking'}
        />
      )}
      {is !== 'rejected' && is !== 'failed' && (
        <Text size="sm" className="upload-state">
          {t.states[is]}
          {!hasArrived && <span className="dimmed"> {t.sent(byteSize(sentBytes), byteSize(size), percent)}</span>}
        </Text>
      )}
      <span role="status" className="visually-hidden">
        {readOut(state, upload.label, percent)}
      </span>
      <Problem state={state} />
      <Group gap="xs">
        {/* One button, so that it keeps the focus. */}
        {is in PROCEEDING && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isDisabled}
            onClick={isSending ? upload.pause : upload.proceed}
          >
            {PROCEEDING[is]}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" disabled={isDisabled} onClick={onRemove}>
          {isUnderWay ? t.cancel : t.remove}
        </Button>
      </Group>
    </div>
  );
}

/** Said to whoever does not see it: each change, and of the progress a step now and then. */
function readOut({ is }: UploadState, name: string, percent: number): string {
  if (is === 'rejected' || is === 'failed') return '';
  const done = is === 'sending' ? ` ${String(Math.floor(percent / READ_OUT_STEP) * READ_OUT_STEP)}%` : '';
  return `${name}: ${t.states[is]}${done}`;
}

function Problem({ state }: { state: UploadState }) {
  if (state.is === 'rejected') {
    return (
      <Alert color="red" role="alert" title={t.notTaken}>
        {t.reasons[state.reason] ?? t.otherReason(state.reason)}
      </Alert>
    );
  }
  if (state.is !== 'failed') return null;
  return (
    <Alert color="red" role="alert" title={t.failed}>
      {whyFailed(state.error)}
    </Alert>
  );
}

/** In plain words. Where there may be several reasons, with what was said. */
function whyFailed(error: unknown): ReactNode {
  // The file was moved or changed since it was chosen.
  if (error instanceof DOMException) return strings.form.unreadable;
  const said = <ErrorText error={error} />;
  if (!(error instanceof ApiError)) return said;
  const plain = { storage_full: t.storageFull, upload_limit: t.tooMany }[String(error.reason)];
  if (plain !== undefined) return plain;
  const about = error.status === 503 ? t.notNow : error.code === 'unexpected_response' ? t.notTakenAsSent : '';
  return (
    <>
      {about} {said}
    </>
  );
}
