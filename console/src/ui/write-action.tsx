import { Button, type ButtonProps } from '@mantine/core';
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import type { Send } from '../api/writes.js';
import type { Fields, ValuesOf } from './fields.js';
import type { DialogProps } from './write-dialog.js';

/** Dialogs and their inputs are loaded when the first one is opened. */
const WriteDialog = lazy(() => import('./write-dialog.js')) as unknown as ComponentType<object>;

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
}

/** A button that leads to a write: a dialog with its fields, which stays until the outcome is known. */
export function WriteAction<F extends Fields, Data>(props: WriteActionProps<F, Data>) {
  const [isOpen, setIsOpen] = useState<boolean | null>(props.startsOpen === true ? true : null);
  const color = props.isDanger === true ? 'red' : undefined;
  const dialog: DialogProps<F, Data> = { ...props, isOpen: isOpen ?? false, onClose: () => setIsOpen(false) };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        {...(color && { color, variant: 'light' })}
        disabled={props.disabled === true}
        {...props.button}
        onClick={() => setIsOpen(true)}
      >
        {props.label}
      </Button>
      {/* Kept once it was opened: it may hold a write whose outcome is unknown. */}
      {isOpen !== null && (
        <Suspense>
          <WriteDialog {...dialog} />
        </Suspense>
      )}
    </>
  );
}
