import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The color of the product: a deep sea green. Actions, links and where one is are in it; statuses have colors of their own. */
const sea: MantineColorsTuple = [
  '#eaf6f4',
  '#d3ebe7',
  '#a6d8d0',
  '#76c3b8',
  '#4fb1a4',
  '#35a597',
  '#20897c',
  '#127468',
  '#0d6157',
  '#0a5048',
];

/** Shades with a contrast of 4.5 to 1 and more on their background, in light and dark. */
export const theme = createTheme({
  colors: { sea },
  primaryColor: 'sea',
  primaryShade: { light: 9, dark: 8 },
  autoContrast: true,
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  headings: { fontFamily: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif', fontWeight: '650' },
  defaultRadius: 'md',
  focusRing: 'auto',
  cursorType: 'pointer',
});

export const variables: CSSVariablesResolver = () => {
  const names = ['sea', 'blue', 'green', 'orange', 'red', 'gray'];
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
      '--mantine-color-dimmed': '#4a5452',
      '--page': '#f7f6f2',
      '--card': '#ffffff',
      '--line': '#dfddd5',
      ...of(9),
      '--mantine-color-orange-light-color': '#8a3a00',
      '--mantine-color-green-light-color': '#1b5e26',
      '--mantine-color-error': '#b3202c',
    },
    dark: {
      '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
      '--page': 'var(--mantine-color-dark-8)',
      '--card': 'var(--mantine-color-dark-7)',
      '--line': 'var(--mantine-color-dark-4)',
      ...of(2),
      '--mantine-color-error': 'var(--mantine-color-red-4)',
    },
  };
};
