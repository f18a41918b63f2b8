import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { strings } from '../strings/common.js';

interface ShownOnceProps {
  /** What it is, and that it is not shown again. */
  about: string;
  text: string;
  children?: ReactNode;
}

/** A text that is shown this one time. */
export function ShownOnce({ about, text, children }: ShownOnceProps) {
  const [isCopied, setIsCopied] = useState(false);
  // Missing on pages served over plain HTTP by another host than this one.
  const clipboard = (navigator as { clipboard?: Clipboard }).clipboard;
  return (
    <>
      <Text>{about}</Text>
      <Group gap="xs" mt="sm">
        <code className="secret">{text}</code>
        {clipboard && (
          <Button
            size="xs"
            variant="default"
            onClick={() => void clipboard.writeText(text).then(() => setIsCopied(true))}
          >
            {isCopied ? strings.common.copied : strings.common.copy}
          </Button>
        )}
        {children}
      </Group>
    </>
  );
}
