/** Measures the contrast between the texts of a page and their backgrounds. */

import type { Page } from 'playwright-core';

/** Relative luminance of `rgb(1, 2, 3)` as WCAG 2 has it. */
export function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

export interface Contrast {
  readonly text: string;
  readonly ratio: number;
}

/** Of every text that is shown, on the nearest background that is not transparent. */
export async function contrasts(page: Page): Promise<readonly Contrast[]> {
  const inks = await page.evaluate<readonly (readonly [text: string, ink: string, ground: string])[]>(`(() => {
    const groundOf = (element) => {
      for (let one = element; one !== null; one = one.parentElement) {
        const { backgroundColor } = getComputedStyle(one);
        if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
      }
      return 'rgb(255, 255, 255)';
    };
    return [...document.body.querySelectorAll('*')]
      .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
      .map((one) => [one.innerText.slice(0, 60), getComputedStyle(one).color, groundOf(one)]);
  })()`);
  return inks.map(([text, ink, ground]) => ({ text, ratio: contrast(ink, ground) }));
}
