import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.js';

interface ShownOnceProps {
  /** What it is, and that it is not shown again. */
  about: string;
  text: string;
  children?: ReactNode;
}

/** A text that is shown this one time. */
export function ShownOnce({ about, text, children }: ShownOnceProps) {
  return (
    <>
      <Text>{about}</Text>
      <Group gap="xs" mt="sm">
        <code className="secret">{text}</code>
        <CopyButton text={text} />
        {children}
      </Group>
    </>
  );
}
