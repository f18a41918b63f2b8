import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useSession } from '../api/session.js';
import type { Send, Writes } from '../api/writes.js';
import type { Fields, Raw, ValuesOf } from './fields.js';
import { focusIfLost } from './focus.js';

export interface WriteActionProps<F extends Fields, Data> {
  /** What it does: the text of the button, and the title of the dialog. */
  label: string;
  /** What will happen, for whoever is about to do it. */
  about?: ReactNode;
  fields?: F;
  send: Send<ValuesOf<F>, Data>;
  /** What has happened, in one sentence. */
  done: string | ((data: Data) => string);
  /** What the result holds, where it is to be read: the dialog then stays. */
  outcome?: (data: Data) => ReactNode;
  /** What the values would lead to, such as the preview of a transfer. */
  preview?: (values: Partial<ValuesOf<F>>) => ReactNode;
  onDone?: (data: Data) => void;
  /** It takes something away. */
  isDanger?: boolean;
  disabled?: boolean;
  /** The dialog is open at once: its button was pressed before its fields were known. */
  startsOpen?: boolean;
  button?: ButtonProps;
  /** Only the fields that were changed are sent: see EditAction. */
  sendsChanges?: boolean;
  /** Parts of the form whose fields are sent together once one of them was changed. */
  together?: readonly (readonly (keyof F & string)[])[];
}

/** What a write declares, whatever its fields and result are. */
export type Form = Omit<WriteActionProps<Fields, unknown>, 'send'> & { send: Send<never, unknown> };

/** The writes of the session, which outlive the pages that declare them. */
export function useWrites(): Writes<Form, Raw> {
  return useSession().writes as unknown as Writes<Form, Raw>;
}

/** A button that leads to a write: a dialog with its fields, which stays until the outcome is known. */
export function WriteAction<F extends Fields, Data>(props: WriteActionProps<F, Data>) {
  const writes = useWrites();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const form = props as unknown as Form;
  const color = props.isDanger === true ? 'red' : undefined;
  const openAtOnce = useEffectEvent(() => {
    if (props.startsOpen === true) writes.open(id, form, button.current);
  });
  useEffect(() => writes.declare(id, form));
  useEffect(() => {
    openAtOnce();
    return () => writes.leave(id);
  }, [id, writes]);
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (document.activeElement === own) setTimeout(focusIfLost);
    };
  }, []);
  return (
    <Button
      ref={button}
      size="xs"
      variant="default"
      {...(color && { color, variant: 'light' })}
      disabled={props.disabled === true}
      {...props.button}
      onClick={() => writes.open(id, form, button.current)}
    >
      {props.label}
    </Button>
  );
}

interface EditProps<F extends Fields, Data> extends Omit<WriteActionProps<F, Data>, 'send' | 'sendsChanges'> {
  send: Send<Partial<ValuesOf<F>>, Data>;
}

/** A write that changes what is there: of its fields, those that were changed are sent, so that it reverts no other change. */
export function EditAction<F extends Fields, Data>({ together = [], ...props }: EditProps<F, Data>) {
  return <WriteAction {...props} together={together} sendsChanges />;
}
