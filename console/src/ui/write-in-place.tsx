import { lazy, Suspense, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { ResultOf, Write } from '../api/operations.js';
import type { Fields } from './fields.js';
import { formOf, useWrites, type Form, type NoFields, type WriteActionProps } from './write-action.js';

const WriteForm = lazy(async () => ({ default: (await import('./write-form.js')).WriteForm }));

/** A write whose form is a part of the page, for as long as the page shows it. */
export function WriteInPlace<To extends Write, F extends Fields = NoFields>(props: WriteActionProps<To, F>) {
  const onDone = useRef(props.onDone);
  useEffect(() => {
    onDone.current = props.onDone;
  });
  const [form] = useState<Form>(() => {
    const after = (data: unknown) => onDone.current?.(data as ResultOf<To>);
    return { ...formOf(props), onDone: after, isInPlace: true };
  });
  const writes = useWrites();
  const id = useId();
  const entry = useSyncExternalStore(writes.subscribe, writes.snapshot).find((one) => one.id === id);
  useEffect(() => {
    writes.open(id, form, null);
    return () => {
      // What is unknown goes on in a dialog.
      writes.declare(id, { ...form, isInPlace: false });
      writes.close(id);
    };
  }, [form, id, writes]);
  return (
    <Suspense>
      {entry && <WriteForm entry={entry} form={entry.attempt?.form ?? form} onTyped={() => undefined} />}
    </Suspense>
  );
}
