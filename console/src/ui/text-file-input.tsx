import { FileInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { strings } from '../strings/common.js';

interface TextFileInputProps {
  accept: string;
  required: boolean;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** Reads a text file. One that cannot be read, or is not UTF-8, is said to be so, and nothing is sent for it. */
export function TextFileInput({ error, onChange, ...input }: TextFileInputProps) {
  const [problem, setProblem] = useState<string | undefined>();
  const latest = useRef<File | null>(null);
  const read = async (file: File | null): Promise<void> => {
    latest.current = file;
    setProblem(undefined);
    onChange('');
    if (!file) return;
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
      if (latest.current !== file) return;
      onChange(text);
      if (text.trim() === '') setProblem(strings.form.emptyFile);
    } catch (failure) {
      if (latest.current === file) {
        setProblem(failure instanceof TypeError ? strings.form.notUtf8 : strings.form.unreadable);
      }
    }
  };
  return (
    <FileInput
      {...input}
      error={problem ?? error}
      clearable
      clearButtonProps={{ 'aria-label': strings.common.clear }}
      onChange={(file) => void read(file)}
    />
  );
}
