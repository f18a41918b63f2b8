import { Input } from '@mantine/core';
import { useId, useRef, useState, type DragEvent } from 'react';
import { FileUpload } from '../api/file-upload.js';
import { useSession } from '../api/session.js';
import { files as t } from '../strings/files.js';
import { acceptedWords, acceptOf, judged, storedOf } from './file-types.js';
import { UploadProgress } from './upload-progress.js';
import './upload.css';

interface UploadInputProps {
  label: string;
  description: string | undefined;
  error: string | undefined;
  required: boolean;
  disabled: boolean;
  types: readonly string[] | undefined;
  value: FileUpload | null;
  'data-field': string;
  onChange: (upload: FileUpload | null) => void;
}

/** Uploads a file once it is chosen or dropped. One that cannot be taken is refused at once. */
export function UploadInput({ label, description, error, value, onChange, ...input }: UploadInputProps) {
  const { types, required, disabled } = input;
  const { client } = useSession();
  const [problem, setProblem] = useState<string | undefined>();
  const [isOver, setIsOver] = useState(false);
  const own = useRef<HTMLInputElement>(null);
  const id = useId();
  const accepted = storedOf(types);

  const choose = (chosen: FileList | null) => {
    const [file] = chosen ?? [];
    if (!file) return;
    const found = judged(file, accepted);
    const refused = chosen && chosen.length > 1 ? t.onlyOne : 'problem' in found ? found.problem : undefined;
    setProblem(refused);
    if (refused !== undefined || 'problem' in found) return;
    value?.discard();
    onChange(new FileUpload(client, file, found.type));
  };
  const drag = (event: DragEvent, isNowOver: boolean) => {
    event.preventDefault();
    setIsOver(isNowOver && !disabled);
  };
  const drop = (event: DragEvent) => {
    drag(event, false);
    if (!disabled) choose(event.dataTransfer.files);
  };
  const remove = () => {
    value?.discard();
    setProblem(undefined);
    onChange(null);
    own.current?.focus();
  };

  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={
        <>
          {description} {acceptedWords(accepted)}
        </>
      }
      descriptionProps={{ id: `${id}-description` }}
      error={problem ?? error}
      errorProps={{ id: `${id}-error`, role: 'alert' }}
      required={required}
    >
      <div
        className="upload"
        data-over={isOver || undefined}
        onDragEnter={(event) => drag(event, true)}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={drop}
      >
        {value && (
          <UploadProgress
            key={value.label}
            upload={value}
            isDisabled={disabled}
            onRemove={remove}
            onReady={() => onChange(value)}
            focusBack={() => own.current?.focus()}
          />
        )}
        <input
          ref={own}
          id={id}
          type="file"
          className="visually-hidden"
          accept={acceptOf(accepted)}
          disabled={disabled}
          required={required}
          data-field={input['data-field']}
          aria-labelledby={`${id}-label ${id}-choose`}
          aria-describedby={`${id}-description ${id}-error`}
          aria-invalid={(problem ?? error) !== undefined}
          onChange={({ currentTarget }) => {
            choose(currentTarget.files);
            // The same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <label
          htmlFor={id}
          className="upload-choose"
          data-again={value !== null || undefined}
          data-disabled={disabled || undefined}
        >
          <span id={`${id}-choose`} className="upload-button">
            {value ? t.chooseAnother : t.choose}
          </span>
          <span className="upload-drop">{t.orDrop}</span>
        </label>
      </div>
    </Input.Wrapper>
  );
}
