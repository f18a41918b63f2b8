import { createContext, use, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { strings } from '../strings/common.js';
import { PageLink } from './link.js';

/** The screen of the menu under which one is. */
export const Place = createContext<{ path: string; name: string } | null>(null);

/** What is above a screen: the one of the menu, then what the screen itself names. */
export function Crumbs({ trail }: { trail: readonly ReactNode[] }) {
  const place = use(Place);
  const [location] = useLocation();
  const isBelow = place !== null && location !== place.path;
  if (!isBelow && trail.length === 0) return null;
  return (
    <nav aria-label={strings.common.breadcrumbs} className="crumbs">
      <ol>
        {isBelow && (
          <li>
            <PageLink to={place.path}>{place.name}</PageLink>
          </li>
        )}
        {trail.map((crumb, at) => (
          <li key={at}>{crumb}</li>
        ))}
      </ol>
    </nav>
  );
}
