import { audit as t } from '../../strings/audit.js';
import { strings } from '../../strings/common.js';
import { word } from '../../strings/words.js';

/** A change of one field: `{from, to}`. */
function isStep(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}

/** What changed, field by field: from what to what, or what it was made with. */
export function Changes({ changes }: { changes: Record<string, unknown> }) {
  const entries = Object.entries(changes);
  if (entries.length === 0) return strings.common.none;
  return (
    <dl className="changes">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{word(name)}</dt>
          <dd>
            <Long text={isStep(value) ? `${textOf(value.from)} → ${textOf(value.to)}` : textOf(value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Many ids are seldom what one looks for: they are folded. */
const FOLDED_FROM = 160;

function Long({ text }: { text: string }) {
  if (text.length < FOLDED_FROM) return text;
  return (
    <details>
      <summary>{text.slice(0, 60)}…</summary>
      {text}
    </details>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return t.nothing;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
