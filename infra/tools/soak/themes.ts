import { bookingThemes } from './bookings.ts';
import { cancelling } from './cancelling.ts';
import { cards } from './cards.ts';
import type { Theme } from './driver.ts';
import { marks } from './marks.ts';
import { money } from './money.ts';
import { terms, waiting } from './waiting.ts';

export const themes: readonly Theme[] = [...bookingThemes, money, cancelling, marks, waiting, terms, cards];
