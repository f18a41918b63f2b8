import { Button } from '@mantine/core';
import { useState } from 'react';
import { strings } from '../strings/common.js';

/** Copies a text, where the browser lets a page do so. `name` says which one, where several are shown. */
export function CopyButton({ text, name }: { text: string; name?: string }) {
  const [isCopied, setIsCopied] = useState(false);
  // Missing on pages served over plain HTTP by another host than this one.
  const clipboard = (navigator as { clipboard?: Clipboard }).clipboard;
  if (!clipboard) return null;
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={isCopied ? undefined : name}
      onClick={() => void clipboard.writeText(text).then(() => setIsCopied(true))}
    >
      {isCopied ? strings.common.copied : strings.common.copy}
    </Button>
  );
}
