import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/** Shades with a contrast of 4.5 to 1 and more on their background, in light and dark. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 9, dark: 8 },
  autoContrast: true,
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  focusRing: 'auto',
  cursorType: 'pointer',
});

export const variables: CSSVariablesResolver = () => {
  const names = ['blue', 'green', 'orange', 'red', 'gray'];
  const of = (shade: number) =>
    Object.fromEntries(
      names.flatMap((name) => [
        [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-${shade})`],
        // No darker under the pointer: the text on it would be too faint.
        [`--mantine-color-${name}-light-hover`, `var(--mantine-color-${name}-light)`],
      ]),
    );
  return {
    variables: {},
    light: {
      '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
      ...of(9),
      '--mantine-color-orange-light-color': '#8a3a00',
      '--mantine-color-green-light-color': '#1b5e26',
      '--mantine-color-error': '#b3202c',
    },
    dark: {
      '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
      ...of(2),
      '--mantine-color-error': 'var(--mantine-color-red-4)',
    },
  };
};
