import { createPart } from './style-props.tsx';

export const Container = createPart('div', 'container');
