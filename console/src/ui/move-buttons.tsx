import { Button, Group } from '@mantine/core';
import { strings } from '../strings/common.js';

interface MoveProps {
  title: string;
  /** Undefined where it cannot be moved that way. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

/** Moves something up or down in an order, beside dragging it. */
export function MoveButtons({ title, onUp, onDown }: MoveProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        size="compact-xs"
        variant="subtle"
        disabled={!onUp}
        aria-label={strings.list.up(title)}
        onClick={() => onUp?.()}
      >
        ↑
      </Button>
      <Button
        size="compact-xs"
        variant="subtle"
        disabled={!onDown}
        aria-label={strings.list.down(title)}
        onClick={() => onDown?.()}
      >
        ↓
      </Button>
    </Group>
  );
}
