import { cards } from './cards.ts';
import type { Theme } from './driver.ts';
import { money } from './money.ts';
import { rush } from './rush.ts';
import { terms, waiting } from './waiting.ts';

export const themes: readonly Theme[] = [rush, money, waiting, terms, cards];
