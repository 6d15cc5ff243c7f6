import { createPart } from './style-props.tsx';

/** A standalone text link, at least 44 px tall. `asChild` styles a link of the router. */
export const Link = createPart('a', 'link');
