import Markdown from 'markdown-to-jsx/react';

/** Elements that would load something from elsewhere, or take the page over, are shown as nothing. */
const Nothing = () => null;
const OVERRIDES = Object.fromEntries(
  ['img', 'iframe', 'object', 'embed', 'script', 'style', 'form', 'input', 'button', 'svg'].map((name) => [
    name,
    { component: Nothing },
  ]),
);

/** Links lead out of the console, in a tab of their own. */
const LINK = { props: { target: '_blank', rel: 'noopener noreferrer' } };

const OPTIONS = {
  disableParsingRawHTML: true,
  forceBlock: true,
  // A page has one heading of the first level, which is its own.
  overrides: { ...OVERRIDES, a: LINK, h1: { component: 'h2' }, h2: { component: 'h3' }, h3: { component: 'h4' } },
} as const;

/** Markdown as it is read: without HTML, pictures and addresses that would run something. Loaded by the screens that show it. */
export default function MarkdownText({ text }: { text: string }) {
  return (
    <div className="markdown">
      <Markdown options={OPTIONS}>{text}</Markdown>
    </div>
  );
}
