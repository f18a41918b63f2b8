import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useId, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { strings } from '../../strings/common.js';
import { search as t } from '../../strings/search.js';
import { useFound, type Found, type Group } from './found.js';

interface PaletteProps {
  /** The screens of the caller. */
  screens: readonly { path: string; name: string }[];
  onClose: () => void;
}

/** Search from everywhere: a combobox, whose list says what is found of people, cohorts, programs and screens. */
export default function Palette({ screens, onClose }: PaletteProps) {
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), 150);
  const { groups, isPending, error } = useFound(q, screens);
  const [, navigate] = useLocation();
  const [at, setAt] = useState(0);
  const id = useId();
  const found = groups.flatMap(({ items }) => items);
  const chosen = found[Math.min(at, found.length - 1)];
  const go = ({ to }: Found) => {
    onClose();
    navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = found.length - 1;
    const next = { ArrowDown: at >= last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    if (event.key === 'Enter' && chosen) go(chosen);
    else if (next === undefined || ((event.key === 'Home' || event.key === 'End') && !event.ctrlKey)) return;
    else {
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    }
    event.preventDefault();
  };
  return (
    <Modal.Root opened onClose={onClose} size="lg" transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content aria-label={t.title}>
        <Modal.Body p="sm">
          <input
            role="combobox"
            className="palette-input"
            aria-label={t.label}
            placeholder={t.placeholder}
            aria-expanded={found.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={chosen && `${id}-${found.indexOf(chosen)}`}
            autoComplete="off"
            data-autofocus
            value={words}
            onChange={({ currentTarget }) => {
              setWords(currentTarget.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
          <Listed id={id} groups={groups} chosen={chosen} onGo={go} />
          <p role="status" className="dimmed">
            {error ? strings.errors.failed : isPending ? strings.common.loading : t.count(found.length)}
          </p>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface ListedProps {
  id: string;
  groups: readonly Group[];
  chosen: Found | undefined;
  onGo: (found: Found) => void;
}

function Listed({ id, groups, chosen, onGo }: ListedProps) {
  const all = groups.flatMap(({ items }) => items);
  return (
    <div role="listbox" id={`${id}-list`} aria-label={t.results} className="palette-list">
      {groups.map(({ name, items }) => (
        <div key={name} role="group" aria-label={name}>
          <div className="palette-group" aria-hidden>
            {name}
          </div>
          {items.map((item) => (
            <div
              key={item.to + item.name}
              id={`${id}-${all.indexOf(item)}`}
              role="option"
              aria-selected={item === chosen}
              className="palette-option"
              onClick={() => onGo(item)}
            >
              {item.name} {item.detail !== undefined && <span className="dimmed">{item.detail}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
