import { createPart } from './style-props.tsx';

/** A grey placeholder for content that is loading. */
export const Skeleton = createPart('div', 'skeleton');
