import { lazy, Suspense } from 'react';
import { Loading } from './states.js';

const MarkdownText = lazy(() => import('./markdown-text.js'));

/** Markdown as it is read. What renders it is loaded with the first one. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<Loading />}>
      <MarkdownText text={text} />
    </Suspense>
  );
}
