import { viewerZone } from '../dates.js';

/** The time zones to choose from. UTC is among those of the service, and not of every browser. */
export const ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), viewerZone])].map((zone) => ({
  value: zone,
  label: zone,
}));
