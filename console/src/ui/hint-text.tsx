import { Tooltip } from '@mantine/core';
import { useEffect, useId } from 'react';

const STYLE = { duration: 0 };

/** The hint of an element, which is described by it meanwhile. */
export default function HintText({ target, text }: { target: HTMLElement; text: string }) {
  const id = useId();
  useEffect(() => {
    target.setAttribute('aria-describedby', id);
    return () => target.removeAttribute('aria-describedby');
  }, [id, target]);
  return <Tooltip id={id} target={target} label={text} opened withArrow multiline maw={320} transitionProps={STYLE} />;
}
