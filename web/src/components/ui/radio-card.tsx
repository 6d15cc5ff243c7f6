import { createRadios } from './radio-group.tsx';
import { createPart } from './style-props.tsx';

/** Radio buttons with several lines as their labels: cards that show which one is chosen. */
export const RadioCard = {
  ...createRadios('radioCard'),
  ItemContent: createPart('div', 'radioCard__itemContent'),
};
