import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Figures } from './figures.js';
import { draw, heightOf } from './draw.js';

interface PlotProps {
  figures: Figures;
  /** The same in words. */
  label: string;
  /** The pointer is at this point, or at none. */
  onPoint: (at: number | null) => void;
}

/** The picture of a chart: drawn again in other colors and for another width. */
export function Plot({ figures, label, onPoint }: PlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const onCursor = useEffectEvent(onPoint);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const plot = draw(element, figures, (at) => onCursor(at));
    const observer = new ResizeObserver(() => {
      const width = element.clientWidth;
      plot.setSize({ width, height: heightOf(figures, width) });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [figures, scheme]);
  return <div ref={frame} className="plot" role="img" aria-label={label} />;
}
