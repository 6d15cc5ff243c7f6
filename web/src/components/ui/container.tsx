import { createPart } from './style-props.tsx';

/** The outer box of a page: in the middle, with margins at its sides. */
export const Container = createPart('div', 'container');
