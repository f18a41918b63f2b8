import { useCallback, useEffect, useState } from 'react';

/** One attempt at a time, and why the last one failed. */
export function useAttempt() {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // Whoever comes back from the identity provider by the button of the browser finds the page as it was left.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setIsBusy(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  /** What leads to another page stays busy: `false` ends that. */
  const run = useCallback((attempt: () => Promise<void>): void => {
    setIsBusy(true);
    setError(null);
    attempt().catch((failure: unknown) => {
      setError(failure);
      setIsBusy(false);
    });
  }, []);
  return { isBusy, error, run };
}
