import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect } from './console.js';

/** Downloads the file of a chart or table, and gives its name and lines. */
export async function csvOf(page: Page, title: string): Promise<{ name: string; lines: string[] }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: `CSV: ${title}`, exact: true }).click();
  const download = await downloading;
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.endsWith('\r\n')).toBe(true);
  return { name: download.suggestedFilename(), lines: text.slice(0, -2).split('\r\n') };
}

/** The colors of what is drawn in a chart, where each begins (from 0 at the left to 1), and how wide it is. */
export async function drawnIn(
  page: Page,
  title: string,
): Promise<{ colors: string[]; beginsAt: Record<string, number>; width: number }> {
  const canvas = page.getByRole('region', { name: title, exact: true }).locator('canvas');
  await expect(canvas).toBeVisible();
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const data = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    const beginsAt: Record<string, number> = {};
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] !== 255) continue;
      const color = [data[at], data[at + 1], data[at + 2]].join();
      beginsAt[color] = Math.min(beginsAt[color] ?? 1, ((at / 4) % width) / width);
    }
    return { colors: Object.keys(beginsAt), beginsAt, width: element.clientWidth };
  });
}
