import { Paper, Stack, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { strings } from '../strings/common.js';

/** A page of those who are not signed in. */
export function Frame({ title, heading, children }: { title: string; heading?: string; children: ReactNode }) {
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${strings.product}`;
  }, [title]);
  // What the page says by its heading is read out; the sign-in begins at its first way instead.
  useEffect(() => {
    if (heading !== undefined) top.current?.focus({ preventScroll: true });
  }, [heading]);
  return (
    <main className="sign-in">
      <Paper withBorder p="xl">
        <Stack>
          <Title order={1} size="h3" ref={top} tabIndex={-1} className="screen-title">
            {heading ?? strings.product}
          </Title>
          {children}
        </Stack>
      </Paper>
    </main>
  );
}
