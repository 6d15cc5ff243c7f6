import { createPart } from './style-props.tsx';

export const Skeleton = createPart('div', 'skeleton');
