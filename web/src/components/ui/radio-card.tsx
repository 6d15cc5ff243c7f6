import { createRadios } from './radio-group.tsx';
import { createPart } from './style-props.tsx';

export const RadioCard = {
  ...createRadios('radioCard', 'radioCard__itemIndicator'),
  ItemContent: createPart('div', 'radioCard__itemContent'),
};
