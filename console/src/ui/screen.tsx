import { Group, Text, Title } from '@mantine/core';
import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import { strings } from '../strings/common.js';
import { Crumbs } from './crumbs.js';
import { focusIfLost } from './focus.js';
import { Failed, Loading } from './states.js';

interface ScreenProps {
  title: string;
  /** What the thing is: its status, its program. */
  about?: ReactNode;
  actions?: ReactNode;
  /** What is between the screen of the menu and this one, as links. */
  trail?: readonly ReactNode[];
  children?: ReactNode;
}

/** Where one is: whether the heading was read out since one got there. */
export const Arrival = createContext<{ current: boolean }>({ current: false });

/** A screen: its heading has the focus when one gets here, so that it is read out. It does not take it from what one has gone on to. */
export function Screen({ title, about, actions, trail = [], children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasArrivedRef = use(Arrival);
  useEffect(() => {
    if (hasArrivedRef.current) focusIfLost();
    else heading.current?.focus({ preventScroll: true });
    hasArrivedRef.current = true;
  }, [hasArrivedRef]);
  useEffect(() => {
    document.title = `${title} · ${strings.product}`;
  }, [title]);
  return (
    <>
      <Crumbs trail={trail} />
      <header className="screen-header">
        <div>
          <Title order={1} size="h2" ref={heading} tabIndex={-1} className="screen-title">
            {title}
          </Title>
          {about !== undefined && <div className="about">{about}</div>}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </header>
      {children}
    </>
  );
}

interface PendingProps {
  title: string;
  query: { isPending: boolean; error: unknown; refetch: () => unknown };
}

/** A screen while what it shows is being read, or could not be. */
export function PendingScreen({ title, query: { isPending, error, refetch } }: PendingProps) {
  return (
    <Screen title={title}>{isPending ? <Loading /> : <Failed error={error} onRetry={() => void refetch()} />}</Screen>
  );
}

interface SectionProps {
  title: string;
  hint?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a screen under a heading of its own. */
export function Section({ title, hint, actions, children }: SectionProps) {
  return (
    <section className="section" aria-label={title}>
      <header className="section-header">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {hint !== undefined && (
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </header>
      {children}
    </section>
  );
}

/** Names and values, such as what a program is. An undefined value is left out. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className="facts">
      {Object.entries(facts)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? strings.common.none}</dd>
          </div>
        ))}
    </dl>
  );
}
