import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** A link to a page of the console. */
export function PageLink({ to, children, ...props }: AnchorProps & { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} href={to} {...props}>
      {children}
    </Anchor>
  );
}

/** A link that looks like a button. */
export function LinkButton({ to, children, ...props }: ButtonProps & { to: string; children: ReactNode }) {
  return (
    <Button component={Link} href={to} size="xs" variant="default" {...props}>
      {children}
    </Button>
  );
}
