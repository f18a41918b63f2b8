import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { writeEach, type Outcomes } from '../api/each.js';
import {
  currentOf,
  sendTo,
  type Addressed,
  type Bodied,
  type BodyOf,
  type Current,
  type CurrentOf,
  type ResultOf,
  type Write,
} from '../api/operations.js';
import { useSession } from '../api/session.js';
import type { Declared, Send, Writes } from '../api/writes.js';
import type { Fields, Raw, ValuesOf } from './fields.js';
import { strings } from '../strings/common.js';
import { focusIfLost } from './focus.js';

interface ActionProps<To extends Write, F extends Fields, Data> {
  /** What it does: the title of the dialog, and the text of the buttons. */
  label: string;
  /** The text of the button that sends it, where its label does not say it. An EditAction saves. */
  submit?: string;
  /** The text of its button, where its row says the rest. */
  short?: string;
  /** The label with what it is about, for whoever does not see the row of its button: "Close intervention Call, Mika". */
  name?: string;
  /** What will happen, for whoever is about to do it. */
  about?: ReactNode;
  /** The operation. The limits of the fields are those of its request. */
  to: To;
  /** Which one it is about, where path and label do not say: another one is another write. */
  which?: string;
  fields?: F;
  /** What has happened, in one sentence. */
  done: string | ((data: Data) => string);
  /** What the result holds, where it is to be read: the dialog then stays, unless it is null. */
  outcome?: (data: Data) => ReactNode;
  /** What the values would lead to, such as the preview of a transfer. */
  preview?: (values: Partial<ValuesOf<F>>) => ReactNode;
  /** Its preview is long: the dialog is as wide as the page, and shows it beside the fields. */
  isWide?: boolean;
  onDone?: (data: Data) => void;
  /** It takes something away. */
  isDanger?: boolean;
  disabled?: boolean;
  /** The dialog is open at once: its button was pressed before its fields were known. */
  startsOpen?: boolean;
  button?: ButtonProps;
}

/** What a write declares, whatever its operation, fields and result are. */
export interface Form extends Omit<ActionProps<Write, Fields, unknown>, 'fields'>, Declared {
  fields?: Fields;
  /** The form for the resource as it was read: see EditAction. */
  formFor?: ((current: Current) => Form) | undefined;
  /** Its form is shown by its page: see WriteInPlace. */
  isInPlace?: boolean;
  /** Only the fields that were changed are sent: see EditAction. */
  sendsChanges?: boolean;
  /** Parts of the form whose fields are sent together once one of them was changed. */
  together?: readonly (readonly string[])[];
}

/** The writes of the session, which outlive the pages that declare them. */
export function useWrites(): Writes<Form, Raw> {
  return useSession().writes as unknown as Writes<Form, Raw>;
}

/** An action without the types of its operation. */
interface AnyProps extends Omit<Form, keyof Declared> {
  label: string;
  path?: object;
  about?: ReactNode;
  which?: string;
  body?: (values: never) => unknown;
}

/** Without fields or a body of its own, a request has none. */
export function formOf(props: unknown): Form {
  const { path, which = '', body, ...form } = props as AnyProps;
  const { label, to, fields } = form;
  const subject = JSON.stringify([to, path, label, which]);
  const bodyOf = body ?? ((values: unknown) => (fields ? values : undefined));
  return { ...form, subject, bodyOf, send: (client, sent, once) => sendTo(client, to, { path, body: sent, ...once }) };
}

export type WriteActionProps<To extends Write, F extends Fields> = ActionProps<To, F, ResultOf<To>> &
  Addressed<To> &
  Bodied<To, ValuesOf<F>>;

// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- the fields of a form without any
export type NoFields = Record<never, never>;

/** A button that leads to a write: a dialog with its fields, which stays until the outcome is known. */
export function WriteAction<To extends Write, F extends Fields = NoFields>(props: WriteActionProps<To, F>) {
  return <WriteButton form={formOf(props)} />;
}

type EditProps<To extends Write, F extends Fields> = Omit<ActionProps<To, F, ResultOf<To>>, 'fields'> &
  Addressed<To> & {
    fields?: (current: CurrentOf<To>) => F;
    /** All of its fields are sent, also where none was changed: it adds something to the resource, or takes it away. */
    isWhole?: true;
    together?: readonly (readonly (keyof F & string)[])[];
    body?: (values: Partial<ValuesOf<F>>, current: CurrentOf<To>) => BodyOf<To>;
  };

/**
 * A change of a resource, which is read when the dialog opens: its fields show it as it is then. Those that were changed are
 * sent, on the condition that it is still like that. What somebody else has changed meanwhile is kept or asked about.
 */
export function EditAction<To extends Write, F extends Fields = NoFields>(all: EditProps<To, F>) {
  const { fields, body, isWhole, ...props } = all;
  const form = { submit: strings.write.save, ...formOf(props), sendsChanges: isWhole !== true };
  const { path } = props as { path?: object };
  const bodyOf = body as ((values: never, current: CurrentOf<To>) => unknown) | undefined;
  const formFor = ({ data, etag }: Current): Form => {
    const current = data as CurrentOf<To>;
    return {
      ...form,
      ...(fields && { fields: fields(current) }),
      bodyOf: (values) => (bodyOf ? bodyOf(values, current) : values),
      send: (client, sent, once) => form.send(client, sent, { ...once, ifMatch: etag }),
    };
  };
  return <WriteButton form={{ ...form, read: (client) => currentOf(client, form.to, path), formFor }} />;
}

type ChangesProps<To extends Write, F extends Fields> = ActionProps<To, F, ResultOf<To>> &
  Addressed<To> &
  Bodied<To, Partial<ValuesOf<F>>>;

/** Like a WriteAction, but of its fields only those that were changed are sent. */
export function ChangesAction<To extends Write, F extends Fields>(props: ChangesProps<To, F>) {
  return <WriteButton form={{ ...formOf(props), sendsChanges: true }} />;
}

type EachProps<To extends Write, F extends Fields> = ActionProps<To, F, Outcomes> &
  Bodied<To, ValuesOf<F>> & {
    /** Whom or what it is done for, each by a request of its own. */
    items: readonly ({ id: string; name: string } & Addressed<To>)[];
  };

/** One write for each of several items, with what became of each. */
export function EachAction<To extends Write, F extends Fields>({ items, ...props }: EachProps<To, F>) {
  const form = formOf(props);
  const send: Send<Outcomes> = (client, body, once) =>
    writeEach(
      items,
      ({ id }) => id,
      once,
      ({ path }, each) => sendTo(client, form.to, { path, body, ...each }),
    );
  return <WriteButton form={{ ...form, send }} />;
}

function WriteButton({ form }: { form: Form }) {
  const writes = useWrites();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const color = form.isDanger === true ? 'red' : undefined;
  const openAtOnce = useEffectEvent(() => {
    if (form.startsOpen === true) writes.open(id, form, button.current);
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
      disabled={form.disabled === true}
      aria-label={form.name}
      {...form.button}
      onClick={() => writes.open(id, form, button.current)}
    >
      {form.short ?? form.label}
    </Button>
  );
}
