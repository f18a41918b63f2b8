import { Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { search as t } from './strings/search.js';
import { Boundary } from './ui/boundary.js';

/** It is loaded when it is first opened. */
const Palette = lazy(() => import('./screens/search/palette.js'));

interface SearchProps {
  screens: readonly { path: string; name: string }[];
}

/** Search from everywhere, by a button and by Ctrl or ⌘ K; not over a dialog, whose input would be lost. */
export function Search({ screens }: SearchProps) {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    if (document.querySelector('[role="dialog"]') === null) setIsOpen(true);
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-keyshortcuts="Control+K Meta+K"
        rightSection={
          <Kbd size="xs" visibleFrom="md" aria-hidden>
            {t.shortcut}
          </Kbd>
        }
        onClick={() => setIsOpen(true)}
      >
        {t.open}
      </Button>
      {isOpen && (
        <Boundary>
          <Suspense>
            <Palette screens={screens} onClose={() => setIsOpen(false)} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}
